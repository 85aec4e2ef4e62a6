#pragma once

#include <vector>

#include "model/singular_point.h"

namespace freefloat {

/// @return The 2^n postures in which the hand's barycentric vectors lie on one line: always singular, with mu
/// = 0.
std::vector<LocusVector> collinear_starts(const PlanarModel& model);

/// @return Postures (absolute angles theta_1 .. theta_n) near which further curves of the singular locus are
/// sought; see singular_locus.h. Always the same for the same robot.
std::vector<JointVector> spread_starts(const PlanarModel& model);

}  // namespace freefloat
