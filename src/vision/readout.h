#pragma once

#include "vision/camera_parameters.h"

namespace freefloat {

// A picture's capture time is the middle between the exposures of its first and its last row.

/// @return Time from the first row's exposure to the last one's, s.
double readout_span(const CameraParameters& camera);

/// @return Middle of a row's exposure, after the picture's capture time, s.
double row_delay(const CameraParameters& camera, int row);

/// @param v Of a spot's centroid, pixels.
/// @return The time that the centroid belongs to, after the picture's capture time, s: its row's; where
/// fields alternate both see the spot, and it lies halfway between where they do.
double spot_delay(const CameraParameters& camera, double v);

}  // namespace freefloat
