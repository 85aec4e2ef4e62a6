#include "vision/foreign_spots.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr double kMostWidth = 2.5;        // of a spot, over that of the robot's LEDs
constexpr double kGlassThickness = 0.02;  // m; the mirror is one of its faces
constexpr double kMirrorReach = 3.0;      // px
constexpr double kMirrorShare = 0.9;      // of the LED's light, at most

bool is_taken(const Labels& labels, int blob) {
  return std::find(labels.begin(), labels.end(), blob) != labels.end();
}

double variance_of(const Blob& blob) {
  return std::sqrt(std::max(0.0, blob.shape_px.determinant()));
}

// Of the robot's LEDs: the middle one, pixels^2; zero when none was found.
double usual_variance(const MarkerScene& scene, const BlobList& blobs, const Labels& labels) {
  std::array<double, kMaxMarkers> variances{};
  int count = 0;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] != kNoBlob) variances[count++] = variance_of(blobs.blobs[labels[m]]);
  }
  if (count == 0) return 0.0;
  std::nth_element(variances.begin(), variances.begin() + count / 2, variances.begin() + count);
  return variances[count / 2];
}

double distance_to_segment(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 way = b - a;
  const double square = way.squaredNorm();
  const double along = square > 0.0 ? std::clamp((p - a).dot(way) / square, 0.0, 1.0) : 0.0;
  return (p - a - along * way).norm();
}

void mark_mirror_image(const CameraModel& camera, const BlobList& blobs, const Vector2& p_WM, double height,
                       int original, std::array<bool, kMaxBlobs>& foreign) {
  if (!p_WM.allFinite()) return;
  const auto upper = camera.project(p_WM, -height);
  const auto lower = camera.project(p_WM, -height - 2.0 * kGlassThickness);
  if (!upper || !lower) return;
  for (int i = 0; i < blobs.count; ++i) {
    if (i == original || blobs.blobs[i].flux > kMirrorShare * blobs.blobs[original].flux) continue;
    if (distance_to_segment(blobs.blobs[i].uv_px, *upper, *lower) < kMirrorReach) foreign[i] = true;
  }
}

}  // namespace

void mark_foreign_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                        const MappedBlobs& mapped, const Labels& labels,
                        std::array<bool, kMaxBlobs>& foreign) {
  const double usual = usual_variance(scene, blobs, labels);
  for (int i = 0; i < blobs.count; ++i) {
    const double ratio = usual > 0.0 ? variance_of(blobs.blobs[i]) / usual : 1.0;
    if (ratio > kMostWidth * kMostWidth || ratio * kMostWidth * kMostWidth < 1.0) foreign[i] = true;
  }
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob) continue;
    mark_mirror_image(camera, blobs, mapped.at(m, labels[m]), scene.heights[m], labels[m], foreign);
  }
  if (scene.target_count == 0) return;
  const int target = scene.robot_count;
  for (int i = 0; i < blobs.count; ++i) {
    if (foreign[i] || is_taken(labels, i)) continue;
    mark_mirror_image(camera, blobs, mapped.at(target, i), scene.heights[target], i, foreign);
  }
}

}  // namespace freefloat
