#include "runlog/target_attitude.h"

#include <cmath>

namespace freefloat {

std::optional<TargetAttitude> measure_target_attitude(const MarkerFrame& frame, std::size_t first,
                                                      const std::vector<Vector2>& places) {
  Vector2 mean_place = Vector2::Zero(), mean_seen = Vector2::Zero();
  double count = 0.0, noise = 0.0;
  const auto for_each_seen = [&](auto&& use) {
    for (std::size_t i = 0; i < places.size() && first + i < frame.markers.size(); ++i) {
      if (frame.markers[first + i].seen) use(places[i], frame.markers[first + i]);
    }
  };
  for_each_seen([&](const Vector2& place, const MarkerMeasurement& marker) {
    mean_place += place;
    mean_seen += marker.p_WM;
    noise += 0.5 * marker.covariance.trace();
    count += 1.0;
  });
  if (count < 2.0) return std::nullopt;
  mean_place /= count;
  mean_seen /= count;
  double along = 0.0, across = 0.0, spread = 0.0;
  for_each_seen([&](const Vector2& place, const MarkerMeasurement& marker) {
    const Vector2 b = place - mean_place, p = marker.p_WM - mean_seen;
    along += b.dot(p);
    across += b.x() * p.y() - b.y() * p.x();
    spread += b.squaredNorm();
  });
  if (!(spread > 0.0)) return std::nullopt;
  return TargetAttitude{std::atan2(across, along), noise / count / spread};
}

}  // namespace freefloat
