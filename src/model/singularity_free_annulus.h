#pragma once

#include "model/planar_model.h"

namespace freefloat {

/// A range of hand distances from the system's mass centre, m, open at both ends; empty where outer <= inner.
struct Annulus {
  double inner = 0.0;
  double outer = 0.0;

  bool empty() const { return !(outer > inner); }
};

/// The annulus of hand distances from the mass centre at which no posture at all is singular: at none of them
/// do the position rows (2 x n) of the generalized Jacobian lose rank.
///
/// Singular postures form curves, and the radius on each fills an interval. The outermost of these intervals
/// ends at the longest reach; the annulus is the gap between it and the next one inwards (or the mass centre
/// itself when nothing singular lies in between and the hand can get there). For the robot of Yoshida &
/// Umetani 1990 this is the exact counterpart of the paper's guaranteed workspace. For n > 2 a curve may be
/// crossed without harm, with the free joints used well; the annulus is then the region where no such care is
/// needed.
///
/// Costs milliseconds and more (see singular_locus.h): for start-up, not for the loop.
/// @return Empty for one joint, whose two rows never have rank 2, and where the singular radii leave no gap
/// (gaps below 1e-6 of the reach count as none).
Annulus compute_singularity_free_annulus(const PlanarModel& model);

}  // namespace freefloat
