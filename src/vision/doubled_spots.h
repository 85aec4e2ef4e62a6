#pragma once

#include "vision/camera_model.h"
#include "vision/label_markers.h"
#include "vision/unseen.h"

namespace freefloat {

/// Takes back labels of the robot's LEDs, and of a target's one LED, whose spots have the light of two that
/// run together: brighter than at least two others and wider in one direction, or wider in one and narrower
/// in the other, or brighter with a part of its light on one side; or whose light no Gaussian holds. Their
/// centroid is the place of neither. One that moves fast is wide by itself; one into which its own mirror
/// image in the glass runs has more light.
/// @param reasons Set for what is taken back.
void drop_doubled(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                  const std::array<ExpectedMarker, kMaxMarkers>& expected, Labels& labels, Reasons& reasons);

/// Whether a spot that is no LED of the robot is, held against these, the light of two spots in the same way.
/// An LED that is brighter alone is no wider, or, saturated, no more than its light tells. A spot may also
/// have a dimmer one's light on one side, or light that no Gaussian holds.
bool may_be_two_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs, int blob,
                      const Labels& labels);

}  // namespace freefloat
