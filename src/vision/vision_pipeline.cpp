#include "vision/vision_pipeline.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "vision/check_joints.h"
#include "vision/doubled_spots.h"
#include "vision/doubtful_labels.h"
#include "vision/foreign_spots.h"
#include "vision/led_looks.h"
#include "vision/mirror_image.h"
#include "vision/readout.h"
#include "vision/separate_markers.h"

namespace freefloat {
namespace {

// While an LED's whereabouts are unknown the whole picture is searched this often.
constexpr int kSearchPeriod = 5;
constexpr int kLasting = 2;           // searches before; glare comes once
constexpr double kFaintPeak = 2.0;    // of the configured threshold
constexpr double kFaintSigmas = 7.0;  // of the noise; the threshold is at 4.5
constexpr double kOutshines = 2.0;    // an LED; half of its peak is then above that one

}  // namespace

VisionPipeline::VisionPipeline(const VisionConfig& config, const CameraParameters& camera,
                               const MarkerScene& scene)
    : config_(config),
      camera_(camera),
      scene_(scene),
      finder_(config, camera.readout),
      blobs_(std::make_unique<BlobList>()),
      labeler_(config, scene) {
  // The first picture is searched as a whole.
  pictures_since_scan_ = std::numeric_limits<int>::max() / 2;
}

// Where rows are exposed one after the other each LED is expected where it is in its row's time.
VisionPipeline::Expected VisionPipeline::expect_in_rows(const MarkerPrediction& prediction,
                                                        Time capture_time) const {
  Expected expected = expect_markers(prediction, capture_time, scene_.count(), config_);
  if (camera_.parameters().readout == Readout::kGlobal) return expected;
  for (int m = 0; m < scene_.count(); ++m) {
    if (!expected[m].known) continue;
    const auto uv = camera_.project(expected[m].p_WM, scene_.heights[m]);
    if (uv) expected[m].p_WM += spot_delay(camera_.parameters(), uv->y()) * expected[m].v_WM;
  }
  return expected;
}

bool VisionPipeline::scan_is_due(const Expected& expected) const {
  bool robot_known = false;
  bool all_known = true;
  for (int m = 0; m < scene_.count(); ++m) {
    const bool known = expected[m].known;
    robot_known = robot_known || (known && m < scene_.robot_count);
    all_known = all_known && known;
  }
  const int search = target_is_near() ? 1 : kSearchPeriod;
  const int period = all_known ? config_.full_scan_period : std::min(search, config_.full_scan_period);
  return !robot_known || pictures_since_scan_ + 1 >= period;
}

// A spot that was seen once or twice, and may be the target: the next picture tells.
bool VisionPipeline::target_is_near() const {
  const SpotMemory& memory = labeler_.memory();
  return std::any_of(memory.spots.begin(), memory.spots.begin() + memory.count,
                     [](const FollowedSpot& spot) { return !spot.beside_target && spot.sightings < 3; });
}

void VisionPipeline::search_windows(const ImageView& image, const Expected& expected) {
  // Windows that touch become one, so that no spot is found twice or cut.
  MergedBoxes<kMaxMarkers> windows;
  for (int m = 0; m < scene_.count(); ++m) {
    const auto window = tracking_window(camera_, expected[m], scene_.heights[m], config_);
    if (window) windows.add(*window);
  }
  blobs_->count = 0;
  blobs_->overflow = false;
  for (const PixelBox& window : windows) finder_.find_blobs(image, window, *blobs_);
}

bool VisionPipeline::faint_leds_are_likely(const Labels& labels) const {
  if (blobs_->overflow) return false;
  int seen = 0;
  for (int m = 0; m < scene_.robot_count; ++m) {
    if (labels[m] == kNoBlob) continue;
    ++seen;
    // What is seen that near to the threshold is seen by luck.
    if (blobs_->blobs[labels[m]].peak < kFaintPeak * config_.threshold) return true;
  }
  return seen < std::min(2, scene_.robot_count);
}

Labels VisionPipeline::label(const ImageView& image, const LabelContext& context, bool full_scan) {
  MappedBlobs& mapped = labeler_.mapped();
  Reasons& reasons = labeler_.reasons();
  map_blobs(camera_, scene_, *blobs_, mapped);
  Labels labels = labeler_.track(context);
  separate_markers(image, camera_, scene_, context.expected, config_, *blobs_, mapped, labels);
  const JointCheck check = labeler_.joint_check(context);
  drop_unlike_returned(scene_, *blobs_, mapped, context.expected, check, labels, reasons);
  drop_own_images(camera_, scene_, *blobs_, context.expected, labels, reasons);
  drop_doubled(camera_, scene_, *blobs_, context.expected, labels, reasons);
  drop_outdone(scene_, mapped, context.expected, check, labels, reasons);
  drop_unconfirmed_target(scene_, mapped, context.expected, labeler_.memory(), context.at, labels, reasons);
  drop_unconfirmed_leds(scene_, mapped, context.expected, check, labeler_.memory(), labeler_.plane_of_spots(),
                        context.at, labels, reasons);
  if (full_scan) {
    const Labels tracked = labels;
    labeler_.acquire(context, labels);
    drop_unlike_found(scene_, *blobs_, tracked, labels, reasons);
    drop_mirror_images(camera_, scene_, *blobs_, mapped, context.expected, labels, reasons);
    drop_doubled(camera_, scene_, *blobs_, context.expected, labels, reasons);
  }
  drop_run_together(camera_, scene_, *blobs_, mapped, labeler_.memory(), labeler_.plane_of_spots(), labels,
                    reasons);
  drop_lone_led(scene_, labels, reasons);
  return labels;
}

// Fewer than two robot LEDs where more were expected.
bool VisionPipeline::is_lost(const Expected& expected, const Labels& labels) const {
  const int known =
      static_cast<int>(std::count_if(expected.begin(), expected.begin() + scene_.robot_count,
                                     [](const ExpectedMarker& marker) { return marker.known; }));
  return count_robot_leds(scene_, labels) < std::min(2, known);
}

// What is seen in a wide gate may be another spot, so bright that its window shows no dim one beside it.
bool VisionPipeline::target_may_be_outshone(const Expected& expected, const Labels& labels) const {
  const int target = scene_.robot_count;
  if (scene_.target_count != 1 || labels[target] == kNoBlob || !was_lost(expected[target])) return false;
  const double usual = usual_of_leds(scene_, *blobs_, labels, [](const Blob& blob) { return blob.peak; });
  return blobs_->blobs[labels[target]].peak > kOutshines * usual;
}

bool VisionPipeline::one_comes_back() const {
  const Reasons& reasons = labeler_.reasons();
  const auto end = reasons.begin() + scene_.count();
  return std::find(reasons.begin(), end, Unseen::kNotYetConfirmed) != end;
}

SpotLooks VisionPipeline::look_at_spots(const LabelContext& context, const Labels& labels) {
  SpotLooks looks;
  for (int i = 0; i < blobs_->count; ++i) {
    const Blob& blob = blobs_->blobs[i];
    looks.faint[i] = blob.peak < std::max(kFaintPeak * config_.threshold, kFaintSigmas * blob.noise);
  }
  // The rest tells which spot is the target's one LED: where that is not known.
  if (scene_.target_count != 1 || labels[scene_.robot_count] != kNoBlob) return looks;
  const JointCheck check = labeler_.joint_check(context);
  SpotMarks lasting{};
  for (int i = 0; i < blobs_->count; ++i) {
    const Vector2& place = labeler_.mapped().at(labeler_.plane_of_spots(), i);
    lasting[i] = count_sightings(labeler_.memory(), place, context.at) >= kLasting;
    looks.image[i] =
        may_be_image_of_expected(camera_, scene_, *blobs_, i, labels, context.expected) ||
        may_be_image_of_unlabelled(camera_, scene_, *blobs_, i, labels, check, labeler_.mapped());
    looks.doubled[i] = may_be_two_spots(camera_, scene_, *blobs_, i, labels);
    looks.at_image[i] = is_at_image_of_expected(camera_, scene_, blobs_->blobs[i], context.expected) ||
                        may_be_image_of_hidden(camera_, scene_, *blobs_, labeler_.mapped(), i, labels);
  }
  mark_foreign_spots(camera_, scene_, *blobs_, labeler_.mapped(), labels, lasting, looks.foreign);
  return looks;
}

Labels VisionPipeline::search_all(const ImageView& image, const LabelContext& context) {
  finder_.find_blobs(image, *blobs_);
  Labels labels = label(image, context, true);
  if (faint_leds_are_likely(labels)) {
    finder_.find_blobs(image, *blobs_, Sensitivity::kFaint);
    labels = label(image, context, true);
  }
  labeler_.find_the_rest(context, look_at_spots(context, labels), labels);
  return labels;
}

MarkerMeasurement VisionPipeline::measure(int marker, int blob_index, const ExpectedMarker& expected) {
  const Blob& blob = blobs_->blobs[blob_index];
  const double height = scene_.heights[marker];
  const Matrix2 jacobian = camera_.back_projection_jacobian(blob.uv_px, height);
  MarkerMeasurement measured;
  measured.seen = true;
  measured.uv_px = blob.uv_px;
  measured.p_WM = labeler_.mapped().at(marker, blob_index);
  if (expected.known && camera_.parameters().readout != Readout::kGlobal)
    measured.p_WM -= spot_delay(camera_.parameters(), blob.uv_px.y()) * expected.v_WM;
  measured.covariance = jacobian * blob.covariance_px * jacobian.transpose();
  measured.peak = blob.peak;
  measured.saturated = blob.saturated;
  if (config_.reflection > 0.0) take_off_mirror_image(camera_, height, blob, config_.reflection, measured);
  return measured;
}

MarkerFrame VisionPipeline::process(const ImageView& image, Time capture_time, std::uint64_t sequence,
                                    const MarkerPrediction& prediction) noexcept {
  MarkerFrame frame;
  frame.capture_time = capture_time;
  frame.sequence = sequence;
  frame.marker_count = scene_.count();
  frame.prediction = prediction;
  blobs_->looked_at.clear();
  labeler_.reasons().fill(Unseen::kWrongPicture);
  if (image.pixels == nullptr || image.width != camera_.width() || image.height != camera_.height())
    return frame;

  const LabelContext context{capture_time, prediction, expect_in_rows(prediction, capture_time)};
  Labels labels = no_labels();
  frame.full_scan = scan_is_due(context.expected);
  if (!frame.full_scan) {
    search_windows(image, context.expected);
    labels = label(image, context, false);
    // Then everywhere, at once: what comes back is confirmed by searches.
    frame.full_scan = is_lost(context.expected, labels) || one_comes_back() ||
                      target_may_be_outshone(context.expected, labels);
  }
  if (frame.full_scan) labels = search_all(image, context);
  pictures_since_scan_ = frame.full_scan ? 0 : pictures_since_scan_ + 1;

  labeler_.end(context, labels);
  frame.blob_count = blobs_->count;
  for (int m = 0; m < scene_.count(); ++m) {
    if (labels[m] != kNoBlob) frame.markers[m] = measure(m, labels[m], context.expected[m]);
  }
  return frame;
}

}  // namespace freefloat
