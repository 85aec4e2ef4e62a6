#pragma once

#include "types/time.h"

namespace freefloat {

/// Limits of the supervisor; the servo board has its own, wider ones.
struct SafetyConfig {
  Duration frame_timeout = from_seconds(0.5);      ///< no usable picture for so long while active: hold
  Duration feedback_timeout = from_seconds(0.1);   ///< no status of the board for so long: fault
  Duration target_timeout = from_seconds(1.0);     ///< target not seen for so long during a capture: hold
  Duration board_off_timeout = from_seconds(0.3);  ///< board off though told to energise for so long: fault
  double overspeed_factor = 1.5;                   ///< measured joint rate above so many times the limit ...
  Duration overspeed_for = from_seconds(0.03);     ///< ... in all readings of so long: fault
  double joint_limit_margin = 0.05;  ///< distance from a joint limit where motion towards it stops, rad
  double joint_tolerance = 0.1;      ///< between potentiometer and LEDs, rad
  Duration joint_disagreement_for = from_seconds(0.2);  ///< beyond it for so long: fault
  double turn_tolerance =
      0.12;  ///< between tachogenerator and potentiometer, as a share of a joint's turn: hold
  double max_hand_sigma = 0.003;                    ///< least certain hand position allowed in motion, m
  Duration contradiction_for = from_seconds(0.15);  ///< LEDs not where the model has them for so long: hold
  /// LEDs agree with one another and not with the momentum: hold; zero: never, for robots whose masses are
  /// not known well
  Duration momentum_for{};
  double max_target_speed = 0.5;  ///< no target is faster, m/s
  bool check_lengths =
      true;  ///< the robot neither moves nor is armed while pictures contradict its known lengths
};

}  // namespace freefloat
