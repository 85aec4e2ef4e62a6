#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "types/image_view.h"
#include "types/joint_vector.h"

namespace freefloat {

/// A picture built light by light, independent of the simulated camera's code.
class TestPicture {
 public:
  TestPicture(int width, int height, double background)
      : width_(width), height_(height), light_(width * height, background) {}

  /// Background that grows by `by_u` grey levels a column and `by_v` a row.
  void add_gradient(double by_u, double by_v) {
    for (int v = 0; v < height_; ++v) {
      for (int u = 0; u < width_; ++u) at(u, v) += by_u * u + by_v * v;
    }
  }

  /// A Gaussian spot, integrated over each pixel; `peak` is its height before integration.
  void add_spot(const Vector2& uv, double peak, double sigma) {
    const int reach = static_cast<int>(6.0 * sigma) + 2;
    const double flux = peak * 2.0 * std::numbers::pi * sigma * sigma;
    const int cu = static_cast<int>(uv.x());
    const int cv = static_cast<int>(uv.y());
    for (int v = std::max(0, cv - reach); v <= std::min(height_ - 1, cv + reach); ++v) {
      for (int u = std::max(0, cu - reach); u <= std::min(width_ - 1, cu + reach); ++u) {
        at(u, v) += flux * share(u - uv.x(), sigma) * share(v - uv.y(), sigma);
      }
    }
  }

  double light(int u, int v) const { return light_[v * width_ + u]; }

  /// Adds noise of variance read^2 + shot^2 * light and rounds to 8 bits.
  ImageView expose(double read, double shot, std::mt19937_64& random) {
    pixels_.resize(light_.size());
    for (std::size_t i = 0; i < light_.size(); ++i) {
      const double deviation = std::sqrt(read * read + shot * shot * std::max(0.0, light_[i]));
      pixels_[i] = static_cast<std::uint8_t>(
          std::clamp(std::lround(light_[i] + deviation * normal(random)), 0l, 255l));
    }
    return {pixels_.data(), width_, height_, width_};
  }

  /// Normal number by Box and Muller: the same on every machine, unlike std::normal_distribution.
  static double normal(std::mt19937_64& random) {
    const double a = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
    const double b = static_cast<double>(random() >> 11) * 0x1p-53;
    return std::sqrt(-2.0 * std::log(a)) * std::cos(2.0 * std::numbers::pi * b);
  }

  static double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

 private:
  static double share(double distance, double sigma) {
    const double scale = 1.0 / (sigma * std::numbers::sqrt2);
    return 0.5 * (std::erf((distance + 0.5) * scale) - std::erf((distance - 0.5) * scale));
  }
  double& at(int u, int v) { return light_[v * width_ + u]; }

  int width_;
  int height_;
  std::vector<double> light_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace freefloat
