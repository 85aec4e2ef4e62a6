#include "vision/vision_pipeline.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "vision/separate_markers.h"

namespace freefloat {
namespace {

// While an LED's whereabouts are unknown the whole picture is searched this often.
constexpr int kSearchPeriod = 5;

int count_seen(const Labels& labels, int begin, int end) {
  return static_cast<int>(
      std::count_if(labels.begin() + begin, labels.begin() + end, [](int blob) { return blob != kNoBlob; }));
}

}  // namespace

VisionPipeline::VisionPipeline(const VisionConfig& config, const CameraParameters& camera,
                               const MarkerScene& scene)
    : config_(config), camera_(camera), scene_(scene), finder_(config), work_(std::make_unique<Work>()) {
  // The first picture is searched as a whole.
  pictures_since_scan_ = std::numeric_limits<int>::max() / 2;
}

bool VisionPipeline::scan_is_due(const Expected& expected) const {
  bool robot_known = false;
  bool all_known = true;
  for (int m = 0; m < scene_.count(); ++m) {
    const bool known = expected[m].known;
    robot_known = robot_known || (known && m < scene_.robot_count);
    all_known = all_known && known;
  }
  const int period = all_known ? config_.full_scan_period : std::min(kSearchPeriod, config_.full_scan_period);
  return !robot_known || pictures_since_scan_ + 1 >= period;
}

void VisionPipeline::search_windows(const ImageView& image, const Expected& expected) {
  // Windows that touch become one, so that no spot is found twice or cut.
  MergedBoxes<kMaxMarkers> windows;
  for (int m = 0; m < scene_.count(); ++m) {
    const auto window = tracking_window(camera_, expected[m], scene_.heights[m], config_);
    if (window) windows.add(*window);
  }
  work_->blobs.count = 0;
  work_->blobs.overflow = false;
  for (const PixelBox& window : windows) finder_.find_blobs(image, window, work_->blobs);
}

void VisionPipeline::merge_acquired(const Labels& found, const Expected& expected, Labels& labels) const {
  bool contradicts = false;
  for (int m = 0; m < scene_.robot_count; ++m) {
    contradicts = contradicts || (labels[m] != kNoBlob && found[m] != kNoBlob && found[m] != labels[m]);
  }
  for (int m = 0; m < scene_.robot_count; ++m) {
    // A wrong prediction must not last for ever: the search, which confirms more lengths, overrules it. But a
    // spot that the tracking saw in an LED's gate and refused as ambiguous stays refused.
    const bool refused = found[m] != kNoBlob && labels[m] == kNoBlob && expected[m].known &&
                         (work_->mapped.at(m, found[m]) - expected[m].p_WM).norm() <= expected[m].gate;
    if (contradicts || (found[m] != kNoBlob && !refused)) labels[m] = found[m];
  }
}

Labels VisionPipeline::label(const ImageView& image, const MarkerPrediction& prediction,
                             const Expected& expected, bool full_scan) {
  map_blobs(camera_, scene_, work_->blobs, work_->mapped);
  Labels labels = track_markers(scene_, work_->mapped, expected, config_);
  separate_markers(image, camera_, scene_, expected, config_, work_->blobs, work_->mapped, labels);
  if (!full_scan) return labels;

  std::array<bool, kMaxBlobs> taken{};
  bool robot_found = true;
  if (count_seen(labels, 0, scene_.robot_count) < scene_.robot_count) {
    const Acquisition found =
        acquire_robot(scene_, work_->mapped, config_, prediction.joints, prediction.joint_sigma);
    if (found.lengths > count_rigid_lengths(scene_, labels)) {
      merge_acquired(found.labels, expected, labels);
      taken = found.used;
    }
    robot_found = count_rigid_lengths(scene_, labels) > 0;
  }
  for (int m = 0; m < scene_.robot_count; ++m) {
    const int blob = labels[m];
    if (blob != kNoBlob) taken[blob] = true;
  }
  for (int m = scene_.robot_count; m < scene_.count(); ++m) {
    int& blob = labels[m];
    if (blob != kNoBlob && taken[blob]) blob = kNoBlob;
  }
  const bool target_expected =
      std::any_of(expected.begin() + scene_.robot_count, expected.begin() + scene_.count(),
                  [](const ExpectedMarker& marker) { return marker.known; });
  if (robot_found && !target_expected) acquire_target(scene_, work_->mapped, taken, config_, labels);
  return labels;
}

MarkerFrame VisionPipeline::process(const ImageView& image, Time capture_time, std::uint64_t sequence,
                                    const MarkerPrediction& prediction) noexcept {
  MarkerFrame frame;
  frame.capture_time = capture_time;
  frame.sequence = sequence;
  frame.marker_count = scene_.count();
  frame.prediction = prediction;
  work_->blobs.looked_at.clear();
  if (image.pixels == nullptr || image.width != camera_.width() || image.height != camera_.height())
    return frame;

  const Expected expected = expect_markers(prediction, capture_time, scene_.count(), config_);
  frame.full_scan = scan_is_due(expected);
  Labels labels = no_labels();
  if (!frame.full_scan) {
    search_windows(image, expected);
    labels = label(image, prediction, expected, false);
    // Fewer than two robot LEDs where more were expected: lost, look everywhere at once.
    const int known =
        static_cast<int>(std::count_if(expected.begin(), expected.begin() + scene_.robot_count,
                                       [](const ExpectedMarker& marker) { return marker.known; }));
    frame.full_scan = count_seen(labels, 0, scene_.robot_count) < std::min(2, known);
  }
  if (frame.full_scan) {
    finder_.find_blobs(image, work_->blobs);
    labels = label(image, prediction, expected, true);
    pictures_since_scan_ = 0;
  } else {
    ++pictures_since_scan_;
  }

  frame.blob_count = work_->blobs.count;
  for (int m = 0; m < scene_.count(); ++m) {
    const int index = labels[m];
    if (index == kNoBlob) continue;
    const Blob& blob = work_->blobs.blobs[index];
    MarkerMeasurement& marker = frame.markers[m];
    const Matrix2 jacobian = camera_.back_projection_jacobian(blob.uv_px, scene_.heights[m]);
    marker.seen = true;
    marker.uv_px = blob.uv_px;
    marker.p_WM = work_->mapped.at(m, index);
    marker.covariance = jacobian * blob.covariance_px * jacobian.transpose();
    marker.peak = blob.peak;
    marker.saturated = blob.saturated;
  }
  return frame;
}

}  // namespace freefloat
