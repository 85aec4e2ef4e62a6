#include "vision/scene_labeler.h"

#include <algorithm>

#include "vision/check_history.h"
#include "vision/choose_target.h"
#include "vision/led_looks.h"
#include "vision/merge_acquired.h"

namespace freefloat {
namespace {

constexpr int kLongSearched = 10;  // searches
constexpr double kBeside = 0.02;   // m

template <typename Range>
bool any_is_known(const Range& first, int count) {
  return std::any_of(first, first + count, [](const ExpectedMarker& marker) { return marker.known; });
}

void take_labelled(const Labels& labels, int first, int end, SpotMarks& taken) {
  for (int m = first; m < end; ++m) {
    if (labels[m] != kNoBlob) taken[labels[m]] = true;
  }
}

// Which blobs an earlier search saw.
SpotMarks mark_seen(const SpotMemory& memory, const MappedBlobs& mapped, int plane, Time at) {
  SpotMarks seen{};
  for (int i = 0; i < mapped.count; ++i) seen[i] = count_sightings(memory, mapped.at(plane, i), at) > 0;
  return seen;
}

}  // namespace

SceneLabeler::SceneLabeler(const VisionConfig& config, const MarkerScene& scene)
    : config_(config), scene_(scene), work_(std::make_unique<Work>()) {}

JointCheck SceneLabeler::joint_check(const LabelContext& context) const {
  return {context.prediction.joints, context.prediction.joint_sigma, config_.length_tolerance};
}

// As long as it is, any spot may be the robot's.
bool SceneLabeler::robot_is_in_doubt(const Labels& labels) const {
  return count_robot_leds(scene_, labels) < scene_.robot_count && count_rigid_lengths(scene_, labels) == 0;
}

Labels SceneLabeler::track(const LabelContext& context) {
  mark_resting(work_->memory, work_->mapped, plane_of_spots(), work_->hints);
  return track_markers(scene_, work_->mapped, context.expected, config_, work_->hints, &reasons_);
}

// Whether a figure in which LEDs are missing is one that chance has made. Among few spots the robot's own
// would have fitted from the beginning: fewer than it has LEDs, all of them long in sight, do not fit all of
// a sudden, and what makes them fit has been there in pictures before, as glare has not. Nor has it among
// many, of which some fit in any picture.
bool SceneLabeler::came_about_by_chance(const LabelContext& context, const Labels& tracked,
                                        const Labels& found) const {
  const auto end = found.begin() + scene_.robot_count;
  if (std::find(found.begin(), end, kNoBlob) == end) return false;
  const auto seen_before = [&](int blob, int searches) {
    const Vector2& place = work_->mapped.at(plane_of_spots(), blob);
    return count_sightings(work_->memory, place, context.at) >= searches;
  };
  int labelled = 0, tracked_too = 0, seen_twice = 0, long_in_sight = 0;
  for (int m = 0; m < scene_.robot_count; ++m) {
    if (found[m] == kNoBlob) continue;
    ++labelled;
    tracked_too += tracked[m] == found[m] ? 1 : 0;
    seen_twice += seen_before(found[m], 2) ? 1 : 0;
    long_in_sight += seen_before(found[m], kLongSearched) ? 1 : 0;
  }
  if (work_->mapped.count > scene_.count() + 1) return seen_twice < labelled;
  int spots = 0;  // that are no glare
  for (int i = 0; i < work_->mapped.count; ++i) spots += seen_before(i, 1) ? 1 : 0;
  if (long_in_sight == labelled) return spots < scene_.robot_count;
  return long_in_sight > 0 && seen_twice + tracked_too < labelled;
}

// Where LEDs are tracked, one that comes back beside them and was not there in an earlier search is glare as
// well.
void SceneLabeler::drop_first_sightings(const Labels& tracked, const SpotMarks& seen_before, Labels& labels) {
  if (count_robot_leds(scene_, tracked) == 0) return;
  for (int m = 0; m < scene_.robot_count; ++m) {
    if (tracked[m] != kNoBlob || labels[m] == kNoBlob || seen_before[labels[m]]) continue;
    labels[m] = kNoBlob;
    reasons_[m] = Unseen::kNotYetConfirmed;
  }
}

void SceneLabeler::acquire(const LabelContext& context, Labels& labels) {
  work_->taken.fill(false);
  if (count_robot_leds(scene_, labels) < scene_.robot_count) {
    const MarkerPrediction& prediction = context.prediction;
    note_unseen_leds(scene_, work_->mapped, labels, joint_check(context), context.at, work_->memory);
    mark_resting(work_->memory, work_->mapped, plane_of_spots(), work_->hints);
    SpotMarks seen_before = mark_seen(work_->memory, work_->mapped, plane_of_spots(), context.at);
    take_labelled(labels, 0, scene_.robot_count, seen_before);
    Acquisition found = acquire_robot(scene_, work_->mapped, config_, prediction.joints,
                                      prediction.joint_sigma, &seen_before);
    drop_strangers(scene_, context.expected, work_->hints, found.labels);
    if (came_about_by_chance(context, labels, found.labels)) found = {};
    drop_contradicted_by_history(scene_, work_->mapped, plane_of_spots(), context.at,
                                 config_.length_tolerance, work_->memory, found.labels);
    drop_left_behind(scene_, work_->mapped, plane_of_spots(), context.at, work_->memory, found.labels);
    found.lengths = std::min(found.lengths, count_rigid_lengths(scene_, found.labels));
    for (int m = 0; m < scene_.robot_count; ++m) {
      if (labels[m] == kNoBlob && reasons_[m] == Unseen::kNotExpected)
        reasons_[m] = found.complete ? Unseen::kNoCertainFit : Unseen::kTooManySpots;
    }
    if (found.lengths > count_rigid_lengths(scene_, labels)) {
      const Labels tracked = labels;
      merge_acquired(scene_, work_->mapped, found.labels, context.expected, joint_check(context), labels);
      work_->taken = found.used;
      drop_first_sightings(tracked, seen_before, labels);
    }
  }
  take_labelled(labels, 0, scene_.robot_count, work_->taken);
  for (int m = scene_.robot_count; m < scene_.count(); ++m) {
    int& blob = labels[m];
    if (blob == kNoBlob || !work_->taken[blob]) continue;
    blob = kNoBlob;
    reasons_[m] = Unseen::kSharedSpot;
  }
}

void SceneLabeler::find_the_rest(const LabelContext& context, const SpotLooks& looks, Labels& labels) {
  find_figures(context, labels);
  follow(context, looks.faint, labels);
  find_target(context, looks, labels);
}

// Several targets are told from each other, and from what else there is, by their figures: also those that
// nobody expects, so that none is taken for another or for a spot of the room.
void SceneLabeler::find_figures(const LabelContext& context, Labels& labels) {
  if (scene_.targets.size() < 2 || robot_is_in_doubt(labels)) return;
  take_labelled(labels, scene_.robot_count, scene_.count(), work_->taken);
  for (const TargetLeds& leds : scene_.targets) {
    if (any_is_known(context.expected.begin() + leds.first, leds.count)) continue;
    acquire_target(scene_, leds, work_->mapped, work_->taken, config_, labels);
    take_labelled(labels, leds.first, leds.first + leds.count, work_->taken);
  }
}

void SceneLabeler::follow(const LabelContext& context, const SpotMarks& faint, const Labels& labels) {
  KnownBlobs known;
  known.maybe_older = faint;
  // What an LED was taken for until now is not new.
  for (int m = 0; m < scene_.robot_count; ++m) {
    const ExpectedMarker& lost = context.expected[m];
    for (int i = 0; labels[m] == kNoBlob && lost.known && i < work_->mapped.count; ++i) {
      if ((work_->mapped.at(m, i) - lost.p_WM).norm() <= std::max(lost.gate, kBeside))
        known.maybe_older[i] = true;
    }
  }
  for (int m = 0; m < scene_.count(); ++m) {
    if (labels[m] != kNoBlob) known.add(scene_, m, labels[m], is_clearly_moving(context.expected[m]));
  }
  follow_spots(work_->mapped, plane_of_spots(), known, context.at, work_->memory, work_->followed);
  note_unseen_leds(scene_, work_->mapped, labels, joint_check(context), context.at, work_->memory);
}

void SceneLabeler::find_target(const LabelContext& context, const SpotLooks& looks, Labels& labels) {
  if (scene_.target_count == 0 || scene_.targets.size() > 1 || robot_is_in_doubt(labels)) return;
  if (any_is_known(context.expected.begin() + scene_.robot_count, scene_.target_count)) return;
  if (scene_.target_count > 1) {
    acquire_target(scene_, scene_.targets.front(), work_->mapped, work_->taken, config_, labels);
  } else {
    choose_spot(context, looks, labels);
  }
}

// Whether another spot's light may draw this one aside, or has run together with it.
bool SceneLabeler::is_beside_another(int blob, Time at) const {
  const int plane = plane_of_spots();
  if (work_->mapped.has_neighbour(plane, blob, kBeside)) return true;
  const SpotMemory& memory = work_->memory;
  return std::any_of(memory.spots.begin(), memory.spots.begin() + memory.count,
                     [&](const FollowedSpot& spot) {
                       const bool hidden = rests(spot) && spot.last_time < at;
                       return hidden && (spot.last - work_->mapped.at(plane, blob)).norm() < kBeside;
                     });
}

// The spot of a target with one LED.
void SceneLabeler::choose_spot(const LabelContext& context, const SpotLooks& looks, Labels& labels) {
  const MappedBlobs& mapped = work_->mapped;
  SpotMarks candidates{};
  bool any_foreign = false;
  for (int i = 0; i < mapped.count; ++i) {
    // What may be the robot's may be the target: none is the only one beside it.
    const bool labelled = std::find(labels.begin(), labels.end(), i) != labels.end();
    const int spot = work_->followed[i];
    candidates[i] = !labelled && !looks.foreign[i] && spot >= 0 &&
                    is_in_target_region(scene_, work_->memory, work_->memory.spots[spot]);
    any_foreign = any_foreign || (!work_->taken[i] && looks.foreign[i]);
  }
  // What is there now and then, and no rival for that, may have been in one spot with it.
  const auto has_candidate_beside = [&](int blob) {
    for (int i = 0; i < mapped.count; ++i) {
      const double distance = (mapped.at(plane_of_spots(), i) - mapped.at(plane_of_spots(), blob)).norm();
      if (i != blob && candidates[i] && distance < kBeside) return true;
    }
    return false;
  };
  const TargetChoice choice =
      choose_target(scene_, work_->memory, work_->followed, candidates, mapped.count, context.at);
  const int blob = choice.blob;
  Unseen reason = choice.reason;
  if (blob == kNoBlob) {
    if (reason == Unseen::kNoSpot && any_foreign) reason = Unseen::kUnlikeAnLed;
  } else if (work_->taken[blob] ||
             may_be_unlabelled_led(scene_, mapped, labels, blob, joint_check(context))) {
    reason = Unseen::kSharedSpot;
  } else if (looks.image[blob]) {
    reason = Unseen::kUnlikeAnLed;
  } else if (looks.doubled[blob] || has_candidate_beside(blob) ||
             (moves(work_->memory.spots[work_->followed[blob]]) &&
              (is_beside_another(blob, context.at) || looks.at_image[blob]))) {
    reason = Unseen::kTwoSpots;
  } else {
    note_beside_target(work_->followed[blob], context.at, work_->memory);
    let_go(work_->followed[blob], work_->memory);
    labels[scene_.robot_count] = blob;
    return;
  }
  labels[scene_.robot_count] = kNoBlob;
  reasons_[scene_.robot_count] = reason;
}

void SceneLabeler::end(const LabelContext& context, const Labels& labels) {
  const int target = labels[scene_.robot_count];
  if (scene_.target_count > 0 && target != kNoBlob)
    note_target(work_->mapped.at(scene_.robot_count, target), context.at, work_->memory);
  for (int m = 0; m < scene_.count(); ++m) {
    if (labels[m] != kNoBlob) reasons_[m] = Unseen::kSeen;
  }
}

}  // namespace freefloat
