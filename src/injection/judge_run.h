#pragma once

#include "injection/matrix.h"
#include "injection/observed_run.h"

namespace freefloat {

/// @return A row without runs: what is promised of a fault that comes to such a robot.
MatrixRow begin_row(const Injection& injection, RobotIs robot, const SafetyConfig& safety);

/// Holds a run against the promise, and counts it.
/// @param robot When the fault came. @param watch What was looked at. @param row Goes on.
void judge_run(RobotIs robot, const FaultWatch& watch, std::uint64_t seed, const Observed& observed,
               MatrixRow& row);

}  // namespace freefloat
