#pragma once

#include <array>

#include "types/marker_frame.h"
#include "types/time.h"

namespace freefloat {

struct JointCheck;
struct MappedBlobs;
struct MarkerScene;
struct SpotMemory;

/// Where an LED of the robot was that is not seen, by the satellite's LEDs and the potentiometers.
struct UnseenLed {
  Vector2 place = Vector2::Zero();  ///< m in W
  Time time{};                      ///< since when it is held against where the LED is now
  bool known = false;
};

/// One of each LED.
using UnseenLeds = std::array<UnseenLed, kMaxMarkers>;

/// Tells spots that stand from LEDs that are not seen while the arm carries them along: where the
/// potentiometers put an LED may be off by centimetres, but how far it has gone is known far better. What was
/// seen before and stands is noted to be another (`FollowedSpot::beside_leds`).
/// @param labels Blob of each LED as far as it is known, or kNoBlob. @param at Of the picture.
void note_unseen_leds(const MarkerScene& scene, const MappedBlobs& blobs,
                      const std::array<int, kMaxMarkers>& labels, const JointCheck& check, Time at,
                      SpotMemory& memory);

}  // namespace freefloat
