#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hal/contact_event.h"
#include "types/robot_state.h"

namespace freefloat {

/// What a simulated testbed really does. For reports and tests only: nothing that commands the robot may read
/// it.
struct Truth {
  RobotState robot;
  Vector2 p_WE = Vector2::Zero();                 ///< hand, m
  Vector2 v_WE = Vector2::Zero();                 ///< hand, m/s
  BodyState target;                               ///< the one that is looked at, at its grapple point
  std::array<BodyState, kMostTargets> targets{};  ///< all that there are
  std::size_t target_count = 0;                   ///< of `targets`; 0: there is `target` alone
  bool holding = false;                           ///< gripper has joined hand and target
  Vector2 p_WG = Vector2::Zero();                 ///< mass centre of the robot (with a held target), m
  Vector2 linear_momentum = Vector2::Zero();      ///< P of the robot (with a held target), N s
  double angular_momentum = 0.0;                  ///< L about G, N m s
  JointVector motor_torques;                      ///< at the joint, N m
};

/// A testbed part that knows the truth.
class TruthSource {
 public:
  virtual ~TruthSource() = default;
  virtual Truth truth() const = 0;

  /// @return What has met since the last call; in the loop's thread.
  virtual std::vector<ContactEvent> take_contacts() { return {}; }
};

}  // namespace freefloat
