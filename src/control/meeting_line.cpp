#include "control/meeting_line.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kEntry = 0.002;        // m before its begin where the hand is on the line
constexpr double kTargetShare = 0.25;   // of the distance: so near to the target the hand does not go back
constexpr double kHalfTolerance = 0.5;  // that is used of the tolerance
constexpr double kSidewards = 0.1;      // s in which a hand on the line does not leave it by its speed
constexpr double kQuickestLine = 0.4;   // s for the distance, where nothing else limits the speed
constexpr double kSlowing = 0.15;       // m/s^2, where no acceleration of the hand is given
constexpr double kSlowingShare = 0.5;   // of that which is given

/// @return Speed from which the hand stops at the target, m/s.
double speed_along(const GuidanceConfig& config, double distance, double before) {
  const bool given = config.max_hand_acceleration > 0.0;
  const double slowing = given ? kSlowingShare * config.max_hand_acceleration : kSlowing;
  double most = distance / kQuickestLine;
  if (config.max_hand_speed > 0.0) most = std::min(most, config.max_hand_speed);
  return config.urgency * std::min(most, std::sqrt(2.0 * slowing * std::max(0.0, before)));
}

bool is_on(const ApproachLine& line, const TaskSpaceState& s, double theta_WE, Time now) {
  const Vector2 from_target = s.p_WE - s.p_WT;
  const double radius = from_target.norm();
  const Vector2 v_hand = s.v_WE - s.v_WT - line.rate * perpendicular(from_target);
  const double near = kTargetShare * line.distance;
  if (radius < near && kSidewards * v_hand.norm() < near) return true;
  const double off = off_line(line, s, now);
  const double before = radius * std::cos(off);
  if (before <= 0.0 || before > line.distance + kEntry) return false;
  const double direction = line.direction_at(now);
  const Vector2 side(-std::sin(direction), std::cos(direction));
  const double beside = radius * std::abs(std::sin(off)) + kSidewards * std::abs(v_hand.dot(side));
  return beside <= before * std::tan(kHalfTolerance * line.tolerance) &&
         is_turned_along(line, theta_WE, now, kHalfTolerance);
}

}  // namespace

MeetingLine meeting_line(const GuidanceConfig& config, const ApproachLine& line, const TaskSpaceState& s,
                         double theta_WE, Time now) {
  MeetingLine meeting{.before = line.distance,
                      .direction = line.direction_at(now),
                      .rate = line.rate,
                      .tolerance = line.tolerance,
                      .turns_hand = line.turns_hand};
  if (is_on(line, s, theta_WE, now)) {
    meeting.slides = true;
    const double off = off_line(line, s, now);
    meeting.before = std::clamp((s.p_WE - s.p_WT).norm() * std::cos(off), 0.0, line.distance);
  }
  meeting.speed = speed_along(config, line.distance, meeting.before);
  return meeting;
}

}  // namespace freefloat
