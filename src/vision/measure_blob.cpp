#include "vision/measure_blob.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/refine_centroid.h"

namespace freefloat {
namespace {

constexpr int kRingWidth = 2;
// A refinement stays within so many pixels of where it starts: half the side of its patch, and what a fit of
// a saturated spot may wander.
constexpr int kRefineReach = 24;
constexpr int kFitReach = 44;
constexpr double kClearlyNoisier = 4.0;  // variances: noise from few samples is itself uncertain
constexpr double kLeastLit = 0.6;        // of the configured threshold

struct BoxSum {
  double sum = 0.0;
  int count = 0;
  double mean() const { return sum / count; }
};

// Sum of the pixels of a box that are not lit by a neighbouring spot.
BoxSum sum_dark(const ImageView& image, const PixelBox& box, int lit_level) {
  int sum = 0;
  int count = 0;
  const PixelBox inside = box.cut_to(image);
  for (int v = inside.v0; v < inside.v1; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    for (int u = inside.u0; u < inside.u1; ++u) {
      const int dark = row[u] < lit_level ? 1 : 0;
      sum += dark * row[u];
      count += dark;
    }
  }
  return {static_cast<double>(sum), count};
}

// The threshold cuts the spot well inside its faint skirt; two further standard deviations leave under one
// level of it.
int ring_margin(double sigma) {
  return static_cast<int>(std::ceil(2.2 * sigma)) + 1;
}

PixelBox grow(const PixelBox& box, int margin) {
  return {box.u0 - margin, box.v0 - margin, box.u1 + margin, box.v1 + margin};
}

}  // namespace

LocalBackground fit_local_background(const ImageView& image, const Component& component, double surroundings,
                                     double sigma, double lit) {
  const PixelBox& box = component.box;
  const PixelBox inner = grow(box, ring_margin(sigma));
  const PixelBox outer = grow(inner, kRingWidth);
  const int lit_level = static_cast<int>(surroundings + lit) + 1;
  const BoxSum left = sum_dark(image, {outer.u0, inner.v0, inner.u0, inner.v1}, lit_level);
  const BoxSum right = sum_dark(image, {inner.u1, inner.v0, outer.u1, inner.v1}, lit_level);
  const BoxSum top = sum_dark(image, {outer.u0, outer.v0, outer.u1, inner.v0}, lit_level);
  const BoxSum bottom = sum_dark(image, {outer.u0, inner.v1, outer.u1, outer.v1}, lit_level);

  LocalBackground result;
  result.centre = {0.5 * (box.u0 + box.u1 - 1), 0.5 * (box.v0 + box.v1 - 1)};
  // A side that is mostly lit by a neighbour, or outside the picture, says nothing about the slope.
  const auto usable = [](const BoxSum& a, const BoxSum& b, int full) {
    return 4 * std::min(a.count, b.count) >= 3 * full;
  };
  if (usable(left, right, kRingWidth * (inner.v1 - inner.v0))) {
    result.slope.x() = (right.mean() - left.mean()) / (inner.u1 - inner.u0 + kRingWidth);
  }
  if (usable(top, bottom, kRingWidth * (outer.u1 - outer.u0))) {
    result.slope.y() = (bottom.mean() - top.mean()) / (inner.v1 - inner.v0 + kRingWidth);
  }
  const int count = left.count + right.count + top.count + bottom.count;
  result.level = count > 0 ? (left.sum + right.sum + top.sum + bottom.sum) / count : surroundings;
  return result;
}

PixelNoise pixel_noise(const VisionConfig& config, double background, double measured) {
  const double shot_variance = config.shot_noise * config.shot_noise;
  const double rounding = 1.0 / 12.0;
  const double believed =
      config.read_noise * config.read_noise + rounding + shot_variance * std::max(background, 0.0);
  const bool noisier = measured * measured > kClearlyNoisier * believed;
  return {noisier ? measured * measured : believed, shot_variance};
}

bool measure_blob(const ImageView& image, const Component& component, double surroundings,
                  const VisionConfig& config, const Detection& detection, Blob& blob) {
  if (component.area < config.min_area || component.area > config.max_area) return false;
  const PixelBox& box = component.box;
  std::uint8_t brightest = 0;
  for (int v = box.v0; v < box.v1; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    brightest = std::max(brightest, *std::max_element(row + box.u0, row + box.u1));
  }
  // A Gaussian of peak P covers the area 2 pi sigma^2 ln(P / T) above a threshold T.
  const double contrast = std::max(1.2, (brightest - surroundings) / detection.threshold);
  const double sigma = std::sqrt(component.area / (2.0 * std::numbers::pi * std::log(contrast)));
  const double lit = 0.5 * std::max(detection.threshold, kLeastLit * config.threshold);
  const LocalBackground background = fit_local_background(image, component, surroundings, sigma, lit);

  blob = Blob{};
  blob.looked_at = grow(box, ring_margin(sigma) + kRingWidth);
  blob.area = component.area;
  blob.background = background.level;
  blob.peak = brightest - background.level;
  blob.saturated = brightest == kFullScale;
  blob.noise = detection.noise;
  if (blob.peak < detection.threshold) return false;

  double mass = 0.0;
  Vector2 moment = Vector2::Zero();
  for (int v = box.v0; v < box.v1; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    double row_mass = 0.0;
    double row_moment = 0.0;
    for (int u = box.u0; u < box.u1; ++u) {
      const double light = std::max(0.0, row[u] - background.level);
      row_mass += light;
      row_moment += light * (u - box.u0);
    }
    mass += row_mass;
    moment += Vector2{row_moment, row_mass * (v - box.v0)};
  }
  const Vector2 centre_of_light = Vector2{box.u0, box.v0} + moment / mass;
  blob.uv_px = centre_of_light;
  const double aspect = static_cast<double>(box.u1 - box.u0) / (box.v1 - box.v0);
  blob.shape_px = Vector2{sigma * sigma * aspect, sigma * sigma / aspect}.asDiagonal();

  const int reach =
      blob.saturated
          ? kFitReach
          : std::min(
                kRefineReach,
                static_cast<int>(std::ceil(3.3 * sigma * std::sqrt(std::max(aspect, 1.0 / aspect)))) + 2);
  blob.looked_at = around(blob.looked_at, box_about(blob.uv_px, reach));
  refine_centroid(image, background, pixel_noise(config, background.level, detection.noise), blob);
  blob.skew_px = (centre_of_light - blob.uv_px).norm();
  return true;
}

}  // namespace freefloat
