#pragma once

#include <array>
#include <optional>

#include "vision/label_markers.h"

namespace freefloat {

/// What labelled LEDs are held against.
struct JointCheck {
  const JointVector& joints;      ///< potentiometer angles, rad, length n; empty: unknown
  double joint_sigma = 0.0;       ///< their standard deviation, rad
  double length_tolerance = 0.0;  ///< on distances between LEDs, m
};

/// What the potentiometers say about an assignment.
enum class JointEvidence : std::uint8_t {
  kContradicts,  ///< an angle or a distance is far from theirs
  kNone,         ///< nothing to compare
  kConfirms,     ///< all that can be compared agrees
};

/// Compares what the labelled LEDs imply with the potentiometers: the angles between bodies that are each
/// seen with two LEDs or more, and the distances between LEDs across joints. The gate is wide, for the joints
/// may have moved between the reading and the picture: its purpose is to tell apart assignments that fit all
/// known lengths.
JointEvidence weigh_joints(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                           const JointCheck& check);

/// Whether a blob may be an LED of the robot that is not labelled, alone or run together with another spot:
/// every known length to those that are labelled nearly holds, and the potentiometers do not contradict.
bool may_be_unlabelled_led(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels, int blob,
                           const JointCheck& check);

/// Whether the potentiometers tell how the robot's LEDs stand to each other.
bool knows_figure(const MarkerScene& scene, const JointCheck& check);

/// Where the potentiometers put the robot's LEDs when the satellite is where its own LEDs are seen.
struct FigurePlaces {
  std::array<Vector2, kMaxMarkers> leds;  ///< m in W
  Vector2 satellite;                      ///< between the satellite's LEDs, m in W
};

/// @return Nothing where fewer than two of the satellite's LEDs are labelled, or the figure is not known.
std::optional<FigurePlaces> place_by_satellite(const MarkerScene& scene, const MappedBlobs& blobs,
                                               const Labels& labels, const JointCheck& check);

/// Sum of the squared distances between the labelled LEDs of the robot and the figure that the potentiometers
/// make of them, laid over them as well as can be, m^2. Needs `knows_figure`.
double figure_error(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                    const JointCheck& check);

/// A place is not known better by the potentiometers, m.
inline constexpr double kPlaceError = 0.005;

/// @param reach Of the LED from where the figure is held, m.
/// @return How far from where the potentiometers put it an LED may be, m.
double place_bound(const JointCheck& check, double reach);

/// How far a labelled LED is from where the potentiometers put it when two other labelled LEDs of the robot
/// are laid over theirs, m. Needs `knows_figure`.
double place_error(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& labels,
                   std::array<int, 2> base, int marker, const JointCheck& check);

}  // namespace freefloat
