#include "campaign/run_margin.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

/// What is left of a limit; what is not known, or not limited, uses nothing of it.
double left_of(double limit, double used) {
  return limit > 0.0 && std::isfinite(used) ? 1.0 - std::abs(used) / limit : 1.0;
}

double phase_margin(const PhaseResult& phase, double true_distance) {
  double least = left_of(to_seconds(phase.timeout), to_seconds(phase.end - phase.begin));
  const auto limit = [&](double most, double used) { least = std::min(least, left_of(most, used)); };
  if (phase.capture) {
    // By the estimate it always closes just within its limits, which tells nothing.
    limit(phase.max_distance, true_distance);
  }
  if (phase.achieved_turn) {
    limit(phase.turn_tolerance, phase.achieved_turn->error);
    limit(phase.turn_tolerance, phase.achieved_turn->joint_error);
  }
  if (phase.followed) {
    limit(phase.max_rms, phase.followed->rms);
    limit(phase.max_error, phase.followed->largest);
  }
  if (phase.reached) {
    limit(phase.turn_tolerance, phase.reached->joint_error);
    limit(phase.turn_tolerance, phase.reached->attitude_error);
  }
  return least;
}

}  // namespace

double run_margin(const std::vector<PhaseResult>& phases, double true_distance) {
  const auto last_capture = std::find_if(phases.rbegin(), phases.rend(),
                                         [](const PhaseResult& phase) { return is_capture(phase.kind); });
  const auto end = last_capture == phases.rend() ? phases.end() : last_capture.base();
  double least = 1.0;
  for (auto phase = phases.begin(); phase != end; ++phase) {
    if (phase->verdict != Verdict::kPassed) return 0.0;
    least = std::min(least, phase_margin(*phase, true_distance));
  }
  return std::max(least, 0.0);
}

}  // namespace freefloat
