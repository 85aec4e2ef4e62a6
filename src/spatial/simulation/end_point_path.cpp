#include "spatial/simulation/end_point_path.h"

#include "spatial/simulation/quintic.h"
#include "spatial/tree/attitude.h"

namespace freefloat {

std::span<const int> rows_of(PathParts parts) {
  switch (parts) {
    case PathParts::kPlanarPosition:
      return std::span(kPlanarRows).first(2);
    case PathParts::kPlanarPose:
      return kPlanarRows;
    case PathParts::kPosition:
      return std::span(kAllRows).first(3);
    case PathParts::kPose:
      break;
  }
  return kAllRows;
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
