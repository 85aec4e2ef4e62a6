#include "vision/separate_markers.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "vision/split_blob.h"

namespace freefloat {
namespace {

constexpr double kReachSigmas = 8.0;  // spots farther apart than this many standard deviations do not touch

// Mean variance of the spots of single LEDs in this picture, pixels^2; zero when there is none.
double spot_variance(const BlobList& blobs, const Labels& labels) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t a = 0; a < labels.size(); ++a) {
    if (labels[a] == kNoBlob) continue;
    const Blob& blob = blobs.blobs[labels[a]];
    const double variance = std::sqrt(std::max(0.0, blob.shape_px.determinant()));
    const double reach = kReachSigmas * std::sqrt(variance);
    const bool alone = std::none_of(labels.begin(), labels.end(), [&](int other) {
      return other != kNoBlob && other != labels[a] && (blobs.blobs[other].uv_px - blob.uv_px).norm() < reach;
    });
    if (!alone || blob.saturated) continue;
    sum += variance;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

bool is_labelled(const Labels& labels, int blob) {
  return std::find(labels.begin(), labels.end(), blob) != labels.end();
}

struct Separator {
  const ImageView& image_;
  const CameraModel& camera_;
  const MarkerScene& scene_;
  const std::array<ExpectedMarker, kMaxMarkers>& expected_;
  const VisionConfig& config_;
  BlobList& blobs_;
  MappedBlobs& mapped_;
  Labels& labels_;
  double variance_;  // of the spots of single LEDs

  // Both LEDs open: they may share a spot. Both labelled, but near: each spot carries the other's skirt.
  void separate(int a, int b) {
    const int blob_a = label(a);
    const int blob_b = label(b);
    if ((blob_a == kNoBlob) != (blob_b == kNoBlob) || blobs_.count + 2 > kMaxBlobs) return;
    if (blob_a == kNoBlob) {
      split_shared_spot(a, b);
    } else {
      part_neighbours(a, b, blob_a, blob_b);
    }
  }

  using Pair = std::array<Blob, 2>;

  int& label(int marker) { return labels_[marker]; }
  const Blob& blob(int index) const { return blobs_.blobs[index]; }
  const ExpectedMarker& expected(int marker) const { return expected_[marker]; }
  double height(int marker) const { return scene_.heights[marker]; }
  double reach() const { return kReachSigmas * std::sqrt(variance_); }

  void split_shared_spot(int a, int b) {
    if (!expected(a).known || !expected(b).known) return;
    const auto uv_a = camera_.project(expected(a).p_WM, height(a));
    const auto uv_b = camera_.project(expected(b).p_WM, height(b));
    if (!uv_a || !uv_b || (*uv_b - *uv_a).norm() > reach()) return;
    const double metres_per_pixel =
        std::sqrt(std::abs(camera_.back_projection_jacobian(*uv_a, height(a)).determinant()));
    if (!(metres_per_pixel > 0.0)) return;
    const Vector2 apart = *uv_b - *uv_a;
    const double gate_px = std::max(expected(a).gate, expected(b).gate) / metres_per_pixel;
    const int shared = find_only_spot(0.5 * (*uv_a + *uv_b), gate_px + 0.5 * apart.norm());
    if (shared == kNoBlob) return;
    Pair parts;
    note_split(blob(shared));
    if (!split_blob(image_, blob(shared), {*uv_a, *uv_b}, variance_,
                    pixel_noise(config_, blob(shared).background, blob(shared).noise), parts)) {
      return;
    }
    // Which part is which: the expected direction from one to the other must be certain, and found again.
    const Vector2 found = parts[1].uv_px - parts[0].uv_px;
    const double along = found.dot(apart) / found.norm();
    const double blur_px = std::hypot(expected(a).sigma, expected(b).sigma) / metres_per_pixel;
    if (along > 0.5 * apart.norm() && along > 2.0 * blur_px) accept(a, b, parts);
  }

  void part_neighbours(int a, int b, int blob_a, int blob_b) {
    const std::array<Vector2, 2> uv{blob(blob_a).uv_px, blob(blob_b).uv_px};
    if ((uv[1] - uv[0]).norm() > reach()) return;
    Blob both = blob(blob_a);
    both.uv_px = 0.5 * (uv[0] + uv[1]);
    // The ring of each spot may hold the other's skirt, which makes its background too bright, never too
    // dark.
    both.background = std::min(blob(blob_a).background, blob(blob_b).background);
    both.peak = std::max(blob(blob_a).peak, blob(blob_b).peak);
    Pair parts;
    note_split(both);
    if (!split_blob(image_, both, uv, variance_, pixel_noise(config_, both.background, both.noise), parts))
      return;
    for (std::size_t k = 0; k < 2; ++k) {
      if ((parts[k].uv_px - uv[k]).norm() > std::sqrt(variance_)) return;
    }
    accept(a, b, parts);
  }

  // A fit uses at most 64 pixels around the spot.
  void note_split(const Blob& merged) { blobs_.looked_at.add(image_, box_about(merged.uv_px, 32)); }

  // The only free spot near a place, if there is just one.
  int find_only_spot(const Vector2& uv, double radius) const {
    int found = kNoBlob;
    for (int i = 0; i < blobs_.count; ++i) {
      if (is_labelled(labels_, i) || !((blob(i).uv_px - uv).norm() <= radius)) continue;
      if (found != kNoBlob) return kNoBlob;
      found = i;
    }
    return found;
  }

  bool lengths_hold(int marker, int partner, const Vector2& p_WM) const {
    for (int other = 0; other < scene_.count(); ++other) {
      const int blob = labels_[other];
      if (other == marker || other == partner || blob == kNoBlob) continue;
      const double distance = (p_WM - mapped_.at(other, blob)).norm();
      if (!scene_.between(marker, other).holds(distance, config_.length_tolerance)) return false;
    }
    return true;
  }

  void accept(int a, int b, const Pair& parts) {
    const std::array<int, 2> markers{a, b};
    std::array<Vector2, 2> positions;
    for (std::size_t k = 0; k < 2; ++k) {
      const int m = markers[k];
      const std::optional<Vector2> position = camera_.back_project(parts[k].uv_px, height(m));
      const bool in_gate =
          position && (!expected(m).known || (*position - expected(m).p_WM).norm() <= expected(m).gate);
      if (!in_gate || !lengths_hold(m, markers[1 - k], *position)) return;
      positions[k] = *position;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      const int added = blobs_.count++;
      blobs_.blobs[added] = parts[k];
      // Only the LED's own plane is asked for from here on.
      for (auto& plane : mapped_.positions) plane[added] = positions[k];
      mapped_.flux[added] = parts[k].flux;
      mapped_.count = blobs_.count;
      label(markers[k]) = added;
    }
  }
};

}  // namespace

void separate_markers(const ImageView& image, const CameraModel& camera, const MarkerScene& scene,
                      const std::array<ExpectedMarker, kMaxMarkers>& expected, const VisionConfig& config,
                      BlobList& blobs, MappedBlobs& mapped, Labels& labels) {
  const double variance = spot_variance(blobs, labels);
  if (variance <= 0.0) return;
  Separator separator{image, camera, scene, expected, config, blobs, mapped, labels, variance};
  for (int a = 0; a < scene.count(); ++a) {
    for (int b = a + 1; b < scene.count(); ++b) separator.separate(a, b);
  }
}

}  // namespace freefloat
