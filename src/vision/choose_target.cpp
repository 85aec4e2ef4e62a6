#include "vision/choose_target.h"

#include <algorithm>

namespace freefloat {
namespace {

constexpr int kConfirmed = 3;          // sightings
constexpr int kAmongGlares = 6;        // sightings, while spots come and go: three of them may lie on a way
constexpr double kClearlyLater = 0.3;  // s
constexpr double kForgotten = 30.0;    // s; what had to be forgotten is seen again within
constexpr double kUndecided = 1.0;     // s; what has gone nowhere by then belongs to the room

/// Candidates of one kind.
struct Kind {
  int count = 0;
  int blob = kNoBlob;

  void add(int candidate) {
    ++count;
    blob = candidate;
  }
};

struct Kinds {
  Kind moving, standing, resting;
  int fresh = 0;
  int recurring = 0;
  int too_far = 0;
  int background = 0;
};

Kinds sort_candidates(const SpotMemory& memory, const FollowedBlobs& followed, const SpotMarks& candidates,
                      int blob_count, Time at) {
  Kinds kinds;
  int new_spots = 0;
  for (int i = 0; i < blob_count; ++i) {
    if (candidates[i] && followed[i] >= 0) new_spots += memory.spots[followed[i]].sightings == 1 ? 1 : 0;
  }
  const int enough = new_spots > 0 ? kAmongGlares : kConfirmed;
  for (int i = 0; i < blob_count; ++i) {
    if (!candidates[i] || followed[i] < 0) continue;
    const FollowedSpot& spot = memory.spots[followed[i]];
    if (spot.beside_target) {
      ++kinds.background;
    } else if (!can_be_target_at(memory, spot.last, at)) {
      ++kinds.too_far;
    } else if ((spot.sightings < enough && !rests(spot)) || !is_seen_steadily(spot)) {
      // Glare is seen once; what was seen twice may come to stay.
      ++kinds.fresh;
      kinds.recurring += spot.sightings > 1 ? 1 : 0;
    } else if (moves(spot)) {
      kinds.moving.add(i);
    } else {
      // One that ran together with another when it was first seen is off that place, and goes nowhere.
      const bool old = to_seconds(at - spot.first_time) > kUndecided;
      (rests(spot) || old ? kinds.resting : kinds.standing).add(i);
    }
  }
  return kinds;
}

// Whether another spot such that `rivals(spot)` may be the target, though it is not seen now: its light may
// have run together with another's.
template <class Condition>
bool has_unseen_rival(const SpotMemory& memory, const MarkerScene& scene, Time at, Condition&& rivals) {
  return std::any_of(memory.spots.begin(), memory.spots.begin() + memory.count,
                     [&](const FollowedSpot& spot) {
                       return spot.last_time < at && spot.sightings >= kConfirmed && !spot.beside_target &&
                              can_be_target_at(memory, spot.last, at) &&
                              is_in_target_region(scene, memory, spot) && rivals(spot);
                     });
}

// Whether spots that were seen not long before a time had to be forgotten.
bool some_were_forgotten(const SpotMemory& memory, Time at) {
  return memory.dropped && to_seconds(at - memory.dropped_time) < kForgotten;
}

bool may_have_moved(const FollowedSpot& spot) {
  return !rests(spot);
}

// Whether all that rests had been there for a while when this one came. What another's light may have hidden
// before may have been there as well, and what had been forgotten for lack of room.
bool came_last(const SpotMemory& memory, const FollowedSpot& spot) {
  if (spot.maybe_older || some_were_forgotten(memory, spot.first_time)) return false;
  for (int s = 0; s < memory.count; ++s) {
    const FollowedSpot& other = memory.spots[s];
    if (&other == &spot || !rests(other)) continue;
    if (to_seconds(spot.first_time - other.first_time) < kClearlyLater) return false;
  }
  return true;
}

}  // namespace

bool is_in_target_region(const MarkerScene& scene, const SpotMemory& memory, const FollowedSpot& spot) {
  return memory.target_known || scene.in_target_region(spot.last) || scene.in_target_region(spot.origin);
}

TargetChoice choose_target(const MarkerScene& scene, const SpotMemory& memory, const FollowedBlobs& followed,
                           const SpotMarks& candidates, int blob_count, Time at) {
  const Kinds kinds = sort_candidates(memory, followed, candidates, blob_count, at);
  const int open = kinds.moving.count + kinds.standing.count;
  const auto any = [](const FollowedSpot&) { return true; };
  if (kinds.moving.count == 1 && kinds.standing.count == 0 && !has_unseen_rival(memory, scene, at, moves)) {
    const FollowedSpot& spot = memory.spots[followed[kinds.moving.blob]];
    if (!moves_steadily(spot)) return {kNoBlob, Unseen::kNotYetConfirmed};
    return {kinds.moving.blob, Unseen::kSeen};
  }
  if (open == 0 && kinds.resting.count == 1 && kinds.recurring == 0 && !some_were_forgotten(memory, at) &&
      !has_unseen_rival(memory, scene, at, any)) {
    return {kinds.resting.blob, Unseen::kSeen};
  }
  if (open == 1 && kinds.standing.count == 1 && kinds.recurring == 0) {
    if (came_last(memory, memory.spots[followed[kinds.standing.blob]]) &&
        !has_unseen_rival(memory, scene, at, may_have_moved)) {
      return {kinds.standing.blob, Unseen::kSeen};
    }
  }
  if (open + kinds.resting.count > 0) return {kNoBlob, Unseen::kSeveralFit};
  if (kinds.fresh > 0) return {kNoBlob, Unseen::kNotYetConfirmed};
  if (kinds.too_far > 0) return {kNoBlob, Unseen::kTooFar};
  return {kNoBlob, kinds.background > 0 ? Unseen::kBackground : Unseen::kNoSpot};
}

}  // namespace freefloat
