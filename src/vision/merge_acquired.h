#pragma once

#include "vision/check_joints.h"
#include "vision/label_markers.h"

namespace freefloat {

/// Joins what the search from known lengths has found to what the prediction has labelled. Where that is two
/// LEDs or more, what is joined to them must agree with them in lengths and angles.
/// @param found Of `acquire_robot`, with more confirmed lengths than `labels`.
/// @param expected Where LEDs are expected in this picture. @param check Of this picture.
/// @param labels Of `track_markers`; the robot's entries are set anew.
void merge_acquired(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& found,
                    const std::array<ExpectedMarker, kMaxMarkers>& expected, const JointCheck& check,
                    Labels& labels);

}  // namespace freefloat
