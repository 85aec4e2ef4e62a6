#include "vision/unseen_leds.h"

#include <optional>

#include "vision/check_joints.h"
#include "vision/spot_memory.h"

namespace freefloat {
namespace {

// What has stood since then is not this LED.
void note_standing(int led, Time since, SpotMemory& memory) {
  for (int s = 0; s < memory.count; ++s) {
    const FollowedSpot& spot = memory.spots[s];
    const bool was_there = spot.first_time <= since && spot.last_time >= since;
    if (was_there && stands(spot)) note_not_led(led, s, memory);
  }
}

}  // namespace

void note_unseen_leds(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                      const JointCheck& check, Time at, SpotMemory& memory) {
  const std::optional<FigurePlaces> figure = place_by_satellite(scene, blobs, labels, check);
  for (int m = 0; m < scene.robot_count; ++m) {
    UnseenLed& unseen = memory.unseen[m];
    if (labels[m] != kNoBlob) unseen.known = false;
    if (!figure || labels[m] != kNoBlob) continue;
    const Vector2& place = figure->leds[m];
    const double reach = (place - figure->satellite).norm();
    const double moved = (place - unseen.place).norm();
    // Both places are off, then and now.
    if (unseen.known && !(moved > kPlaceError + place_bound(check, reach))) continue;
    if (unseen.known) note_standing(m, unseen.time, memory);
    unseen = {place, at, true};
  }
}

}  // namespace freefloat
