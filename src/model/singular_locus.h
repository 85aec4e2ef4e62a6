#pragma once

#include <vector>

#include "model/planar_model.h"

namespace freefloat {

/// Hand distances from the mass centre on one curve of singular postures, m.
struct RadiusRange {
  double min = 0.0;
  double max = 0.0;
};

/// Follows the curves of postures in which the 2 x n position rows of the generalized Jacobian lose rank.
///
/// Rank is lost where the hand's velocity vanishes in some direction u for all joint rates that the momentum
/// allows: u . (d p_GE / d theta_k) = lambda h_k for every body k, with h the angular momentum by each body's
/// rate (row sums of M). lambda = 0 is the arm whose barycentric vectors all lie on one line, stretched or
/// folded: 2^n postures. Nothing forces lambda to be 0, except a satellite that cannot turn: n + 1 equations
/// leave one of the n + 2 unknowns (joints, u, lambda) free, so that the singular postures are curves through
/// those 2^n points for every n: they divide the postures of two joints and can be passed by for n > 2.
///
/// Curves are entered from the 2^n postures in which all barycentric vectors of the hand lie on one line
/// (they are always singular), and from starts spread over all postures: for n = 2 every cell of a grid in
/// which the determinant changes sign or comes to a local extremum next to zero, for more joints points of a
/// fixed low-discrepancy sequence. The extremes of the radius along a curve are refined to about 1e-14 m.
/// Takes milliseconds (n = 2) to half a second (n = 6) and allocates: for start-up, not for the loop.
/// @param model At least 2 joints.
/// @return One range a curve, in no particular order.
std::vector<RadiusRange> find_singular_radii(const PlanarModel& model);

}  // namespace freefloat
