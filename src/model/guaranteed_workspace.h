#pragma once

#include "model/planar_model.h"

namespace freefloat {

/// @return K_0 .. K_n, m, length n + 1: lengths of the hand's barycentric vectors. Without lateral offsets
/// these are Yoshida & Umetani 1990, Eq. (6), for any n.
BodyVector link_coefficients(const PlanarModel& model);

/// Radius about the mass centre of the paper's guaranteed workspace: the least reach of the stretched arm
/// over all satellite attitudes, K_1 + .. + K_n - K_0 (Yoshida & Umetani 1990, Sec. 2.5, written for any n).
///
/// It rests on "singular means stretched", which is not exact, and it overlooks the folded arm: see
/// singularity_free_annulus.h.
/// @return m; 0 when K_0 exceeds the sum of the others.
double guaranteed_workspace_radius(const PlanarModel& model);

}  // namespace freefloat
