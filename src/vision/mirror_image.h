#pragma once

#include "types/marker_frame.h"
#include "vision/blob.h"
#include "vision/camera_model.h"

namespace freefloat {

/// The glass shows an LED again, as far below the table as it stands above. Near the point under the camera
/// both run together into one spot, whose centroid is pulled towards the mirror image: takes that off the
/// measurement, and widens its covariance by what is not known of it.
/// @param height Of the LED above the table, m.
/// @param share Of the LED's light that the mirror image has.
/// @param marker Of this blob.
void take_off_mirror_image(const CameraModel& camera, double height, const Blob& blob, double share,
                           MarkerMeasurement& marker);

}  // namespace freefloat
