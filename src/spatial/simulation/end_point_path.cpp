#include "spatial/simulation/end_point_path.h"

#include <array>

#include "spatial/simulation/quintic.h"
#include "spatial/tree/attitude.h"

namespace freefloat {

std::span<const int> rows_of(PathParts parts) {
  static constexpr std::array<int, 6> kAll{0, 1, 2, 3, 4, 5};
  static constexpr std::array<int, 3> kPlanar{0, 1, 5};
  switch (parts) {
    case PathParts::kPlanarPosition:
      return std::span(kPlanar).first(2);
    case PathParts::kPlanarPose:
      return kPlanar;
    case PathParts::kPosition:
      return std::span(kAll).first(3);
    case PathParts::kPose:
      break;
  }
  return kAll;
}

PathPoint evaluate(const EndPointPath& path, const Pose& start, double time) {
  const MotionPoint part = evaluate(Quintic{0.0, 1.0, path.begin, path.end}, time);
  const Vector3 way = path.to - start.position;
  PathPoint point;
  point.position = start.position + part.value * way;
  point.rotation = rotation_from_vector(part.value * path.turn) * start.rotation;
  point.twist = join(part.rate * way, part.rate * path.turn);
  point.twist_rate = join(part.acceleration * way, part.acceleration * path.turn);
  return point;
}

}  // namespace freefloat
