#pragma once

#include "guidance/task_space.h"
#include "types/approach.h"
#include "types/state_estimate.h"

namespace freefloat {

/// The line along which the hand is to come to the grapple point, as it lies on the table.
struct ApproachLine {
  double direction = 0.0;  ///< in which the hand comes, at `at`, in W, rad
  double rate = 0.0;       ///< it turns with the target, rad/s
  Time at{};
  double tolerance = 0.0;   ///< rad
  double distance = 0.0;    ///< of the part of the way that counts, m
  bool turns_hand = false;  ///< three joints and more: the hand is turned along it as well

  double direction_at(Time time) const { return direction + rate * to_seconds(time - at); }
};

/// From three joints on an arm can choose its hand's angle where the hand's position is given.
inline constexpr Eigen::Index kJointsToTurnHand = 3;

/// So much longer than to its meeting with the line's begin a hand may take to a moving target, s.
inline constexpr double kTimeAlongLine = 3.0;

/// @param approach As it is wished. @param estimate Where the target is, and how many joints the arm has.
/// @param at Of the estimate. @param moving The target's velocity, and so its rotation, counts.
ApproachLine lay_approach(const Approach& approach, const StateEstimate& estimate, Time at, bool moving);

/// @return Angle of the hand's present way to the grapple point from the line, rad, within -pi and pi.
double off_line(const ApproachLine& line, const TaskSpaceState& s, Time now);

/// Where the hand is to be led instead of to the grapple point, so that it comes along the line: to the
/// line's begin as long as the hand is beside it, a little ahead of the hand along the line once it is within
/// half the tolerance, and around the grapple point from behind it. Depends on where the hand is, on nothing
/// before.
/// @param line Of `lay_approach`. @param s Hand and target. @param now Their time.
/// @return The same with that point, which turns with the target, for a target.
TaskSpaceState aim_along(const ApproachLine& line, const TaskSpaceState& s, Time now);

/// @return Whether the hand comes nearer to the grapple point beside the line: within the part of the way
/// that counts, farther off than the tolerance.
/// @param line Of `lay_approach`. @param before, after A short time apart. @param now Time of `after`.
bool leaves_line(const ApproachLine& line, const TaskSpaceState& before, const TaskSpaceState& after,
                 Time now);

/// The hand's angular velocity that turns it along the line: resolved motion rate control of the angle, with
/// the line's own rotation fed forward.
/// @param line Of `lay_approach`. @param gain 1/s. @param theta_WE Angle of the hand, rad. @param now Its
/// time.
/// @return rad/s.
double turn_along(const ApproachLine& line, double gain, double theta_WE, Time now);

/// @return Whether the hand, where it is to be turned along the line, is within this share of the tolerance,
/// or as near as noise permits.
bool is_turned_along(const ApproachLine& line, double theta_WE, Time now, double share);

/// How a hand has come, gathered over its way.
class ApproachWatch {
 public:
  /// @param line Of `lay_approach`. @param s Hand and target. @param theta_WE Angle of the hand, rad.
  /// @param now Their time.
  void add(const ApproachLine& line, const TaskSpaceState& s, double theta_WE, Time now);

  bool seen() const { return seen_; }
  /// @return Angle of its way from the line, on the part that counts, the largest, signed, rad.
  double way_error() const { return way_error_; }
  /// @return The last angle of the hand from the line, rad.
  double hand_error() const { return hand_error_; }

 private:
  bool seen_ = false;
  double way_error_ = 0.0;
  double hand_error_ = 0.0;
};

}  // namespace freefloat
