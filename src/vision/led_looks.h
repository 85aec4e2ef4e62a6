#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/label_markers.h"

namespace freefloat {

/// @return The geometric mean of a spot's variances, pixels^2.
inline double shape_variance(const Blob& blob) {
  return std::sqrt(std::max(0.0, blob.shape_px.determinant()));
}

/// @return How far the centre of a spot's light is from that of its Gaussian, over its width.
inline double lopsidedness(const Blob& blob) {
  return blob.skew_px / std::sqrt(std::max(1e-6, shape_variance(blob)));
}

inline double light_of(const Blob& blob) {
  return blob.flux;
}

/// @return How many of the robot's LEDs are labelled.
inline int count_robot_leds(const MarkerScene& scene, const Labels& labels) {
  const auto end = labels.begin() + scene.robot_count;
  return scene.robot_count - static_cast<int>(std::count(labels.begin(), end, kNoBlob));
}

/// @return Of the robot's labelled LEDs that of the middle one, the upper one of two; zero: none is labelled.
template <class Property>
double usual_of_leds(const MarkerScene& scene, const BlobList& blobs, const Labels& labels,
                     Property&& property) {
  std::array<double, kMaxMarkers> values{};
  int count = 0;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] != kNoBlob) values[count++] = property(blobs.blobs[labels[m]]);
  }
  if (count == 0) return 0.0;
  std::nth_element(values.begin(), values.begin() + count / 2, values.begin() + count);
  return values[count / 2];
}

}  // namespace freefloat
