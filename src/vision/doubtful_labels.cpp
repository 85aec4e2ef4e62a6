#include "vision/doubtful_labels.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr double kWideGate = 0.012;       // m; that of an LED which was not seen for some pictures
constexpr double kMostVarianceRatio = 2;  // of an LED's spot over the usual one, or the other way round
constexpr double kMostFluxRatio = 3;      // the same of its light
constexpr double kRunTogether = 3.5;      // standard deviations of a spot from its middle to the hidden one
constexpr double kStandsWithin = 0.0025;  // m; what stands stays within

double shape_variance(const Blob& blob) {
  return std::sqrt(std::max(0.0, blob.shape_px.determinant()));
}

/// Values of some LEDs.
struct LedValues {
  std::array<double, kMaxMarkers> values{};
  int count = 0;

  void add(double value) { values[count++] = value; }
  /// @return Of at least one value, the upper one of two.
  double median() {
    std::nth_element(values.begin(), values.begin() + count / 2, values.begin() + count);
    return values[count / 2];
  }
};

bool is_like(double value, double usual, double most_ratio) {
  return value <= most_ratio * usual && usual <= most_ratio * value;
}

}  // namespace

void drop_unlike_returned(const MarkerScene& scene, const BlobList& blobs, const MappedBlobs& mapped,
                          const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                          Labels& labels, Reasons& reasons) {
  Labels tracked = no_labels();  // without a gap
  LedValues variances, fluxes;
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob || expected[m].gate > kWideGate) continue;
    tracked[m] = labels[m];
    variances.add(shape_variance(blobs.blobs[labels[m]]));
    fluxes.add(blobs.blobs[labels[m]].flux);
  }
  if (variances.count < 2) return;
  const bool angles_hold = weigh_joints(scene, mapped, tracked, check) != JointEvidence::kContradicts;
  const double variance = variances.median();
  const double flux = fluxes.median();
  for (int m = 0; m < scene.robot_count; ++m) {
    if (labels[m] == kNoBlob || tracked[m] != kNoBlob) continue;
    const Blob& blob = blobs.blobs[labels[m]];
    Labels with = tracked;
    with[m] = labels[m];
    const bool like = is_like(shape_variance(blob), variance, kMostVarianceRatio) &&
                      is_like(blob.flux, flux, kMostFluxRatio);
    if (!like) {
      reasons[m] = Unseen::kUnlikeAnLed;
    } else if (angles_hold && weigh_joints(scene, mapped, with, check) == JointEvidence::kContradicts) {
      reasons[m] = Unseen::kWrongLength;
    } else {
      continue;
    }
    labels[m] = kNoBlob;
  }
}

void drop_run_together(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                       const MappedBlobs& mapped, const SpotMemory& memory, int plane, Labels& labels,
                       Reasons& reasons) {
  const auto is_seen = [&](const Vector2& place) {
    for (int i = 0; i < mapped.count; ++i) {
      if ((mapped.at(plane, i) - place).norm() < kStandsWithin) return true;
    }
    return false;
  };
  for (int m = 0; m < scene.count(); ++m) {
    if (labels[m] == kNoBlob) continue;
    const Blob& blob = blobs.blobs[labels[m]];
    const Vector2& place = mapped.at(plane, labels[m]);
    const double metres_per_pixel =
        std::sqrt(std::abs(camera.back_projection_jacobian(blob.uv_px, scene.heights[plane]).determinant()));
    const double reach = kRunTogether * std::sqrt(shape_variance(blob)) * metres_per_pixel;
    for (int s = 0; s < memory.count; ++s) {
      const FollowedSpot& spot = memory.spots[s];
      const double distance = (spot.first - place).norm();
      const bool beside = distance > kStandsWithin && distance < reach;
      if (!beside || !stands(spot) || is_seen(spot.first)) continue;
      labels[m] = kNoBlob;
      reasons[m] = Unseen::kTwoSpots;
      break;
    }
  }
}

}  // namespace freefloat
