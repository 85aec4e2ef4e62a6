#pragma once

#include <deque>
#include <string>
#include <vector>

#include "control/controller_config.h"
#include "runlog/cycle_record.h"

namespace freefloat {

/// Where the hand was, against where the plan that the capture went by had it when it was made.
struct PlannedHand {
  std::vector<double> error;  ///< one a cycle: hand, as estimated, to its place in the plan, m; NaN: no plan
  double rms = 0.0;           ///< m; NaN: there was no plan
  double largest = 0.0;       ///< m
};

/// A plan stands from the cycle in which it was taken, or taken in place of another, until its meeting;
/// what was refined of it on the way is part of the error.
/// @param config Robot and limits.
/// @param cycles Of one run, in the order of time, none left out.
PlannedHand compare_with_plan(const ControllerConfig& config, const std::deque<CycleRecord>& cycles);

/// @return Which way hand and target were to meet, and what the others would have taken, in words:
/// "elbow kept, joint 1 to the left: 1.5 s, smallest singular value 0.12 m; instead: ..."; empty: no plan.
std::string describe_ways(const MeetingOutput& meeting);

}  // namespace freefloat
