#include "vision/tracking_window.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

std::optional<PixelBox> tracking_window(const CameraModel& camera, const ExpectedMarker& marker,
                                        double height, const VisionConfig& config) {
  if (!marker.known) return std::nullopt;
  const auto centre = camera.project(marker.p_WM, height);
  const auto aside = camera.project(marker.p_WM + Vector2{marker.gate, 0.0}, height);
  if (!centre || !aside) return std::nullopt;
  const double half =
      std::max(0.5 * config.window_size, (*aside - *centre).norm() + 0.25 * config.window_size);
  // Far outside the picture pixel numbers would not fit.
  if (!(centre->cwiseAbs().maxCoeff() + half < 1e6)) return std::nullopt;
  const int u = static_cast<int>(std::lround(centre->x()));
  const int v = static_cast<int>(std::lround(centre->y()));
  const int h = static_cast<int>(std::ceil(half));
  return PixelBox{u - h, v - h, u + h, v + h};
}

}  // namespace freefloat
