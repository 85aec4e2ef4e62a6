#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "estimation/estimate_state.h"
#include "runlog/cycle_record.h"
#include "support/least_eigenvalue.h"

namespace freefloat {

/// What the robot filter did in many cycles.
struct CovarianceRecord {
  std::vector<double> eigenvalues;      ///< smallest of each cycle with a belief, see above
  long indefinite = 0;                  ///< cycles whose smallest is zero or less
  long refused = 0;                     ///< LEDs outside the gate
  double angular_momentum_error = 0.0;  ///< largest, N m s
  double hand_error = 0.0;              ///< largest of the estimate's, m

  /// One cycle of a run. @param state After it.
  void add(const CycleRecord& cycle, const EstimatorState& state) {
    if (!state.robot.initialised) return;
    eigenvalues.push_back(least_eigenvalue(covariance_of(state.robot.covariance)));
    if (!(eigenvalues.back() > 0.0)) ++indefinite;
    if (cycle.input.markers) refused += state.last_update.rejected;
    const StateEstimate& estimate = cycle.output.estimate;
    if (!cycle.truth || !estimate.valid) return;
    const double momentum = estimate.angular_momentum - cycle.truth->angular_momentum;
    angular_momentum_error = std::max(angular_momentum_error, std::abs(momentum));
    const double ahead = to_seconds(estimate.at - cycle.output.now);
    const Vector2 hand = cycle.truth->p_WE + ahead * cycle.truth->v_WE;
    hand_error = std::max(hand_error, (estimate.p_WE - hand).norm());
  }
};

}  // namespace freefloat
