#include "vision/refine_centroid.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace freefloat {
namespace {

constexpr int kMaxSide = 48;           // pixels; larger spots are weighted over their core only
constexpr double kWindowSigmas = 3.3;  // beyond, weight times light is below half a percent of the peak
constexpr int kMaxIterations = 4;
constexpr double kLongestStep = 3.0;  // pixels
constexpr double kMostOff = 2.0;      // pixels; farther from the centre of the light is another's

// A part of the picture with its background taken away, columns padded with zeros to a multiple of four.
struct Patch {
  int u0 = 0, v0 = 0, columns = 0, rows = 0, stride = 0;
  alignas(16) std::array<float, kMaxSide * kMaxSide> light;
};

void cut_patch(const ImageView& image, const LocalBackground& background, const Blob& blob, Patch& patch) {
  const Vector2 reach = kWindowSigmas * blob.shape_px.diagonal().cwiseSqrt();
  const auto [u0, v0, u1, v1] = box_within(image, blob.uv_px, reach.cwiseMin(0.5 * kMaxSide - 1.0));
  patch.u0 = u0;
  patch.v0 = v0;
  patch.columns = u1 - u0;
  patch.rows = v1 - v0;
  patch.stride = (patch.columns + 3) / 4 * 4;
  for (int j = 0; j < patch.rows; ++j) {
    const std::uint8_t* const row = image.pixels + (v0 + j) * image.stride + u0;
    float* const light = patch.light.data() + j * patch.stride;
    const float left =
        static_cast<float>(background.level + background.slope.dot(Vector2{u0, v0 + j} - background.centre));
    const float slope = static_cast<float>(background.slope.x());
    for (int i = 0; i < patch.columns; ++i) {
      light[i] = static_cast<float>(row[i]) - (left + slope * static_cast<float>(i));
    }
    for (int i = patch.columns; i < patch.stride; ++i) light[i] = 0.0f;
  }
}

struct Moments {
  double mass = 0.0;                 // sum of weight * light
  Vector2 mean = Vector2::Zero();    // from the weight's centre, pixels
  Matrix2 second = Matrix2::Zero();  // about that centre, pixels^2
};

using Row = Eigen::Array<float, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxSide, 1>;

// Distances of `count` pixels from the weight's centre, pixels.
Row distances(double centre, int begin, int count) {
  return Row::LinSpaced(count, 0.0f, static_cast<float>(count - 1)) + static_cast<float>(begin - centre);
}

Row gaussian(const Row& distance, double variance) {
  return (distance.square() * static_cast<float>(-0.5 / variance)).exp();
}

// Moments under a separable Gaussian weight, second moments on request only. Sums run down the columns first:
// whole rows are added, which is vector code.
template <bool kSecond>
Moments weigh(const Patch& patch, const Vector2& centre, const Vector2& variance) {
  const Row x = distances(centre.x(), patch.u0, patch.stride);
  const Row y = distances(centre.y(), patch.v0, patch.rows);
  const Row along_x = gaussian(x, variance.x());
  const Row along_y = gaussian(y, variance.y());
  Row sum0 = Row::Zero(patch.stride);
  Row sum1 = Row::Zero(patch.stride);
  Row sum2 = Row::Zero(patch.stride);
  for (int j = 0; j < patch.rows; ++j) {
    const Eigen::Map<const Row, Eigen::Aligned16> light(patch.light.data() + j * patch.stride, patch.stride);
    const float weight = along_y[j];
    const float first = weight * y[j];
    sum0 += weight * light;
    sum1 += first * light;
    if constexpr (kSecond) sum2 += (first * y[j]) * light;
  }
  Moments result;
  result.mass = (along_x * sum0).sum();
  const Row weighted_x = along_x * x;
  result.mean = Vector2{(weighted_x * sum0).sum(), (along_x * sum1).sum()} / result.mass;
  if constexpr (kSecond) {
    const double xy = (weighted_x * sum1).sum() / result.mass;
    result.second << (weighted_x * x * sum0).sum() / result.mass, xy, xy,
        (along_x * sum2).sum() / result.mass;
  }
  return result;
}

bool is_covariance(const Matrix2& m, double smallest, double largest) {
  return m(0, 0) > smallest && m(0, 0) < largest && m(1, 1) > smallest && m(1, 1) < largest &&
         m(0, 1) * m(0, 1) < 0.9 * m(0, 0) * m(1, 1);
}

void refine_by_matched_weight(const ImageView& image, const LocalBackground& background,
                              const PixelNoise& noise, Blob& blob) {
  Patch patch;
  cut_patch(image, background, blob, patch);
  if (patch.columns < 3 || patch.rows < 3) return;
  const double start_variance = std::sqrt(blob.shape_px(0, 0) * blob.shape_px(1, 1));
  const Vector2 start = blob.uv_px;
  const double alpha = best_weight_ratio(noise.shot_variance * blob.peak / noise.dark_variance);
  Matrix2 spot = blob.shape_px;
  Matrix2 weight = spot;
  Moments moments;
  bool held = true;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    moments = iteration == 0 ? weigh<true>(patch, blob.uv_px, weight.diagonal())
                             : weigh<false>(patch, blob.uv_px, weight.diagonal());
    held = moments.mass > 0.0;
    if (!held) break;
    // The product of weight W and spot S is a Gaussian with covariance C = (W^-1 + S^-1)^-1 and mean C S^-1
    // (offset).
    if (iteration == 0) {
      const Matrix2 product = moments.second - moments.mean * moments.mean.transpose();
      const Matrix2 measured = (product.inverse() - weight.inverse()).inverse();
      if (is_covariance(measured, 0.2 * start_variance, 5.0 * start_variance)) spot = measured;
    }
    const Vector2 shift = moments.mean + spot * weight.inverse() * moments.mean;
    held = shift.norm() < kLongestStep;
    if (!held) break;
    blob.uv_px += shift;
    if (iteration > 0 && shift.norm() < 0.02) break;
    weight = (alpha * spot.diagonal()).asDiagonal();
  }
  blob.uneven = !held || !((blob.uv_px - start).norm() <= kMostOff);
  if (blob.uneven) blob.uv_px = start;

  blob.shape_px = spot;
  const Matrix2 weight_inverse = weight.inverse();
  const Matrix2 spot_inverse = spot.inverse();
  const Matrix2 product = (weight_inverse + spot_inverse).inverse();
  const double two_pi = 2.0 * std::numbers::pi;
  const double amplitude =
      std::max(moments.mass / (two_pi * std::sqrt(product.determinant())), 0.3 * blob.peak);
  blob.flux = amplitude * two_pi * std::sqrt(spot.determinant());
  // Variance of the weighted first moments: constant noise sees weight^2, shot noise weight^2 * spot.
  const Matrix2 half = 0.5 * weight;
  const Matrix2 shot = (2.0 * weight_inverse + spot_inverse).inverse();
  const Matrix2 moment_covariance =
      two_pi * (noise.dark_variance * std::sqrt(half.determinant()) * half +
                noise.shot_variance * amplitude * std::sqrt(shot.determinant()) * shot);
  const double mass = amplitude * two_pi * std::sqrt(product.determinant());
  const Matrix2 gain = (Matrix2::Identity() + spot * weight_inverse) / mass;
  blob.covariance_px = gain * moment_covariance * gain.transpose();
}

}  // namespace

double best_weight_ratio(double shot_share) {
  // Newton would do as well; a few bisections of the derivative of the logarithm are safe for any input.
  double low = 1.0;
  double high = 3.0;
  for (int i = 0; i < 4; ++i) {
    const double alpha = 0.5 * (low + high);
    const double a2 = (2.0 + alpha) * (2.0 + alpha);
    const double slope = 4.0 / (1.0 + alpha) - 2.0 / alpha -
                         4.0 * shot_share / ((2.0 + alpha) * a2) / (0.5 + 2.0 * shot_share / a2);
    (slope < 0.0 ? low : high) = alpha;
  }
  return 0.5 * (low + high);
}

void refine_centroid(const ImageView& image, const LocalBackground& background, const PixelNoise& noise,
                     Blob& blob) {
  refine_by_matched_weight(image, background, noise, blob);
  if (blob.saturated) fit_gaussian(image, background, noise, blob);
}

}  // namespace freefloat
