#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "drawing/figure.h"
#include "report/run_summary.h"
#include "runtime/run_record.h"

namespace freefloat {

/// @param numbers A phase's, such as `&PhaseResult::followed`.
/// @return Whether a phase of the run has them.
template <class Numbers>
bool has(const RunRecord& record, std::optional<Numbers> PhaseResult::*numbers) {
  return std::any_of(record.phases.begin(), record.phases.end(),
                     [&](const PhaseResult& phase) { return (phase.*numbers).has_value(); });
}

/// @return All diagrams over time of a run, and the histogram of the loop's timing. Those that need the truth
/// are left out where none is known.
std::vector<Figure> draw_time_plots(const RunRecord& record, const RunSummary& summary);

/// Distance of the hand from the path that it follows, over time.
Figure draw_path_error(const RunRecord& record);

/// @return Whether a capture of the run was planned in time.
bool has_plan_in_time(const RunRecord& record);

/// Distance of the hand from its place in the plan that the capture went by, over time; which plan that was.
Figure draw_plan_error(const RunRecord& record);

/// Rate of robot and target over time, with the rate that their angular momentum dictates.
Figure draw_detumbling(const RunRecord& record);

/// Distance and speed of the hand relative to the target.
Figure draw_approach(const RunRecord& record, const RunSummary& summary);

/// Attitude of the satellite, and what it lacks of the goal while it is turned.
Figure draw_attitude(const RunRecord& record);

/// Joint rates, commanded and measured, and joint angles.
Figure draw_joints(const RunRecord& record);

/// Linear and angular momentum about the mass centre.
Figure draw_momentum(const RunRecord& record);

/// How far the capture stayed from singularities and from the rate limit.
Figure draw_margins(const RunRecord& record);

/// Errors of the estimate; only where the truth is known.
Figure draw_estimator(const RunRecord& record, const RunSummary& summary);

/// Markers seen and their innovations.
Figure draw_vision(const RunRecord& record);

/// Slack and computing time of each cycle.
Figure draw_timing(const RunRecord& record, const RunSummary& summary);

/// How many cycles took how long to compute.
Figure draw_compute_histogram(const RunRecord& record);

}  // namespace freefloat
