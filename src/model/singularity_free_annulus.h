#pragma once

#include "model/annulus.h"
#include "model/planar_model.h"

namespace freefloat {

/// The annulus, open at both ends, of hand distances from the mass centre at which no posture at all is
/// singular: at none of them do the position rows (2 x n) of the generalized Jacobian lose rank.
///
/// Singular postures form curves, and the radius on each fills an interval. The outermost of these intervals
/// ends at the longest reach; the annulus is the gap between it and the next one inwards (or the mass centre
/// itself when nothing singular lies in between and the hand can get there). For the robot of Yoshida &
/// Umetani 1990 this is the exact counterpart of the paper's guaranteed workspace.
///
/// For n > 2 it says little, and often is next to empty: at one radius the singular postures are single ones
/// among a whole (n - 1)-dimensional set that has the hand there, and the free joints lead the arm past them.
/// Where the hand can be is then told by `reachable_annulus` and `any_attitude_annulus` of
/// guaranteed_workspace.h; this annulus is where no care is needed at all.
///
/// Costs milliseconds and more (see singular_locus.h): for start-up, not for the loop.
/// @return Empty for one joint, whose two rows never have rank 2, and where the singular radii leave no gap
/// (gaps below 1e-6 of the reach count as none).
Annulus compute_singularity_free_annulus(const PlanarModel& model);

}  // namespace freefloat
