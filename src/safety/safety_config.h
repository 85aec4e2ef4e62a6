#pragma once

#include "types/time.h"

namespace freefloat {

/// Limits of the supervisor; the servo board has its own, wider ones.
struct SafetyConfig {
  Duration frame_timeout = from_seconds(0.5);      ///< no usable picture for so long while active: hold
  Duration feedback_timeout = from_seconds(0.1);   ///< no status of the board for so long: fault
  Duration target_timeout = from_seconds(1.0);     ///< target not seen for so long during a capture: hold
  Duration board_off_timeout = from_seconds(0.3);  ///< board off though told to energise for so long: fault
  double overspeed_factor = 1.5;     ///< measured joint rate above so many times the limit: fault
  double joint_limit_margin = 0.05;  ///< distance from a joint limit where motion towards it stops, rad
  double joint_tolerance = 0.1;      ///< between potentiometer and LEDs, rad
  Duration joint_disagreement_for = from_seconds(0.2);  ///< beyond it for so long: fault
  double max_hand_sigma = 0.003;                        ///< least certain hand position allowed in motion, m
  bool check_lengths = true;  ///< the robot is not armed while the pictures contradict its known lengths
};

}  // namespace freefloat
