#pragma once

#include "vision/check_joints.h"
#include "vision/label_markers.h"
#include "vision/spot_memory.h"

namespace freefloat {

/// Takes back labels of the robot's LEDs that were not seen for a while, so that their gates are wide, where
/// the spot is no LED like those that are seen all the time, in width or light, or where it is not where
/// these and the joint angles put it: glare and noise stand in a wide gate as well.
/// @param labels Of `track_markers`. @param reasons Set for what is taken back.
void drop_unlike_returned(const MarkerScene& scene, const BlobList& blobs, const MappedBlobs& mapped,
                          const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                          Labels& labels, Reasons& reasons);

/// Takes back labels of the robot's LEDs that a search of the whole picture has found, where their spots have
/// three times the light of the others', or a third of it: what stands at an LED's lengths may be a lamp's. A
/// figure with such a spot in it does not overrule labels from before that search.
/// @param tracked Labels before that search. @param reasons Set for what is taken back.
void drop_unlike_found(const MarkerScene& scene, const BlobList& blobs, const Labels& tracked, Labels& labels,
                       Reasons& reasons);

/// Takes back labels of the robot's LEDs beside which another spot, that is no LED's, fits the joint angles
/// better: after two spots were one for a while what is expected goes with either.
/// @param reasons Set for what is taken back.
void drop_outdone(const MarkerScene& scene, const MappedBlobs& mapped,
                  const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                  Labels& labels, Reasons& reasons);

/// Takes back the label of a target with one LED that was not seen for a while, so that its gate is wide, as
/// long as its spot has not been there in earlier searches: what is seen once is glare as well.
/// @param at Of the picture. @param reasons Set to `Unseen::kNotYetConfirmed`.
void drop_unconfirmed_target(const MarkerScene& scene, const MappedBlobs& mapped,
                             const std::array<ExpectedMarker, kMaxMarkers>& expected,
                             const SpotMemory& memory, Time at, Labels& labels, Reasons& reasons);

/// Takes back labels of the robot's LEDs that were not seen for a while, unless their spots have gone there
/// as they are expected to through earlier searches, or stand just where others and the joint angles put
/// them: what is seen once is glare as well, and another may stand there. Where few others were seen all the
/// time, two known lengths do.
/// @param plane LED at whose height followed spots are taken to stand. @param at Of the picture.
/// @param reasons Set to `Unseen::kNotYetConfirmed`.
void drop_unconfirmed_leds(const MarkerScene& scene, const MappedBlobs& mapped,
                           const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                           const SpotMemory& memory, int plane, Time at, Labels& labels, Reasons& reasons);

/// Takes back labels of spots whose light has run together with that of one that stands beside them and is
/// not seen itself: the centroid of both is the place of neither.
/// @param plane LED at whose height followed spots are taken to stand.
/// @param reasons Set for what is taken back.
void drop_run_together(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                       const MappedBlobs& mapped, const SpotMemory& memory, int plane, Labels& labels,
                       Reasons& reasons);

/// Takes back the label of a robot's LED that is the only one of them: no length and no angle holds it
/// against anything, and what drew its spot aside, or stands in its gate, shows nowhere.
/// @param reasons Set to `Unseen::kNoCertainFit`.
void drop_lone_led(const MarkerScene& scene, Labels& labels, Reasons& reasons);

}  // namespace freefloat
