#pragma once

#include "types/image_view.h"
#include "vision/label_markers.h"

namespace freefloat {

/// Takes LEDs apart whose light overlaps, as that of hand and target does just before a capture. Two expected
/// LEDs that share one spot: it is split by a fit; the parts are labelled only if it is certain which is
/// which, and if they lie in their gates and break no known length. Two labelled LEDs so near that each
/// carries the other's skirt: both are measured anew, together.
/// @param blobs The parts are appended.
/// @param mapped The same for their positions.
/// @param labels Of `track_markers`; refer to the parts afterwards.
void separate_markers(const ImageView& image, const CameraModel& camera, const MarkerScene& scene,
                      const std::array<ExpectedMarker, kMaxMarkers>& expected, const VisionConfig& config,
                      BlobList& blobs, MappedBlobs& mapped, Labels& labels);

}  // namespace freefloat
