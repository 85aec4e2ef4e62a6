#pragma once

#include "types/image_view.h"
#include "vision/blob.h"
#include "vision/measure_blob.h"

namespace freefloat {

/// Improves a spot's centroid to nearly the Cramer-Rao bound and sets `uv_px`, `shape_px`, `covariance_px`,
/// `flux`.
///
/// Not saturated: centroid under a Gaussian weight that is matched to the spot (adaptive moments, Bernstein &
/// Jarvis 2002), the weight's width chosen for the mixture of constant and shot noise, see
/// `best_weight_ratio`. Saturated: least-squares fit of a Gaussian to the pixels below full scale.
/// @param blob On entry with a start for `uv_px` (within half a spot's width), `peak`, `saturated`, and
/// `shape_px` (within a factor 2).
void refine_centroid(const ImageView& image, const LocalBackground& background, const PixelNoise& noise,
                     Blob& blob);

/// Ratio alpha = (weight's variance) / (spot's variance) with the least centroid variance
///     (1 + alpha)^4 / (4 pi alpha^2 A^2) (dark / 2 + 2 shot A / (2 + alpha)^2).
/// @param shot_share Shot variance at the peak over the dark variance, not negative.
/// @return 1 for constant noise (a matched filter), towards 3 where shot noise dominates.
double best_weight_ratio(double shot_share);

/// Fits amplitude, centre and the two widths of a Gaussian to a spot's pixels below full scale: saturation
/// hides the top, which a centroid would weigh wrongly. Least squares, weights from the noise model,
/// Gauss-Newton with limited steps.
/// @param blob On entry with a start for `uv_px` and `shape_px`; on success these, `covariance_px` and `flux`
/// are replaced.
/// @return False, with `blob` untouched, when too few usable pixels remain or the fit does not settle.
bool fit_gaussian(const ImageView& image, const LocalBackground& background, const PixelNoise& noise,
                  Blob& blob);

}  // namespace freefloat
