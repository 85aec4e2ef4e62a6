#pragma once

#include "runtime/run_record.h"

namespace freefloat {

enum class SampleScenario {
  kStandingTarget,     ///< captured along a straight line
  kMovingTarget,       ///< captured, with the tangent correction
  kWithoutCorrection,  ///< the same target missed at a dynamic singularity
};

/// A made-up but physically plausible run for tests and for looking at reports: the robot of Yoshida &
/// Umetani (1990) moved by its generalized Jacobian on a slightly tilted table, with made-up sensor noise.
/// Same bits for the same scenario.
/// @param samples_per_second Cycles a second.
RunRecord make_sample_run(SampleScenario scenario, double samples_per_second = 100.0);

}  // namespace freefloat
