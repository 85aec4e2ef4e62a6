#include "replay/branch_run.h"

#include <deque>
#include <memory>
#include <optional>

#include "hal/make/make_hal.h"
#include "mcap/decode.h"
#include "report/collect_run.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/run_messages.h"
#include "runtime/marker_input.h"
#include "runtime/phase_runner.h"
#include "vision/marker_scene.h"

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

/// A testbed whose clock starts later: the log's time.
class LaterTestbed {
 public:
  LaterTestbed(const RunConfig& config, Duration later)
      : hal_(make_hal({.hardware = config.hardware,
                       .sim = config.sim,
                       .robot = config.controller.robot,
                       .table = config.controller.table,
                       .camera = config.camera})),
        later_(later) {
    if (hal_.camera == nullptr) return;
    vision_ =
        std::make_unique<VisionPipeline>(config.vision, config.camera,
                                         make_marker_scene(config.controller.robot, config.sim.target.markers,
                                                           config.sim.target.marker_height));
  }

  void sleep_until(Time time) { hal_.clock->sleep_until(time - later_); }
  void send(const JointCommand& command, Time now) { hal_.link->send(command, now - later_); }
  Truth truth() const { return hal_.truth->truth(); }
  LinkHealth health() const { return hal_.link->health(); }

  std::optional<JointFeedback> poll(Time now) {
    auto feedback = hal_.link->poll(now - later_);
    if (feedback) feedback->sample_time += later_;
    return feedback;
  }

  /// @param prediction In the log's time.
  std::optional<MarkerFrame> take_markers(MarkerPrediction prediction) {
    prediction.at -= later_;
    std::optional<MarkerFrame> newest;
    MarkerFrame frame;
    for (;;) {
      frame.prediction = prediction;
      if (hal_.marker_sensor != nullptr) {
        if (hal_.marker_sensor->read(frame) != ReadStatus::kFrame) break;
      } else {
        CameraFrame picture;
        if (hal_.camera->read(picture) != ReadStatus::kFrame) break;
        frame = vision_->process(picture.image, picture.capture_time, picture.sequence, prediction);
      }
      newest = frame;
      newest->capture_time += later_;
      newest->prediction.at += later_;
    }
    return newest;
  }

 private:
  Hal hal_;
  Duration later_;
  std::unique_ptr<VisionPipeline> vision_;
};

}  // namespace

BranchResult branch_run(const std::string& path, Time at, const std::vector<std::string>& changes,
                        const std::atomic<bool>& stop) {
  const BranchPoint point = find_branch(path, at);
  const RunConfig config = branch_config(point, changes);
  const Duration period = config.controller.period;
  LaterTestbed testbed(config, point.start.time_since_epoch());
  Controller controller(config.controller);
  if (!controller.restore(point.state)) {
    throw ReplayError(
        "the changed robot has another number of joints than the log's: nothing to continue from");
  }

  // The plant follows the logged commands while the board wakes up.
  Time now = point.start;
  MarkerPrediction prediction = {};
  bool first = true;
  for (JointCommand command : point.commands) {
    // A board energises its drives only after it has been told once to leave them off.
    if (first) command.enable = false;
    first = false;
    testbed.send(command, now);
    now += period;
    testbed.sleep_until(now);
    testbed.poll(now);
    testbed.take_markers(prediction);
  }

  BranchResult result;
  result.at = now;
  result.from_truth = point.from_truth;
  result.first_phase = point.phase;
  result.hand_offset = (testbed.truth().p_WE - point.hand).norm();
  PhaseRunner phases(config.experiment);
  RunCollector collector(config, controller.workspace());
  const std::uint32_t earlier_tasks = point.op.task_number > 0 ? point.op.task_number - 1 : 0;
  std::optional<JointFeedback> feedback;
  CycleRecord record;
  while (!phases.finished()) {
    if (stop) phases.interrupt(now);
    record.input.now = now;
    record.input.markers = testbed.take_markers(prediction);
    record.input.joints = testbed.poll(now);
    record.input.op = phases.next_command(now);
    record.input.op.task_number += earlier_tasks;
    record.output = controller.step(record.input);
    testbed.send(record.output.command, now);
    prediction = record.output.prediction;
    record.truth = testbed.truth();
    if (record.input.joints) feedback = record.input.joints;
    phases.observe(record.output, feedback ? &*feedback : nullptr);
    collector.add(record, phases.current());
    now += period;
    testbed.sleep_until(now);
  }
  result.record = collector.finish(phases, testbed.health(), 0, stop);
  result.passed = phases.passed();
  return result;
}

}  // namespace freefloat
