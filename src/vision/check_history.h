#pragma once

#include "vision/label_markers.h"
#include "vision/spot_memory.h"

namespace freefloat {

/// Takes labels of the robot's LEDs off spots whose ways contradict them: two spots at the length of a rigid
/// body now that were followed for a while, and were at another distance then. Such a spot only passes where
/// the LED is, or its place; it is remembered that it is not this LED.
/// @param plane LED at whose height followed spots are taken to stand. @param at Of the picture.
/// @param labels Of a search for the robot by its lengths.
void drop_contradicted_by_history(const MarkerScene& scene, const MappedBlobs& mapped, int plane, Time at,
                                  double length_tolerance, SpotMemory& memory, Labels& labels);

/// Takes back labels of spots that have stood while an LED at a known length from them went its way, and
/// remembers that they are not these LEDs: the length may hold all the while.
void drop_left_behind(const MarkerScene& scene, const MappedBlobs& mapped, int plane, Time at,
                      SpotMemory& memory, Labels& labels);

}  // namespace freefloat
