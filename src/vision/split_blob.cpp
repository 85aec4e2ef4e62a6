#include "vision/split_blob.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace freefloat {
namespace {

constexpr int kMaxSplitSide = 64;
constexpr int kMaxSplitIterations = 25;
constexpr double kMaxUnequal = 4.0;  // ratio of the two LEDs' brightness
// Separations in standard deviations of a spot. The limit is on the expected one: accepting by the separation
// found would favour the errors that make it larger.
constexpr double kLeastExpected = 1.1;
constexpr double kLeastFound = 0.6;
constexpr double kMostUncertain = 0.4;  // of a part's position, in the same unit

// Amplitude, u, v of the first part, then of the second.
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

struct Problem {
  const ImageView& image;
  PixelBox box;
  double background;
  double variance;
  const PixelNoise& noise;
};

struct Evaluation {
  double cost = 0.0;  // sum of squared residuals over their variance
  Matrix6 matrix = Matrix6::Zero();
  Vector6 right = Vector6::Zero();
  int used = 0;
};

Evaluation evaluate(const Problem& problem, const Vector6& p) {
  const PixelBox& box = problem.box;
  std::array<std::array<double, kMaxSplitSide>, 2> gu{};
  for (std::size_t k = 0; k < 2; ++k) {
    for (int u = box.u0; u < box.u1; ++u) {
      const double d = u - p[3 * static_cast<int>(k) + 1];
      gu[k][u - box.u0] = std::exp(-0.5 * d * d / problem.variance);
    }
  }
  Evaluation result;
  for (int v = box.v0; v < box.v1; ++v) {
    const std::uint8_t* const row = problem.image.pixels + v * problem.image.stride;
    const double d1 = v - p[2];
    const double d2 = v - p[5];
    const double g1 = std::exp(-0.5 * d1 * d1 / problem.variance);
    const double g2 = std::exp(-0.5 * d2 * d2 / problem.variance);
    for (int u = box.u0; u < box.u1; ++u) {
      if (row[u] == kFullScale) continue;
      const double shape1 = g1 * gu[0][u - box.u0];
      const double shape2 = g2 * gu[1][u - box.u0];
      const double light1 = p[0] * shape1 / problem.variance;
      const double light2 = p[3] * shape2 / problem.variance;
      const double model = p[0] * shape1 + p[3] * shape2;
      const double residual = row[u] - problem.background - model;
      // Shot noise from the pixel itself, not the model: the weights then stay the same from step to step.
      const double light = std::max(0.0, row[u] - problem.background);
      const double weight = 1.0 / (problem.noise.dark_variance + problem.noise.shot_variance * light);
      Vector6 slope;
      slope << shape1, light1 * (u - p[1]), light1 * d1, shape2, light2 * (u - p[4]), light2 * d2;
      result.cost += weight * residual * residual;
      result.matrix.noalias() += (weight * slope) * slope.transpose();
      result.right.noalias() += (weight * residual) * slope;
      ++result.used;
    }
  }
  return result;
}

Blob make_part(const Blob& merged, const Vector6& p, const Matrix6& covariance, int k, double variance) {
  Blob part = merged;
  part.uneven = false;
  part.uv_px = p.segment<2>(3 * k + 1);
  part.covariance_px = covariance.block<2, 2>(3 * k + 1, 3 * k + 1);
  part.shape_px = variance * Matrix2::Identity();
  part.peak = p[3 * k];
  part.flux = 2.0 * std::numbers::pi * variance * p[3 * k];
  return part;
}

}  // namespace

bool split_blob(const ImageView& image, const Blob& merged, const std::array<Vector2, 2>& expected_px,
                double variance, const PixelNoise& noise, std::array<Blob, 2>& parts) {
  const double sigma = std::sqrt(variance);
  const Vector2 apart = expected_px[1] - expected_px[0];
  const double distance = apart.norm();
  if (!(sigma > 0.3) || !(distance > kLeastExpected * sigma) || !(distance < 10.0 * sigma)) return false;

  const int reach = static_cast<int>(std::ceil(3.5 * sigma + 0.5 * distance)) + 1;
  if (2 * reach + 1 > kMaxSplitSide) return false;
  const Problem problem{image, box_about(merged.uv_px, reach).cut_to(image), merged.background, variance,
                        noise};
  Vector6 p;
  p << 0.7 * merged.peak, merged.uv_px - 0.5 * apart, 0.7 * merged.peak, merged.uv_px + 0.5 * apart;

  Evaluation now = evaluate(problem, p);
  if (now.used < 20) return false;
  double damping = 1e-2;
  bool settled = false;
  for (int iteration = 0; iteration < kMaxSplitIterations && !settled; ++iteration) {
    Matrix6 damped = now.matrix;
    damped.diagonal() *= 1.0 + damping;
    const Vector6 step = damped.ldlt().solve(now.right);
    if (!step.allFinite()) return false;
    const Evaluation next = evaluate(problem, p + step);
    if (next.cost <= now.cost) {
      p += step;
      settled = std::max(step.segment<2>(1).norm(), step.segment<2>(4).norm()) < 2e-3;
      now = next;
      damping = std::max(0.1 * damping, 1e-9);
    } else {
      damping *= 10.0;
      settled = damping > 1e6;
    }
  }
  const double brighter = std::max(p[0], p[3]);
  const double fainter = std::min(p[0], p[3]);
  const double separation = (p.segment<2>(4) - p.segment<2>(1)).norm();
  if (!settled || !(fainter > 0.0) || brighter > kMaxUnequal * fainter ||
      !(separation > kLeastFound * sigma) || (p.segment<2>(1) - merged.uv_px).norm() > reach ||
      (p.segment<2>(4) - merged.uv_px).norm() > reach) {
    return false;
  }
  const Matrix6 covariance = now.matrix.ldlt().solve(Matrix6::Identity());
  if (!covariance.allFinite()) return false;
  const double limit = kMostUncertain * kMostUncertain * variance;
  for (const int i : {1, 2, 4, 5}) {
    if (!(covariance(i, i) > 0.0 && covariance(i, i) < limit)) return false;
  }
  parts = {make_part(merged, p, covariance, 0, variance), make_part(merged, p, covariance, 1, variance)};
  return true;
}

}  // namespace freefloat
