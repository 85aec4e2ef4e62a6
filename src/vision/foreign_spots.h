#pragma once

#include <array>

#include "vision/label_markers.h"

namespace freefloat {

/// Marks spots that cannot be the target's LED: those much wider or narrower than the robot's LEDs in the
/// same picture, as glows are, and mirror images in the glass, of the robot's LEDs and of other spots. An LED
/// at a height above the glass is seen again as far below it, and fainter.
/// @param labels The robot's LEDs that were found.
/// @param foreign Is set, not cleared.
void mark_foreign_spots(const CameraModel& camera, const MarkerScene& scene, const BlobList& blobs,
                        const MappedBlobs& mapped, const Labels& labels,
                        std::array<bool, kMaxBlobs>& foreign);

}  // namespace freefloat
