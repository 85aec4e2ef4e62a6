#include "guidance/approach_line.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

// Of the distance: the way counts between these. Nearer the angle says nothing; where the line begins the
// hand may still be beside it.
constexpr double kFirstShare = 0.8;
constexpr double kLastShare = 0.25;
constexpr double kHalfTolerance = 0.5;        // that the guidance uses of the tolerance
constexpr double kAhead = 0.03;               // m, so far before the hand is the point that it is led to
constexpr double kSideBegin = 0.5;            // rad off the line where the hand is led around the target,
constexpr double kSideWhole = 1.5;            // and where by all of
constexpr double kSide = 1.8;                 // distances
constexpr double kMostTurn = deg_to_rad(60);  // rad/s
constexpr double kLeastTurnError = deg_to_rad(0.5);  // rad, that noise leaves at least

struct OnLine {
  Vector2 along;        // unit vector in which the hand is to come
  double before = 0.0;  // the hand is so far before the grapple point, m
  double beside = 0.0;  // and so far to its left, m
  double radius = 0.0;  // m
};

OnLine place_on(const ApproachLine& line, const TaskSpaceState& s, Time now) {
  const double direction = line.direction_at(now);
  const Vector2 along(std::cos(direction), std::sin(direction));
  const Vector2 hand = s.p_WE - s.p_WT;
  return {along, -hand.dot(along), hand.dot(perpendicular(along)), hand.norm()};
}

bool counts(const ApproachLine& line, double radius) {
  return radius < kFirstShare * line.distance && radius > kLastShare * line.distance;
}

}  // namespace

ApproachLine lay_approach(const Approach& approach, const StateEstimate& estimate, Time at, bool moving) {
  const TargetEstimate& target = estimate.target;
  const bool turned = approach.in_target_frame && target.turns;
  return {.direction = approach.direction + (turned ? target.theta_WT : 0.0),
          .rate = turned && moving ? target.w_WT : 0.0,
          .at = at,
          .tolerance = approach.tolerance,
          .distance = approach.distance,
          .turns_hand = estimate.robot.joints.size() >= kJointsToTurnHand};
}

double off_line(const ApproachLine& line, const TaskSpaceState& s, Time now) {
  const OnLine hand = place_on(line, s, now);
  // A hand to the left comes turned to the right.
  return std::atan2(-hand.beside, hand.before);
}

TaskSpaceState aim_along(const ApproachLine& line, const TaskSpaceState& s, Time now) {
  const OnLine hand = place_on(line, s, now);
  const double needed = std::abs(hand.beside) / std::tan(kHalfTolerance * line.tolerance);
  const double back =
      std::clamp(std::max({needed, -2.0 * hand.before, hand.before - kAhead}), 0.0, line.distance);
  const double off = std::abs(std::atan2(hand.beside, hand.before));
  const double around = std::clamp((off - kSideBegin) / (kSideWhole - kSideBegin), 0.0, 1.0) *
                        std::min(1.0, hand.radius / line.distance);
  const double side = std::copysign(kSide * around * line.distance, hand.beside);
  const Vector2 from_point = -back * hand.along + side * perpendicular(hand.along);
  TaskSpaceState aimed = s;
  aimed.p_WT += from_point;
  aimed.v_WT += s.w_WT * perpendicular(from_point);
  aimed.p_CT += from_point;
  return aimed;
}

bool leaves_line(const ApproachLine& line, const TaskSpaceState& before, const TaskSpaceState& after,
                 Time now) {
  const double radius = (after.p_WE - after.p_WT).norm();
  if (!counts(line, radius) || radius >= (before.p_WE - before.p_WT).norm()) return false;
  return std::abs(off_line(line, after, now)) > line.tolerance;
}

double turn_along(const ApproachLine& line, double gain, double theta_WE, Time now) {
  const double error = wrap_angle(line.direction_at(now) - theta_WE);
  return line.rate + std::clamp(gain * error, -kMostTurn, kMostTurn);
}

bool is_turned_along(const ApproachLine& line, double theta_WE, Time now, double share) {
  return !line.turns_hand || std::abs(wrap_angle(line.direction_at(now) - theta_WE)) <=
                                 std::max(share * line.tolerance, kLeastTurnError);
}

void ApproachWatch::add(const ApproachLine& line, const TaskSpaceState& s, double theta_WE, Time now) {
  hand_error_ = wrap_angle(theta_WE - line.direction_at(now));
  const double radius = (s.p_WE - s.p_WT).norm();
  if (radius > line.distance) {
    seen_ = false;
    way_error_ = 0.0;
  }
  if (!counts(line, radius)) return;
  const double off = off_line(line, s, now);
  if (!seen_ || std::abs(off) > std::abs(way_error_)) way_error_ = off;
  seen_ = true;
}

}  // namespace freefloat
