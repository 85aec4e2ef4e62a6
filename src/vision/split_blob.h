#pragma once

#include <array>

#include "types/image_view.h"
#include "vision/blob.h"
#include "vision/measure_blob.h"

namespace freefloat {

/// Takes apart one spot that two LEDs make together, as hand and target do just before a capture: fits the
/// sum of two round Gaussians of known width to its pixels (those below full scale). Levenberg-Marquardt,
/// bounded work.
/// @param merged The spot; its `background` is used.
/// @param expected_px Where the two are expected, pixels; their order names the parts.
/// @param variance Of one LED's round spot, pixels^2, as seen on LEDs that stand alone.
/// @param parts On success the two spots, with covariances that grow as they come closer.
/// @return False when the two cannot be told apart: expected nearer than 1.1 standard deviations of
/// a spot, very unequal, or only one.
bool split_blob(const ImageView& image, const Blob& merged, const std::array<Vector2, 2>& expected_px,
                double variance, const PixelNoise& noise, std::array<Blob, 2>& parts);

}  // namespace freefloat
