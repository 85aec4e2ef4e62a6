#include "calibration/edge_width.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace freefloat {
namespace {

constexpr double kSampleStep = 0.25;   // pixels
constexpr double kLeastContrast = 20;  // grey levels

/// Linear between the four pixels around; nothing outside.
std::optional<double> sample(const ImageView& picture, const Vector2& at) {
  const auto u = static_cast<int>(std::floor(at.x()));
  const auto v = static_cast<int>(std::floor(at.y()));
  if (u < 0 || v < 0 || u + 1 >= picture.width || v + 1 >= picture.height) return std::nullopt;
  const double du = at.x() - u;
  const double dv = at.y() - v;
  const std::uint8_t* row = picture.pixels + v * picture.stride + u;
  const std::uint8_t* next = row + picture.stride;
  return (1.0 - dv) * ((1.0 - du) * row[0] + du * row[1]) + dv * ((1.0 - du) * next[0] + du * next[1]);
}

/// @return Width of the step across the edge from a to b, pixels.
std::optional<double> width_across(const ImageView& picture, const Vector2& a, const Vector2& b) {
  const Vector2 along = b - a;
  const double length = along.norm();
  if (length < 6.0) return std::nullopt;
  const Vector2 across = Vector2(-along.y(), along.x()) / length;
  const double reach = 0.4 * length;
  std::vector<double> profile;
  for (double s = -reach; s <= reach; s += kSampleStep) {
    const auto value = sample(picture, 0.5 * (a + b) + s * across);
    if (!value) return std::nullopt;
    profile.push_back(*value);
  }
  const std::size_t end = std::max<std::size_t>(2, profile.size() / 8);
  double low = 0.0;
  double high = 0.0;
  for (std::size_t i = 0; i < end; ++i) {
    low += profile[i] / static_cast<double>(end);
    high += profile[profile.size() - 1 - i] / static_cast<double>(end);
  }
  if (std::abs(high - low) < kLeastContrast) return std::nullopt;
  const auto crossing = [&](double share) {
    for (std::size_t i = 1; i < profile.size(); ++i) {
      const double before = (profile[i - 1] - low) / (high - low) - share;
      const double after = (profile[i] - low) / (high - low) - share;
      if (before < 0.0 && after >= 0.0)
        return kSampleStep * (static_cast<double>(i - 1) + before / (before - after));
    }
    return 0.0;
  };
  return crossing(0.9) - crossing(0.1);
}

}  // namespace

double measure_edge_width(const ImageView& picture, const BoardLayout& layout, const BoardView& view) {
  std::vector<double> widths;
  for (std::size_t i = 0; i < view.corners.size(); ++i) {
    for (const int step : {1, layout.columns}) {
      if (step == 1 && (view.corners[i].id + 1) % layout.columns == 0) continue;
      for (std::size_t j = i + 1; j < view.corners.size(); ++j) {
        if (view.corners[j].id != view.corners[i].id + step) continue;
        const auto width = width_across(picture, view.corners[i].uv, view.corners[j].uv);
        if (width && *width > 0.0) widths.push_back(*width);
        break;
      }
    }
  }
  if (widths.empty()) return 0.0;
  const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::nth_element(widths.begin(), middle, widths.end());
  return *middle;
}

}  // namespace freefloat
