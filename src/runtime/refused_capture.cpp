#include "runtime/refused_capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace freefloat {

namespace {

// Moving targets are looked at for so long, as by the planner.
constexpr double kFirstMeeting = 1.0;  // s
constexpr double kLastMeeting = 30.5;  // s
constexpr double kMeetingStep = 0.5;   // s
constexpr double kLookStep = 0.05;     // s

std::string annulus_text(const HandWorkspace& workspace) {
  return fmt::format("the singularity-free annulus, {:.3f} to {:.3f} m about the robot's mass centre",
                     workspace.inner, workspace.outer);
}

/// How a target passes the mass centre.
struct Passage {
  double nearest = std::numeric_limits<double>::infinity();  // m
  double farthest = 0.0;                                     // m
  double enters = -1.0;                                      // s; negative: never
  double leaves = -1.0;                                      // s
};

Passage watch_target(const HandWorkspace& workspace, const TaskSpaceState& task) {
  Passage passage;
  for (double t = 0.0; t <= kLastMeeting; t += kLookStep) {
    const double radius = (task.target().p_after(t) - task.p_WG - t * task.v_WG).norm();
    passage.nearest = std::min(passage.nearest, radius);
    passage.farthest = std::max(passage.farthest, radius);
    if (!workspace.contains(radius, 0.0)) continue;
    if (passage.enters < 0.0) passage.enters = t;
    passage.leaves = t;
  }
  return passage;
}

PredictedEnd predict(const ControlSetup& setup, const StateEstimate& estimate, const TaskSpaceState& task,
                     const CapturePlan& plan, bool moving) {
  CapturePrediction prediction;
  prediction.begin(estimate, task, plan);
  const auto line = approach_line(setup, estimate, estimate.at, moving);
  while (prediction.end == PredictedEnd::kRunning)
    prediction.advance(setup, moving, 1.0, line ? &*line : nullptr);
  return prediction.end;
}

/// @return How the straight ways end, and most of the ways around the hole and by another posture.
std::string explain_ways(const ControlSetup& setup, const StateEstimate& estimate, const TaskSpaceState& task,
                         bool moving) {
  std::array<int, 5> counts{};
  for (double meeting = kFirstMeeting; meeting <= kLastMeeting; meeting += kMeetingStep) {
    const Vector2 arm = task.target().p_after(meeting) - task.p_WG - meeting * task.v_WG;
    if (moving && !setup.workspace.contains(arm.norm(), 0.0)) continue;
    for (const auto& [unfold, chart] : {std::pair(false, ChartKind::kCartesian),
                                        {false, ChartKind::kPolarCounterClockwise},
                                        {false, ChartKind::kPolarClockwise},
                                        {true, ChartKind::kCartesian}}) {
      CapturePlan plan{unfold, chart, 1.0, {}};
      plan.rendezvous = estimate.at + from_seconds(meeting);
      ++counts[static_cast<std::size_t>(predict(setup, estimate, task, plan, moving))];
    }
    if (!moving) break;
  }
  counts[static_cast<std::size_t>(PredictedEnd::kCaptured)] = 0;
  const auto most = std::max_element(counts.begin(), counts.end());
  if (*most == 0) return "no way that the prediction knows is sure enough";
  return "of the ways that were tried most fail because " +
         std::string(words_of(static_cast<PredictedEnd>(most - counts.begin())));
}

std::string explain_passage(const HandWorkspace& workspace, const Passage& passage) {
  if (passage.enters < 0.0) {
    if (passage.nearest >= workspace.outer) {
      return fmt::format("the target never comes nearer than {:.3f} m, {:.0f} mm outside of ",
                         passage.nearest, 1e3 * (passage.nearest - workspace.outer)) +
             annulus_text(workspace);
    }
    return fmt::format("the target stays within {:.3f} m, in the hole of ", passage.farthest) +
           annulus_text(workspace);
  }
  return fmt::format("the target is in reach from {:.1f} to {:.1f} s after the capture's begin only, inside ",
                     passage.enters, passage.leaves) +
         annulus_text(workspace);
}

}  // namespace

std::string_view words_of(PredictedEnd end) {
  switch (end) {
    case PredictedEnd::kJointLimit:
      return "a joint would reach its limit";
    case PredictedEnd::kSingular:
      return "the path meets a dynamic singularity";
    case PredictedEnd::kNotInTime:
      return "the hand does not arrive in time, or not without touching something, or not as it should come";
    case PredictedEnd::kRunning:
    case PredictedEnd::kCaptured:
      break;
  }
  return "";
}

std::string explain_refused_capture(const ControlSetup& setup, const StateEstimate& estimate, bool moving) {
  const TaskSpaceState task = task_space_state(estimate, Vector2::Zero(), setup.unloaded(), moving);
  if (moving) {
    const Passage passage = watch_target(setup.workspace, task);
    const std::string text = explain_passage(setup.workspace, passage);
    return passage.enters < 0.0 ? text : text + "; " + explain_ways(setup, estimate, task, moving);
  }
  const double radius = (task.p_WT - task.p_WG).norm();
  if (radius > setup.workspace.outer) {
    return fmt::format("the target is {:.3f} m from the robot's mass centre, {:.0f} mm outside of ", radius,
                       1e3 * (radius - setup.workspace.outer)) +
           annulus_text(setup.workspace);
  }
  if (radius < setup.workspace.inner) {
    return fmt::format("the target is {:.3f} m from the robot's mass centre, in the hole of ", radius) +
           annulus_text(setup.workspace);
  }
  return explain_ways(setup, estimate, task, moving);
}

}  // namespace freefloat
