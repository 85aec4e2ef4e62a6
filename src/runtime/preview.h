#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/control_setup.h"
#include "runtime/reached_approach.h"
#include "runtime/run_config.h"
#include "types/state_estimate.h"

namespace freefloat {

/// A predicted capture at one instant.
struct PreviewStep {
  double time = 0.0;  ///< since the capture phase began, s
  RobotState robot;
  Vector2 p_WE = Vector2::Zero();  ///< hand, m
  Vector2 p_WG = Vector2::Zero();  ///< mass centre, m
  Vector2 p_WT = Vector2::Zero();  ///< target, m
  double sigma_min = 0.0;          ///< smallest singular value of the generalized Jacobian's position rows, m
  double rate_share = 0.0;         ///< of the joints' rate limit that this step uses
  double edge_distance = 0.0;  ///< hand from the nearer edge of the singularity-free annulus, inside > 0, m
  bool unfolding = false;      ///< joints turn towards a better posture, the hand is not yet led
};

/// What the controller would do, as its own prediction sees it.
struct Preview {
  enum class Status : std::uint8_t { kGood, kNearEdge, kRefused };

  Status status = Status::kGood;
  std::string text;      ///< one sentence
  std::string ways;      ///< planned in time: which way the arm takes, and what the others would; else empty
  double seconds = 0.0;  ///< from the capture phase's begin
  double smallest_sigma = 0.0;  ///< of the generalized Jacobian on the way, m
  double rate_margin = 0.0;     ///< share of the joints' rate limit that is never used
  double edge_margin = 0.0;   ///< hand from the annulus' nearer edge while it is led within it, least, m; NaN
                              ///< where no hand is led
  std::vector<Vector2> path;  ///< of the hand, in W, m
  std::vector<Vector2> wanted;       ///< follow_path: the path that is asked for, m; else empty
  std::optional<Vector2> meeting{};  ///< where the target is captured, m; none of a path or a posture
  std::optional<ReachedApproach> approach{};  ///< how the hand comes, where a way is wished
  std::vector<PreviewStep> steps;             ///< from begin to end, CapturePrediction::kStep apart
};

/// Robot and target as an experiment's files start them, perfectly known, when its first capture begins;
/// before that the robot has drifted and turned freely. The target is where it starts.
StateEstimate estimate_at_start(const RunConfig& config);

/// @return The first phase that captures; null: there is none.
const Phase* first_capture(const Experiment& experiment);

/// @return The target that it captures, from 0; the first where there is no capture.
std::uint32_t first_target(const Experiment& experiment);

/// @return The first phase that follows a path or goes to a posture, where nothing before it moves the arm;
/// else null.
const Phase* first_motion(const Experiment& experiment);

/// @return From the start until a phase of the experiment begins, as far as phases last a known time, s.
double seconds_until(const Experiment& experiment, const Phase& led);

/// @return Whether what comes before the first capture leaves the arm where it is.
bool arm_rests_until_capture(const Experiment& experiment);

/// @return What the controller knows when that capture begins: paths keep clear of its target.
ControlSetup setup_for_capture(const ControllerConfig& config, const Experiment& experiment);

/// Predicts the first capture of an experiment with the controller's own planner and laws, on a copy: takes
/// some ten milliseconds.
/// @param setup Robot, limits and settings. @param experiment Its phases.
/// @param estimate Where robot and target are; a target that is held until the run is to have the velocity
/// that it will have then.
Preview preview_capture(const ControlSetup& setup, const Experiment& experiment,
                        const StateEstimate& estimate);

/// The same where the setup is still to be made.
Preview preview_capture(const ControllerConfig& config, const Experiment& experiment,
                        const StateEstimate& estimate);

/// Predicts what an experiment does first: a path that the hand follows, a posture that the joints go to, or
/// its first capture.
Preview preview_experiment(const ControllerConfig& config, const Experiment& experiment,
                           const StateEstimate& estimate);

/// Predicts what a run from its files' start will do, for people before it arms.
/// @param robot_is_real Nobody knows yet where it stands.
/// @return Nothing of a real robot, and where the arm moves before the first path, posture or capture.
std::optional<Preview> preview_run(const RunConfig& config, bool robot_is_real);

/// @return Time, smallest singular value, margins and, of a moving target, the meeting, in one line; of what
/// is refused why.
std::string describe_preview(const Preview& preview, const Experiment& experiment);

}  // namespace freefloat
