#pragma once

#include "types/image_view.h"
#include "vision/refine_centroid.h"

namespace freefloat {

/// Fits amplitude, centre and the two widths of a Gaussian to a spot's pixels below full scale: saturation
/// hides the top, which a centroid would weigh wrongly. Least squares, weights from the noise model,
/// Gauss-Newton with limited steps.
/// @param blob On entry with a start for `uv_px` and `shape_px`; on success these, `covariance_px` and `flux`
/// are replaced.
/// @return False, with `blob` untouched, when too few usable pixels remain or the fit does not settle.
bool fit_gaussian(const ImageView& image, const LocalBackground& background, const PixelNoise& noise,
                  Blob& blob);

}  // namespace freefloat
