#pragma once

#include <optional>
#include <vector>

#include "types/angle.h"
#include "types/time.h"

namespace freefloat {

inline constexpr double kShaftTurn = 2.0 * kPi;  ///< of a servo's shaft, rad

/// How a joint hangs at a servo of its own: servo angle = zero + gear ratio * joint angle, or minus where it
/// is reversed.
struct ServoJoint {
  int id = 0;                     ///< Dynamixel: ID on the bus; ODrive: axis of the board
  double gear_ratio = 1.0;        ///< turns of the servo's shaft a turn of the joint
  bool reversed = false;          ///< the shaft turns against the joint
  double zero = 0.0;              ///< what the servo's own angle is at joint angle zero, rad
  double max_current = 0.0;       ///< that the servo limits itself to, A; 0: as it is set
  double max_acceleration = 0.0;  ///< of the joint, that the servo limits itself to, rad/s^2; 0: none

  double turns() const { return reversed ? -gear_ratio : gear_ratio; }
  double to_joint_angle(double shaft) const { return (shaft - zero) / turns(); }
  double to_joint_rate(double shaft_rate) const { return shaft_rate / turns(); }
  double to_shaft_angle(double joint) const { return zero + turns() * joint; }
  double to_shaft_rate(double joint_rate) const { return turns() * joint_rate; }
};

/// Jaws that a servo moves.
struct ServoGripper {
  int id = 0;
  double open = 0.0;         ///< the servo's own angle with open jaws, rad
  double closed = 0.0;       ///< with jaws closed on nothing, rad
  double max_current = 0.0;  ///< with which they hold, A; 0: as it is set
};

/// What a joint may do. Servos in velocity mode know no limit of position, so whoever commands them keeps it.
struct ServoLimits {
  double min_angle = 0.0;  ///< rad
  double max_angle = 0.0;  ///< rad
  double max_rate = 0.0;   ///< rad/s
};

/// What all links to servos without a board of ours are told.
struct ServoLinkConfig {
  std::vector<ServoJoint> joints;  ///< one a joint
  std::vector<ServoLimits> limits;
  std::optional<ServoGripper> gripper;
  Duration time_to_live{};  ///< of a command: what the servos' watchdog is set by
  Duration latency{};       ///< mean delay each way that is not wire time
};

/// Rounds a stream of numbers so that their mean is right although each is whole: what rounding took away is
/// added to the next. Zero stays zero.
class CarriedRounding {
 public:
  double round(double value);

 private:
  double carry_ = 0.0;
};

}  // namespace freefloat
