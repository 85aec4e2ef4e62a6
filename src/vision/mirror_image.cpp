#include "vision/mirror_image.h"

#include <Eigen/LU>
#include <cmath>

namespace freefloat {
namespace {

constexpr double kReach = 16.0;        // pixels; farther off it pulls at no spot
constexpr double kWeightToSpot = 2.0;  // variance of the centroid's weight over that of the spot
constexpr double kUnknown = 0.3;       // of the pull: the glass does not mirror everywhere alike
constexpr int kIterations = 8;

// How far a second Gaussian of the same width at `distance` pulls a centroid that is weighted by a Gaussian:
// where the weighted light of both balances, x g(x) = share (distance - x) g(distance - x).
double pull_of(double distance, double share, double variance) {
  double x = 0.0;
  for (int i = 0; i < kIterations; ++i) {
    const double other = distance - x;
    const double ratio = share * std::exp(0.5 * (x * x - other * other) / variance);
    x = ratio * distance / (1.0 + ratio);
  }
  return x;
}

}  // namespace

void take_off_mirror_image(const CameraModel& camera, double height, const Blob& blob, double share,
                           MarkerMeasurement& marker) {
  const auto mirrored = camera.project(marker.p_WM, -height);
  if (!mirrored) return;
  const Vector2 way = *mirrored - blob.uv_px;
  const double distance = way.norm();
  if (!(distance > 0.0 && distance < kReach)) return;
  const double spot = std::sqrt(std::max(0.0, blob.shape_px.determinant()));
  const Vector2 pull = pull_of(distance, share, spot * (1.0 + kWeightToSpot)) / distance * way;
  const Matrix2 scale = camera.back_projection_jacobian(blob.uv_px, height);
  const Vector2 shift = scale * pull;
  marker.uv_px -= pull;
  marker.p_WM -= shift;
  marker.covariance += kUnknown * kUnknown * shift * shift.transpose();
}

}  // namespace freefloat
