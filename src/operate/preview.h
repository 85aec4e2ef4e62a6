#pragma once

#include <string>
#include <vector>

#include "control/control_setup.h"
#include "runtime/experiment.h"
#include "types/state_estimate.h"

namespace freefloat {

/// What the controller would do, as its own prediction sees it.
struct Preview {
  enum class Status : std::uint8_t { kGood, kNearEdge, kRefused };

  Status status = Status::kGood;
  std::string text;  ///< one sentence
  double seconds = 0.0;
  double smallest_sigma = 0.0;  ///< of the generalized Jacobian on the way, m
  double rate_margin = 0.0;     ///< share of the joints' rate limit that is never used
  std::vector<Vector2> path;    ///< of the hand, in W, m
  Vector2 meeting = Vector2::Zero();
};

/// Predicts the first capture of an experiment with the controller's own planner and laws, on a copy: takes
/// some ten milliseconds.
/// @param config Of the controller. @param experiment Its phases.
/// @param estimate Where robot and target are; a target that is held until the run is to have the velocity
/// that it will have then.
Preview preview_capture(const ControllerConfig& config, const Experiment& experiment,
                        const StateEstimate& estimate);

}  // namespace freefloat
