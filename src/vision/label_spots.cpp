#include "vision/label_spots.h"

#include <algorithm>

#include "vision/choose_target.h"
#include "vision/merge_acquired.h"

namespace freefloat {

namespace {

int count_robot(const MarkerScene& scene, const Labels& labels) {
  return static_cast<int>(std::count_if(labels.begin(), labels.begin() + scene.robot_count,
                                        [](int spot) { return spot != kNoBlob; }));
}

}  // namespace

SpotLabeler::SpotLabeler(const VisionConfig& config, const MarkerScene& scene)
    : config_(config), scene_(scene), work_(std::make_unique<Work>()) {}

void SpotLabeler::map(std::span<const Vector2> places) {
  MappedBlobs& mapped = work_->mapped;
  mapped.count = static_cast<int>(std::min<std::size_t>(places.size(), kMaxBlobs));
  mapped.plane.fill(0);  // a tracker knows how high a spot is: its place is that on the table
  mapped.flux.fill(1.0);
  std::copy_n(places.begin(), mapped.count, mapped.positions[0].begin());
}

void SpotLabeler::acquire(const MarkerPrediction& prediction, const Expected& expected,
                          const TrackingHints& hints, Labels& labels) {
  work_->taken.fill(false);
  if (count_robot(scene_, labels) < scene_.robot_count) {
    Acquisition found =
        acquire_robot(scene_, work_->mapped, config_, prediction.joints, prediction.joint_sigma);
    drop_strangers(scene_, expected, hints, found.labels);
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
    if (labels[m] != kNoBlob && work_->taken[labels[m]]) labels[m] = kNoBlob;
  }
}

void SpotLabeler::follow(Time capture_time, const Expected& expected, const Labels& labels) {
  KnownBlobs known;
  for (int m = 0; m < scene_.count(); ++m) {
    if (labels[m] != kNoBlob) known.add(scene_, m, labels[m], is_clearly_moving(expected[m]));
  }
  follow_spots(work_->mapped, 0, known, capture_time, work_->memory, work_->followed);
}

void SpotLabeler::find_target(Time capture_time, const Expected& expected, Labels& labels) {
  const int first = scene_.robot_count;
  const bool is_expected = std::any_of(expected.begin() + first, expected.begin() + scene_.count(),
                                       [](const ExpectedMarker& marker) { return marker.known; });
  if (scene_.target_count == 0 || is_expected) return;
  // As long as the robot is in doubt any spot may be its.
  if (count_robot(scene_, labels) < scene_.robot_count && count_rigid_lengths(scene_, labels) == 0) return;
  if (scene_.target_count > 1)
    return acquire_target(scene_, scene_.targets.front(), work_->mapped, work_->taken, config_, labels);
  std::array<bool, kMaxBlobs> candidates{};
  for (int i = 0; i < work_->mapped.count; ++i) {
    const bool near = work_->memory.target_known || scene_.in_target_region(work_->mapped.at(first, i));
    candidates[static_cast<std::size_t>(i)] = !work_->taken[static_cast<std::size_t>(i)] && near;
  }
  const TargetChoice choice =
      choose_target(scene_, work_->memory, work_->followed, candidates, work_->mapped.count, capture_time);
  if (choice.blob != kNoBlob) {
    note_beside_target(work_->followed[choice.blob], capture_time, work_->memory);
    let_go(work_->followed[choice.blob], work_->memory);
  }
  labels[first] = choice.blob;
}

Labels SpotLabeler::label(std::span<const Vector2> places, Time capture_time,
                          const MarkerPrediction& prediction) noexcept {
  map(places);
  const Expected expected = expect_markers(prediction, capture_time, scene_.count(), config_);
  TrackingHints hints;
  mark_resting(work_->memory, work_->mapped, 0, hints);
  Labels labels = track_markers(scene_, work_->mapped, expected, config_, hints);
  acquire(prediction, expected, hints, labels);
  follow(capture_time, expected, labels);
  find_target(capture_time, expected, labels);
  const int target = labels[scene_.robot_count];
  if (scene_.target_count > 0 && target != kNoBlob)
    note_target(work_->mapped.at(scene_.robot_count, target), capture_time, work_->memory);
  return labels;
}

}  // namespace freefloat
