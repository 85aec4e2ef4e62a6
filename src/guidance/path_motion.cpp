#include "guidance/path_motion.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kOnPath = 0.0005;    // m; so near the hand needs no approach
constexpr double kStillAtMost = 2.0;  // s that the hand is waited for at the end of the approach

/// @return Speed for the coming cycle, m/s.
double next_speed(const HandPath& path, double most, double period, double speed) {
  return std::min({speed + path.acceleration * period, path.speed, most});
}

}  // namespace

PathMotion begin_path_motion(const PathTable& table, const Vector2& p_WE) {
  PathMotion motion;
  motion.begin = begin_of_path(table.path, p_WE);
  motion.approach_from = p_WE;
  motion.stage = (motion.begin - p_WE).norm() > kOnPath ? PathStage::kApproach : PathStage::kFollow;
  return motion;
}

void resume_path_motion(const PathTable& table, const Vector2& p_WE, PathMotion& motion) {
  if (motion.stage == PathStage::kFollow) motion.resume_at = motion.along;
  const Vector2 meet = PlacedPath(table, motion.begin).point(motion.resume_at);
  motion.approach_from = p_WE;
  motion.along = (meet - p_WE).norm() > kOnPath ? 0.0 : motion.resume_at;
  motion.speed = 0.0;
  motion.still_for = 0.0;
  motion.stage = (meet - p_WE).norm() > kOnPath ? PathStage::kApproach : PathStage::kFollow;
}

PathReference advance_path(const PathTable& table, double elapsed, double period, const Vector2& p_WE,
                           PathMotion& motion) {
  const HandPath& path = table.path;
  const PlacedPath placed(table, motion.begin);
  motion.along += motion.speed * elapsed;
  if (motion.stage == PathStage::kApproach) {
    const Vector2 meet = placed.point(motion.resume_at);
    const Vector2 way = meet - motion.approach_from;
    const double length = way.norm();
    if (motion.along < length) {
      const double left = length - motion.along;
      motion.speed = next_speed(path, std::sqrt(2.0 * path.acceleration * left), period, motion.speed);
      const Vector2 p = motion.approach_from + motion.along / length * way;
      return {p, way * (std::min(motion.speed, left / period) / length)};
    }
    motion.speed = 0.0;
    motion.along = length;
    motion.still_for += elapsed;
    const bool there = (p_WE - meet).norm() <= kOnPath;
    if (!there && motion.still_for < kStillAtMost) return {meet, Vector2::Zero()};
    motion.stage = PathStage::kFollow;
    motion.along = motion.resume_at;
  }
  if (motion.along >= placed.length()) {
    motion.along = placed.length();
    motion.speed = 0.0;
    motion.stage = PathStage::kDone;
    return {placed.point(motion.along), Vector2::Zero()};
  }
  motion.speed = next_speed(path, placed.most_speed(motion.along), period, motion.speed);
  const Vector2 p = placed.point(motion.along);
  const Vector2 next = placed.point(motion.along + motion.speed * period);
  return {p, (next - p) / period};
}

}  // namespace freefloat
