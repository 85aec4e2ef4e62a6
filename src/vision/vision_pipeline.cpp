#include "vision/vision_pipeline.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "vision/check_joints.h"
#include "vision/choose_target.h"
#include "vision/doubtful_labels.h"
#include "vision/foreign_spots.h"
#include "vision/merge_acquired.h"
#include "vision/mirror_image.h"
#include "vision/readout.h"
#include "vision/separate_markers.h"

namespace freefloat {
namespace {

// While an LED's whereabouts are unknown the whole picture is searched this often.
constexpr int kSearchPeriod = 5;
constexpr double kFaintPeak = 2.0;    // of the configured threshold
constexpr int kLongSearched = 10;     // searches
constexpr double kBeside = 0.02;      // m
constexpr double kFaintSigmas = 7.0;  // of the noise; the threshold is at 4.5

int count_seen(const Labels& labels, int begin, int end) {
  return static_cast<int>(
      std::count_if(labels.begin() + begin, labels.begin() + end, [](int blob) { return blob != kNoBlob; }));
}

// Followed spots are taken to stand as high as the target, which may be one of them.
int plane_of_spots(const MarkerScene& scene) {
  return scene.target_count > 0 ? scene.robot_count : 0;
}

}  // namespace

VisionPipeline::VisionPipeline(const VisionConfig& config, const CameraParameters& camera,
                               const MarkerScene& scene)
    : config_(config),
      camera_(camera),
      scene_(scene),
      finder_(config, camera.readout),
      work_(std::make_unique<Work>()) {
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
  const SpotMemory& memory = work_->memory;
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
  work_->blobs.count = 0;
  work_->blobs.overflow = false;
  for (const PixelBox& window : windows) finder_.find_blobs(image, window, work_->blobs);
}

bool VisionPipeline::faint_leds_are_likely(const Labels& labels) const {
  if (work_->blobs.overflow) return false;
  int seen = 0;
  for (int m = 0; m < scene_.robot_count; ++m) {
    if (labels[m] == kNoBlob) continue;
    ++seen;
    // What is seen that near to the threshold is seen by luck.
    if (work_->blobs.blobs[labels[m]].peak < kFaintPeak * config_.threshold) return true;
  }
  return seen < std::min(2, scene_.robot_count);
}

Labels VisionPipeline::label(const ImageView& image, Time capture_time, const MarkerPrediction& prediction,
                             const Expected& expected, bool full_scan) {
  map_blobs(camera_, scene_, work_->blobs, work_->mapped);
  mark_resting(work_->memory, work_->mapped, plane_of_spots(scene_), work_->hints);
  Labels labels = track_markers(scene_, work_->mapped, expected, config_, work_->hints, &reasons_);
  separate_markers(image, camera_, scene_, expected, config_, work_->blobs, work_->mapped, labels);
  const JointCheck check{prediction.joints, prediction.joint_sigma, config_.length_tolerance};
  drop_unlike_returned(scene_, work_->blobs, work_->mapped, expected, check, labels, reasons_);
  if (full_scan) acquire(prediction, capture_time, expected, labels);
  drop_run_together(camera_, scene_, work_->blobs, work_->mapped, work_->memory, plane_of_spots(scene_),
                    labels, reasons_);
  return labels;
}

// Whether a figure in which LEDs are missing is one that chance has made. Among few spots the robot's own
// would have fitted from the beginning: fewer than it has LEDs, all of them long in sight, do not fit all of
// a sudden. Among many some fit in any picture: what is believed has been there in pictures before, as glare
// has not.
bool VisionPipeline::came_about_by_chance(const Labels& found, Time capture_time) const {
  const auto end = found.begin() + scene_.robot_count;
  if (std::find(found.begin(), end, kNoBlob) == end) return false;
  const int plane = plane_of_spots(scene_);
  const auto seen_before = [&](int blob, int searches) {
    return count_sightings(work_->memory, work_->mapped.at(plane, blob), capture_time) >= searches;
  };
  if (work_->blobs.count < scene_.robot_count) {
    return std::all_of(found.begin(), end,
                       [&](int blob) { return blob == kNoBlob || seen_before(blob, kLongSearched); });
  }
  return work_->blobs.count > scene_.count() + 1 &&
         std::any_of(found.begin(), end, [&](int blob) { return blob != kNoBlob && !seen_before(blob, 2); });
}

void VisionPipeline::acquire(const MarkerPrediction& prediction, Time capture_time, const Expected& expected,
                             Labels& labels) {
  work_->taken.fill(false);
  if (count_seen(labels, 0, scene_.robot_count) < scene_.robot_count) {
    Acquisition found =
        acquire_robot(scene_, work_->mapped, config_, prediction.joints, prediction.joint_sigma);
    drop_strangers(scene_, expected, work_->hints, found.labels);
    if (came_about_by_chance(found.labels, capture_time)) found = {};
    for (int m = 0; m < scene_.robot_count; ++m) {
      if (labels[m] == kNoBlob && reasons_[m] == Unseen::kNotExpected)
        reasons_[m] = found.complete ? Unseen::kNoCertainFit : Unseen::kTooManySpots;
    }
    if (found.lengths > count_rigid_lengths(scene_, labels)) {
      const JointCheck check{prediction.joints, prediction.joint_sigma, config_.length_tolerance};
      merge_acquired(scene_, work_->mapped, found.labels, expected, check, labels);
      work_->taken = found.used;
    }
  }
  for (int m = 0; m < scene_.robot_count; ++m) {
    if (labels[m] != kNoBlob) work_->taken[labels[m]] = true;
  }
  for (int m = scene_.robot_count; m < scene_.count(); ++m) {
    int& blob = labels[m];
    if (blob == kNoBlob || !work_->taken[blob]) continue;
    blob = kNoBlob;
    reasons_[m] = Unseen::kSharedSpot;
  }
}

// Spots that are no LED of the robot, from one search of the whole picture to the next.
void VisionPipeline::follow(Time capture_time, const Expected& expected, const Labels& labels) {
  KnownBlobs known;
  for (int i = 0; i < work_->blobs.count; ++i) {
    const Blob& blob = work_->blobs.blobs[i];
    known.faint[i] = blob.peak < std::max(kFaintPeak * config_.threshold, kFaintSigmas * blob.noise);
  }
  for (int m = 0; m < scene_.count(); ++m) {
    if (labels[m] != kNoBlob) known.add(scene_, m, labels[m], is_clearly_moving(expected[m]));
  }
  follow_spots(work_->mapped, plane_of_spots(scene_), known, capture_time, work_->memory, work_->followed);
}

bool VisionPipeline::is_in_target_region(int blob) const {
  const Vector2& place = work_->mapped.at(scene_.robot_count, blob);
  return work_->memory.target_known || scene_.in_target_region(place);
}

// Several targets are told from each other, and from what else there is, by their figures: also those that
// nobody expects, so that none is taken for another or for a spot of the room.
void VisionPipeline::find_figures(const Expected& expected, Labels& labels) {
  if (scene_.targets.size() < 2) return;
  const bool all_seen = count_seen(labels, 0, scene_.robot_count) == scene_.robot_count;
  if (!all_seen && count_rigid_lengths(scene_, labels) == 0) return;
  for (int m = scene_.robot_count; m < scene_.count(); ++m) {
    if (labels[m] != kNoBlob) work_->taken[labels[m]] = true;
  }
  for (const TargetLeds& leds : scene_.targets) {
    const auto first = expected.begin() + leds.first;
    if (std::any_of(first, first + leds.count, [](const ExpectedMarker& marker) { return marker.known; }))
      continue;
    acquire_target(scene_, leds, work_->mapped, work_->taken, config_, labels);
    for (int m = leds.first; m < leds.first + leds.count; ++m) {
      if (labels[m] != kNoBlob) work_->taken[labels[m]] = true;
    }
  }
}

// Whether another spot's light may draw this one aside.
bool VisionPipeline::is_beside_another(int blob) const {
  const int plane = plane_of_spots(scene_);
  for (int other = 0; other < work_->blobs.count; ++other) {
    const double distance = (work_->mapped.at(plane, other) - work_->mapped.at(plane, blob)).norm();
    if (other != blob && distance < kBeside) return true;
  }
  return false;
}

void VisionPipeline::find_target(const MarkerPrediction& prediction, Time capture_time,
                                 const Expected& expected, Labels& labels) {
  const bool target_expected =
      std::any_of(expected.begin() + scene_.robot_count, expected.begin() + scene_.count(),
                  [](const ExpectedMarker& marker) { return marker.known; });
  if (scene_.target_count == 0 || target_expected || scene_.targets.size() > 1) return;
  const bool all_seen = count_seen(labels, 0, scene_.robot_count) == scene_.robot_count;
  if (!all_seen && count_rigid_lengths(scene_, labels) == 0) return;
  std::array<bool, kMaxBlobs>& taken = work_->taken;
  if (scene_.target_count > 1)
    return acquire_target(scene_, scene_.targets.front(), work_->mapped, taken, config_, labels);
  const int blobs = work_->blobs.count;
  std::array<bool, kMaxBlobs> foreign{};
  mark_foreign_spots(camera_, scene_, work_->blobs, work_->mapped, labels, foreign);
  std::array<bool, kMaxBlobs> candidates{};
  bool any_foreign = false;
  for (int i = 0; i < blobs; ++i) {
    // What may be the robot's may be the target: none is the only one beside it.
    const bool labelled = std::find(labels.begin(), labels.end(), i) != labels.end();
    candidates[i] = !labelled && !foreign[i] && is_in_target_region(i);
    any_foreign = any_foreign || (!taken[i] && foreign[i]);
  }
  TargetChoice choice =
      choose_target(scene_, work_->memory, work_->followed, candidates, blobs, capture_time);
  const JointCheck check{prediction.joints, prediction.joint_sigma, config_.length_tolerance};
  if (choice.blob != kNoBlob &&
      (taken[choice.blob] || may_be_unlabelled_led(scene_, work_->mapped, labels, choice.blob, check))) {
    choice = {kNoBlob, Unseen::kSharedSpot};
  }
  if (choice.blob != kNoBlob &&
      may_be_image_of_unseen(camera_, scene_, work_->blobs.blobs[choice.blob], labels, expected)) {
    choice = {kNoBlob, Unseen::kUnlikeAnLed};
  }
  if (choice.blob != kNoBlob && moves(work_->memory.spots[work_->followed[choice.blob]]) &&
      is_beside_another(choice.blob)) {
    choice = {kNoBlob, Unseen::kTwoSpots};
  }
  if (choice.blob != kNoBlob) {
    note_beside_target(work_->followed[choice.blob], capture_time, work_->memory);
    let_go(work_->followed[choice.blob], work_->memory);
  }
  labels[scene_.robot_count] = choice.blob;
  const bool only_foreign = choice.reason == Unseen::kNoSpot && any_foreign;
  reasons_[scene_.robot_count] = only_foreign ? Unseen::kUnlikeAnLed : choice.reason;
}

MarkerFrame VisionPipeline::process(const ImageView& image, Time capture_time, std::uint64_t sequence,
                                    const MarkerPrediction& prediction) noexcept {
  MarkerFrame frame;
  frame.capture_time = capture_time;
  frame.sequence = sequence;
  frame.marker_count = scene_.count();
  frame.prediction = prediction;
  work_->blobs.looked_at.clear();
  reasons_.fill(Unseen::kWrongPicture);
  if (image.pixels == nullptr || image.width != camera_.width() || image.height != camera_.height())
    return frame;

  const Expected expected = expect_in_rows(prediction, capture_time);
  frame.full_scan = scan_is_due(expected);
  Labels labels = no_labels();
  if (!frame.full_scan) {
    search_windows(image, expected);
    labels = label(image, capture_time, prediction, expected, false);
    // Fewer than two robot LEDs where more were expected: lost, look everywhere at once.
    const int known =
        static_cast<int>(std::count_if(expected.begin(), expected.begin() + scene_.robot_count,
                                       [](const ExpectedMarker& marker) { return marker.known; }));
    frame.full_scan = count_seen(labels, 0, scene_.robot_count) < std::min(2, known);
  }
  if (frame.full_scan) {
    finder_.find_blobs(image, work_->blobs);
    labels = label(image, capture_time, prediction, expected, true);
    if (faint_leds_are_likely(labels)) {
      finder_.find_blobs(image, work_->blobs, Sensitivity::kFaint);
      labels = label(image, capture_time, prediction, expected, true);
    }
    find_figures(expected, labels);
    follow(capture_time, expected, labels);
    find_target(prediction, capture_time, expected, labels);
    pictures_since_scan_ = 0;
  } else {
    ++pictures_since_scan_;
  }

  frame.blob_count = work_->blobs.count;
  if (const int target = labels[scene_.robot_count]; scene_.target_count > 0 && target != kNoBlob)
    note_target(work_->mapped.at(scene_.robot_count, target), capture_time, work_->memory);
  for (int m = 0; m < scene_.count(); ++m) {
    const int index = labels[m];
    if (index == kNoBlob) continue;
    reasons_[m] = Unseen::kSeen;
    const Blob& blob = work_->blobs.blobs[index];
    MarkerMeasurement& marker = frame.markers[m];
    const Matrix2 jacobian = camera_.back_projection_jacobian(blob.uv_px, scene_.heights[m]);
    marker.seen = true;
    marker.uv_px = blob.uv_px;
    marker.p_WM = work_->mapped.at(m, index);
    if (expected[m].known && camera_.parameters().readout != Readout::kGlobal)
      marker.p_WM -= spot_delay(camera_.parameters(), blob.uv_px.y()) * expected[m].v_WM;
    marker.covariance = jacobian * blob.covariance_px * jacobian.transpose();
    marker.peak = blob.peak;
    marker.saturated = blob.saturated;
    if (config_.reflection > 0.0)
      take_off_mirror_image(camera_, scene_.heights[m], blob, config_.reflection, marker);
  }
  return frame;
}

}  // namespace freefloat
