#include "replay/branch_run.h"

#include <algorithm>
#include <deque>

#include "hal/make/shift_time.h"
#include "mcap/decode.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/run_messages.h"
#include "runtime/run_session.h"

namespace freefloat {

namespace {

// Long enough for board and drives, short enough for the plant to stay where the log's robot was.
constexpr Duration kWarmUp = std::chrono::milliseconds(300);

/// What the log says around the branch.
struct BranchPoint {
  RunConfig config;
  LoggedConfiguration logged;
  ControllerState state;               ///< of the controller before the branch's first cycle
  std::vector<JointCommand> commands;  ///< logged, from the plant's start on
  RobotState robot;                    ///< where the plant starts
  BodyState target;
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
  BodyState target;
  Vector2 hand = Vector2::Zero();
  bool truth = false;
  bool known = false;
  bool holding = false;
};

PastCycle remember(const LoggedCycle& logged, const CycleOutput& output) {
  PastCycle past;
  past.now = logged.input.now;
  past.command = output.command;
  past.holding = logged.input.joints && logged.input.joints->gripper == GripperState::kHolding;
  Truth truth;
  if (logged.truth && decode(*logged.truth, truth)) {
    past.robot = truth.robot;
    past.target = truth.target;
    past.hand = truth.p_WE;
    past.truth = past.known = true;
  } else if (output.estimate.valid) {
    past.robot = output.estimate.robot;
    past.target.p = output.estimate.target.p_WT;
    past.target.v = output.estimate.target.v_WT;
    past.hand = output.estimate.p_WE;
    past.known = true;
  }
  return past;
}

BranchPoint find_branch(const std::string& path, Time at) {
  BranchPoint point;
  std::deque<PastCycle> past;
  bool reached = false;
  ControllerReplay replay(path, {});
  point.config = replay.config();
  point.logged = replay.logged_configuration();
  while (const RunItem* item = replay.next()) {
    const auto phase = replay.take(kPhaseTopic);
    if (phase && phase->moment == PhaseMoment::kBegin) point.phase = phase->phase_number;
    if (item->cycle == nullptr) continue;
    const CycleInput& input = item->cycle->input;
    if (input.now >= at) {
      reached = true;
      point.begin = input.now;
      point.op = input.op;
      point.state = replay.controller().state();
      break;
    }
    past.push_back(remember(*item->cycle, *replay.step(input)));
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
  point.target = past.front().target;
  point.from_truth = past.front().truth;
  point.hand = past.back().hand;
  for (const PastCycle& cycle : past) point.commands.push_back(cycle.command);
  return point;
}

/// The plant as it was, and what follows of the experiment.
RunConfig branch_config(const BranchPoint& point, const std::vector<std::string>& changes) {
  RunConfig config = changes.empty() ? point.config : point.logged.load(changes);
  config.hardware = {};
  config.sim.pace = SimPace::kFree;
  config.sim.start = point.robot;
  config.sim.target.start = point.target;
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
