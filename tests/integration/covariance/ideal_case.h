#pragma once

#include <cstdint>

#include "campaign/draw_case.h"
#include "integration/covariance/covariance_record.h"
#include "studies/ideal_capture.h"

namespace freefloat {

/// How far the program's capture may be from the computed one.
inline constexpr double kPathTolerance = 1e-6;   // m
inline constexpr double kAngleTolerance = 1e-5;  // rad

/// One capture in the testbed without imperfections, and the same computed without filter, link or phases.
struct IdealCase {
  CaptureLaw law;
  RunConfig config;
};

/// Start, target and variant of the published scheme are drawn; the gripper stays open, so that the capture
/// goes on to its end.
IdealCase draw_ideal_case(std::uint64_t seed);

/// How far the program's capture is from the computed one.
struct PathDifference {
  double hand = 0.0;   ///< largest at any sample, m
  double angle = 0.0;  ///< attitude and joints, rad
  int samples = 0;
};

/// Runs the program's capture. @param filter Takes in every cycle.
PathDifference compare_with_computed(const IdealCase& ideal, CovarianceRecord& filter);

}  // namespace freefloat
