#include "vision/length_check.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace freefloat {

namespace {

constexpr double kMostMisfit = 2.0;   // pixels
constexpr double kMostSigmas = 3.0;   // of a coordinate
constexpr double kFinestCheck = 0.1;  // pixels: no calibration of a lens is better everywhere

std::uint16_t thousandths(double pixels) {
  return static_cast<std::uint16_t>(std::clamp(1e3 * pixels, 0.0, 65535.0));
}

/// Values of one LED, one a picture.
struct Values {
  std::array<double, LengthCheck::kMostPictures> values{};
  std::size_t count = 0;

  void add(double value) { values[count++] = value; }
  /// @return Of at least one value.
  double median() {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(values.begin(), middle, values.begin() + static_cast<std::ptrdiff_t>(count));
    return *middle;
  }
};

}  // namespace

std::string_view remedy_of(const std::string& trouble) {
  return trouble.find(kPoseRemedy) == std::string::npos ? kLengthRemedy : std::string_view();
}

LengthCheck::LengthCheck(const RobotParameters& robot, const CameraParameters& camera, double sigma_floor,
                         bool wanted)
    : chain_(chain_of(robot)), camera_(camera), sigma_floor_(sigma_floor), wanted_(wanted) {
  newest_.seen.resize(chain_.leds.size());
  newest_.uv.resize(chain_.leds.size());
}

void LengthCheck::add(const MarkerFrame& frame) {
  const std::size_t leds = chain_.leds.size();
  watch_strange_spots(frame);
  if (!wanted_ || frame.capture_time < next_ || frame.marker_count < static_cast<int>(leds)) return;
  Seen& seen = pictures_[count_ % kMostPictures];
  for (std::size_t i = 0; i < leds; ++i) {
    const MarkerMeasurement& marker = frame.markers[i];
    newest_.seen[i] = marker.seen && marker.uv_px.allFinite() && marker.covariance.allFinite();
    newest_.uv[i] = newest_.seen[i] ? marker.uv_px : Vector2::Zero();
  }
  const auto located = locate_robot(camera_, chain_, newest_);
  if (!located) return;
  for (std::size_t i = 0; i < leds; ++i) {
    seen.seen[i] = newest_.seen[i];
    seen.misfits[i] = located->misfits[i];
    const double variance = 0.5 * frame.markers[i].covariance.trace() + sigma_floor_ * sigma_floor_;
    const double metres_per_pixel = std::sqrt(
        std::abs(camera_.back_projection_jacobian(newest_.uv[i], chain_.leds[i].height).determinant()));
    seen.sigmas[i] = metres_per_pixel > 0.0 ? std::sqrt(variance) / metres_per_pixel : 0.0;
  }
  next_ = frame.capture_time + kBetween;
  ++count_;
  misfit_.store(judge(), std::memory_order_relaxed);
}

void LengthCheck::watch_strange_spots(const MarkerFrame& frame) {
  const int leds = static_cast<int>(chain_.leds.size());
  if (frame.marker_count < leds) return;
  const bool any = std::any_of(frame.markers.begin(), frame.markers.begin() + leds,
                               [](const MarkerMeasurement& marker) { return marker.seen; });
  strange_pictures_ = any || frame.blob_count < leds ? 0 : strange_pictures_ + 1;
  strange_spots_.store(strange_pictures_ < kMostPictures ? 0 : frame.blob_count, std::memory_order_relaxed);
}

LedMisfit LengthCheck::judge() const {
  LedMisfit worst;
  double worst_share = 1.0;
  for (std::size_t led = 0; led < chain_.leds.size(); ++led) {
    Values u, v, sigma;
    for (std::size_t i = 0; i < std::min(count_, kMostPictures); ++i) {
      const Seen& picture = pictures_[i];
      if (!picture.seen[led]) continue;
      u.add(picture.misfits[led].x());
      v.add(picture.misfits[led].y());
      sigma.add(picture.sigmas[led]);
    }
    if (u.count < kFewestPictures) continue;
    const double off = std::hypot(u.median(), v.median());
    const double allowed = std::min(kMostMisfit, std::max(kMostSigmas * sigma.median(), kFinestCheck));
    if (!(off > worst_share * allowed)) continue;
    worst_share = off / allowed;
    worst = {thousandths(off), thousandths(allowed), static_cast<std::uint8_t>(led),
             static_cast<std::uint8_t>(u.count)};
  }
  return worst;
}

std::string LengthCheck::trouble() const {
  if (const int spots = strange_spots_.load(std::memory_order_relaxed); spots > 0) {
    return std::to_string(spots) +
           " spots are seen, none as far apart as the robot's LEDs: has the camera moved? " + kPoseRemedy;
  }
  const LedMisfit found = misfit();
  if (found.pictures == 0) return {};
  std::array<char, 160> numbers;
  std::snprintf(numbers.data(), numbers.size(),
                " is %.2f px off where lengths and camera put it (%u pictures, %.2f px allowed)",
                1e-3 * found.off, static_cast<unsigned>(found.pictures), 1e-3 * found.allowed);
  return "LED " + chain_.leds[found.led].name.substr(0, 32) + numbers.data();
}

std::string LengthCheck::objection() const {
  std::string found = trouble();
  if (found.empty() || strange_spots_.load(std::memory_order_relaxed) > 0) return found;
  // Below the limit for all it is the noise believed that decides, and a calibration can be no better than it
  // is.
  const bool by_sigma = misfit().allowed < thousandths(kMostMisfit);
  return found + ": " + kLengthRemedy + (by_sigma ? "; or raise marker_sigma_floor_mm" : "");
}

}  // namespace freefloat
