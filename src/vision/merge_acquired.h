#pragma once

#include "vision/label_markers.h"

namespace freefloat {

/// Joins what the search from known lengths has found to what the prediction has labelled.
/// @param found Of `acquire_robot`, with more confirmed lengths than `labels`.
/// @param labels Of `track_markers`; the robot's entries are set anew.
void merge_acquired(const MarkerScene& scene, const MappedBlobs& blobs, const Labels& found,
                    const std::array<ExpectedMarker, kMaxMarkers>& expected, Labels& labels);

}  // namespace freefloat
