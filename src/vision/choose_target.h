#pragma once

#include "vision/spot_memory.h"
#include "vision/unseen.h"

namespace freefloat {

/// The blob of a target with one LED, or why there is none.
struct TargetChoice {
  int blob = kNoBlob;
  Unseen reason = Unseen::kNoSpot;
};

/// @return Whether a followed spot is where the target may be: anywhere once that was seen; before, where
/// people say that it stands, or come from there.
bool is_in_target_region(const MarkerScene& scene, const SpotMemory& memory, const FollowedSpot& spot);

/// Finds the LED of a target that has no shape to be known by, among spots that were followed for some
/// pictures: the only one that moves; or, where none does, the only one there is, or the only one that came
/// after all others had rested. What was seen beside the target, or is too far from where it was seen last,
/// is not the target; a spot that was followed and is not seen now may still be it. In doubt there is none.
/// @param scene Where people say that the target stands counts until it was seen.
/// @param candidates Blobs that may be it: neither the robot's nor foreign.
/// @param followed Of `follow_spots`, called with the same picture.
TargetChoice choose_target(const MarkerScene& scene, const SpotMemory& memory, const FollowedBlobs& followed,
                           const SpotMarks& candidates, int blob_count, Time at);

}  // namespace freefloat
