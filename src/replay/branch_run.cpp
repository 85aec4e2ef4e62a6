#include "replay/branch_run.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "hal/make/shift_time.h"
#include "mcap/decode.h"
#include "runlog/messages/cycle_messages.h"
#include "runtime/run_session.h"

namespace freefloat {

namespace {

// Long enough for board and drives, short enough for the plant to stay where the log's robot was.
constexpr Duration kWarmUp = std::chrono::milliseconds(300);

/// Of those of which something is known.
using Targets = std::array<std::optional<BodyState>, kMostTargets>;

/// What the log says around the branch.
struct BranchPoint {
  RunConfig config;
  LoggedConfiguration logged;
  ControllerState state;               ///< of the controller before the branch's first cycle
  std::vector<JointCommand> commands;  ///< logged, from the plant's start on
  RobotState robot;                    ///< where the plant starts
  Targets targets;
  Time start{};                    ///< of the plant
  Time begin{};                    ///< the branch's first cycle
  OperatorCommand op;              ///< in that cycle
  Vector2 hand = Vector2::Zero();  ///< logged, just before it
  std::size_t phase = 0;
  bool from_truth = false;
};

/// A past cycle, as long as the warm-up may need it.
struct PastCycle {
  Time now{};
  JointCommand command;
  RobotState robot;
  Targets targets;
  Vector2 hand = Vector2::Zero();
  bool truth = false;
  bool known = false;
  bool holding = false;
};

/// One that nobody follows was seen, but not how it moves.
std::optional<BodyState> state_of(const TargetPlace& place) {
  if (place.truth) return place.truth;
  if (!place.known) return std::nullopt;
  return BodyState{place.p_WT, place.theta_WT, Vector2::Zero(), 0.0};
}

/// @param followed Which target the controller follows. @param all Where they are, of a run with several.
PastCycle remember(const LoggedCycle& logged, const CycleOutput& output, std::uint32_t followed,
                   const TargetPlaces& all) {
  PastCycle past;
  past.now = logged.input.now;
  past.command = output.command;
  past.holding = logged.input.joints && logged.input.joints->gripper == GripperState::kHolding;
  for (std::size_t i = 0; i < all.targets.size() && i < kMostTargets; ++i)
    past.targets[i] = state_of(all.targets[i]);
  std::optional<BodyState>& target = past.targets.at(followed);
  Truth truth;
  if (logged.truth && decode(*logged.truth, truth)) {
    past.robot = truth.robot;
    target = truth.target;
    past.hand = truth.p_WE;
    past.truth = past.known = true;
  } else if (output.estimate.valid) {
    past.robot = output.estimate.robot;
    const TargetEstimate& known = output.estimate.target;
    target =
        BodyState{known.p_WT, known.turns ? known.theta_WT : 0.0, known.v_WT, known.turns ? known.w_WT : 0.0};
    past.hand = output.estimate.p_WE;
    past.known = true;
  }
  return past;
}

BranchPoint find_branch(const std::string& path, Time at) {
  BranchPoint point;
  std::deque<PastCycle> past;
  TargetPlaces targets;  // of the cycle whose messages come
  bool reached = false;
  ControllerReplay replay(path, {});
  point.config = replay.config();
  point.logged = replay.logged_configuration();
  while (const RunItem* item = replay.next()) {
    const auto phase = replay.take(kPhaseTopic);
    if (phase && phase->moment == PhaseMoment::kBegin) point.phase = phase->phase_number;
    if (auto told = replay.take(kTargetsTopic)) targets = std::move(*told);
    if (item->cycle == nullptr) continue;
    const CycleInput& input = item->cycle->input;
    if (input.now >= at) {
      reached = true;
      point.begin = input.now;
      point.op = input.op;
      point.state = replay.controller().state();
      break;
    }
    const CycleOutput& output = *replay.step(input);
    const std::uint32_t followed = replay.controller().state().estimator.watched;
    past.push_back(remember(*item->cycle, output, followed, targets));
    while (past.size() > 1 && past[1].now + kWarmUp <= past.back().now) past.pop_front();
  }
  if (!reached || past.empty()) {
    throw ReplayError(path + ": --branch-at " + std::to_string(to_seconds(at)) +
                      " s: the log has no cycles before and after that time");
  }
  if (past.back().holding) {
    throw ReplayError(path + ": --branch-at: the robot already holds its target there; branch earlier");
  }
  while (past.size() > 1 && !past.front().known) past.pop_front();
  if (!past.front().known) {
    throw ReplayError(path + ": --branch-at: nothing is known of the robot's state there; branch later");
  }
  point.start = past.front().now;
  point.robot = past.front().robot;
  point.targets = past.front().targets;
  point.from_truth = past.front().truth;
  point.hand = past.back().hand;
  for (const PastCycle& cycle : past) point.commands.push_back(cycle.command);
  return point;
}

/// The plant as it was, and what follows of the experiment.
RunConfig branch_config(const BranchPoint& point, const std::vector<std::string>& changes) {
  RunConfig config = changes.empty() ? point.config : point.logged.load(changes);
  simulate_all(config);
  config.sim.pace = SimPace::kFree;
  config.sim.start = point.robot;
  for (std::uint32_t i = 0; i <= config.sim.more_targets.size() && i < kMostTargets; ++i) {
    if (point.targets[i]) target_of(config.sim, i).start = *point.targets[i];
  }
  // Faults are scheduled from the run's start; those of the past are over.
  std::vector<ScheduledFault> faults;
  for (ScheduledFault fault : config.sim.faults) {
    if (fault.end <= point.start) continue;
    fault.begin = std::max(fault.begin, point.start) - point.start.time_since_epoch();
    if (fault.end < Time::max()) fault.end -= point.start.time_since_epoch();
    faults.push_back(fault);
  }
  config.sim.faults = faults;
  std::vector<Phase>& phases = config.experiment.phases;
  phases.erase(phases.begin(),
               phases.begin() + static_cast<std::ptrdiff_t>(std::min(point.phase, phases.size())));
  return config;
}

/// The plant follows the logged commands while the board wakes up.
/// @return When the branch begins.
Time warm_up(RunSession& session, const BranchPoint& point, Duration period) {
  Hal& hal = session.hal();
  MarkerInput markers(hal, session.vision());
  Time now = point.start;
  bool first = true;
  for (JointCommand command : point.commands) {
    // A board energises its drives only after it has been told once to leave them off.
    if (first) command.enable = false;
    first = false;
    hal.link->send(command, now);
    now += period;
    hal.clock->sleep_until(now);
    hal.link->poll(now);
    markers.take();
  }
  return now;
}

}  // namespace

BranchResult branch_run(const std::string& path, Time at, const std::vector<std::string>& changes,
                        const std::atomic<bool>& stop) {
  const BranchPoint point = find_branch(path, at);
  const RunConfig config = branch_config(point, changes);
  RunSession session(config, shift_time(open_testbed(config), point.start.time_since_epoch()));
  if (!session.resume(point.state, point.op.task_number > 0 ? point.op.task_number - 1 : 0)) {
    throw ReplayError(
        "the changed robot has another number of joints than the log's: nothing to continue from");
  }
  BranchResult result;
  result.at = warm_up(session, point, config.controller.period);
  result.from_truth = point.from_truth;
  result.first_phase = point.phase;
  result.hand_offset = (session.hal().truth->truth().p_WE - point.hand).norm();
  session.run(stop, result.at);
  result.record = session.finish();
  result.passed = session.phases().passed();
  return result;
}

}  // namespace freefloat
