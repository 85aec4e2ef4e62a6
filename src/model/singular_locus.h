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
/// Curves are entered from the 2^n postures in which all barycentric vectors of the hand lie on one line
/// (they are always singular), and from starts spread over all postures: for n = 2 every cell of a grid in
/// which the determinant changes sign or comes to a local extremum next to zero, for more joints points of a
/// fixed low-discrepancy sequence. The extremes of the radius along a curve are refined to about 1e-14 m.
/// Takes milliseconds (n = 2) to half a second (n = 6) and allocates: for start-up, not for the loop.
/// @param model At least 2 joints.
/// @return One range a curve, in no particular order.
std::vector<RadiusRange> find_singular_radii(const PlanarModel& model);

}  // namespace freefloat
