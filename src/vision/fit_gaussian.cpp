#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "vision/refine_centroid.h"

namespace freefloat {
namespace {

constexpr int kMaxFitSide = 64;
constexpr int kMaxFitIterations = 15;
constexpr double kFitWindowSigmas = 3.5;

using Vector5 = Eigen::Matrix<double, 5, 1>;
using Matrix5 = Eigen::Matrix<double, 5, 5>;

// Amplitude, centre u, centre v, standard deviation along u, along v.
enum Parameter { kAmplitude, kU, kV, kSigmaU, kSigmaV };

struct NormalEquations {
  Matrix5 matrix = Matrix5::Zero();
  Vector5 right = Vector5::Zero();
  int used = 0;
};

NormalEquations build(const ImageView& image, const LocalBackground& background, const PixelNoise& noise,
                      const PixelBox& box, const Vector5& p) {
  std::array<double, kMaxFitSide> gu{};
  for (int u = box.u0; u < box.u1; ++u) {
    const double d = (u - p[kU]) / p[kSigmaU];
    gu[u - box.u0] = std::exp(-0.5 * d * d);
  }
  NormalEquations equations;
  for (int v = box.v0; v < box.v1; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    const double dv = (v - p[kV]) / p[kSigmaV];
    const double gv = std::exp(-0.5 * dv * dv);
    for (int u = box.u0; u < box.u1; ++u) {
      if (row[u] == kFullScale) continue;
      const double du = (u - p[kU]) / p[kSigmaU];
      const double shape = gu[u - box.u0] * gv;
      const double model = p[kAmplitude] * shape;
      const double under = background.level + background.slope.dot(Vector2{u, v} - background.centre);
      const double weight = 1.0 / (noise.dark_variance + noise.shot_variance * model);
      const double residual = row[u] - under - model;
      Vector5 slope;
      slope << shape, model * du / p[kSigmaU], model * dv / p[kSigmaV], model * du * du / p[kSigmaU],
          model * dv * dv / p[kSigmaV];
      equations.matrix.noalias() += (weight * slope) * slope.transpose();
      equations.right.noalias() += (weight * residual) * slope;
      ++equations.used;
    }
  }
  return equations;
}

PixelBox window_of(const ImageView& image, const Vector5& p) {
  const Vector2 reach = kFitWindowSigmas * p.segment<2>(kSigmaU);
  return box_within(image, p.segment<2>(kU), reach.cwiseMin(0.5 * kMaxFitSide - 1.0));
}

}  // namespace

bool fit_gaussian(const ImageView& image, const LocalBackground& background, const PixelNoise& noise,
                  Blob& blob) {
  Vector5 p;
  // A clipped spot looks wider and dimmer than it is.
  p << 1.3 * blob.peak, blob.uv_px.x(), blob.uv_px.y(), 0.9 * std::sqrt(blob.shape_px(0, 0)),
      0.9 * std::sqrt(blob.shape_px(1, 1));
  const Vector5 start = p;
  NormalEquations equations;
  bool settled = false;
  for (int iteration = 0; iteration < kMaxFitIterations && !settled; ++iteration) {
    equations = build(image, background, noise, window_of(image, p), p);
    if (equations.used < 12) return false;
    const Vector5 step = equations.matrix.ldlt().solve(equations.right);
    if (!step.allFinite()) return false;
    const Vector5 limit{{0.5 * p[kAmplitude], 0.7, 0.7, 0.2 * p[kSigmaU], 0.2 * p[kSigmaV]}};
    const double scale = std::min(1.0, (limit.array() / (step.array().abs() + 1e-12)).minCoeff());
    p += scale * step;
    settled = scale == 1.0 && step.segment<2>(kU).norm() < 1e-3;
  }
  const bool plausible = settled && p[kAmplitude] > 0.0 && p[kAmplitude] < 50.0 * blob.peak &&
                         (p.segment<2>(kU) - start.segment<2>(kU)).norm() < 3.0 && p[kSigmaU] > 0.3 &&
                         p[kSigmaV] > 0.3 && p[kSigmaU] < 2.5 * start[kSigmaU] &&
                         p[kSigmaV] < 2.5 * start[kSigmaV];
  if (!plausible) return false;
  blob.uv_px = p.segment<2>(kU);
  blob.shape_px = Vector2{p[kSigmaU] * p[kSigmaU], p[kSigmaV] * p[kSigmaV]}.asDiagonal();
  const Matrix5 covariance = equations.matrix.ldlt().solve(Matrix5::Identity());
  blob.covariance_px = covariance.block<2, 2>(kU, kU);
  blob.flux = 2.0 * std::numbers::pi * p[kAmplitude] * p[kSigmaU] * p[kSigmaV];
  return true;
}

}  // namespace freefloat
