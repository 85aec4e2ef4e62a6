#pragma once

#include <array>
#include <optional>

#include "types/marker_frame.h"

namespace freefloat {

/// When and where an LED was seen.
struct MarkerSighting {
  Time time{};
  Vector2 p_WM = Vector2::Zero();  ///< m
  double sigma = 0.0;              ///< standard deviation, m
};

/// The last two times.
struct MarkerSightings {
  std::optional<MarkerSighting> last;
  std::optional<MarkerSighting> before;
};

/// What is remembered of a scene's LEDs where no controller says what to expect: recorded pictures, or a
/// camera without a robot.
struct MarkerMotion {
  std::array<MarkerSightings, kMaxMarkers> markers{};
};

/// Adds the LEDs seen in one picture. A picture no later than the ones before starts the memory anew. An LED
/// far from where its motion can have brought it is not believed; what is believed widens with time, and
/// after half a second anything is.
void note_markers(MarkerMotion& motion, const MarkerFrame& frame);

/// Carries each LED on from its last two sightings at constant velocity; from a single one it may have gone
/// anywhere that an LED of this table can go. The standard deviation grows with the time since.
/// @param at Time of the picture to come.
/// @return LEDs never seen, or too long ago, are not known.
MarkerPrediction predict_markers(const MarkerMotion& motion, Time at);

/// @return Standard deviation of a measured position, m: root mean square over the two directions.
double position_sigma(const MarkerMeasurement& marker);

}  // namespace freefloat
