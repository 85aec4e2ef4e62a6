#include "report/collect_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hal/link_key.h"
#include "model/guaranteed_workspace.h"
#include "safety/fault_table.h"
#include "types/angle.h"

namespace freefloat {

namespace {

PhaseVerdict to_verdict(PhaseOutcome::Verdict verdict) {
  switch (verdict) {
    case PhaseOutcome::Verdict::kPassed:
      return PhaseVerdict::kPassed;
    case PhaseOutcome::Verdict::kFailed:
      return PhaseVerdict::kFailed;
    case PhaseOutcome::Verdict::kSkipped:
      return PhaseVerdict::kSkipped;
    case PhaseOutcome::Verdict::kInterrupted:
      return PhaseVerdict::kInterrupted;
    case PhaseOutcome::Verdict::kObserved:
      return PhaseVerdict::kObserved;
  }
  return PhaseVerdict::kSkipped;
}

RunSample to_sample(const CycleRecord& cycle) {
  RunSample sample;
  sample.time = cycle.output.now;
  sample.state = cycle.output.state;
  sample.faults = cycle.output.faults;
  sample.estimate = cycle.output.estimate;
  sample.guidance = cycle.output.guidance;
  sample.resolved = cycle.output.resolved;
  sample.command = cycle.output.command;
  if (cycle.input.joints) sample.measured_rates = cycle.input.joints->rates;
  sample.truth = cycle.truth;
  if (cycle.input.markers) {
    const auto& markers = cycle.input.markers->markers;
    sample.markers_seen = static_cast<int>(
        std::count_if(markers.begin(), markers.end(), [](const auto& marker) { return marker.seen; }));
  }
  sample.slack = cycle.timing.slack;
  sample.compute = cycle.timing.compute;
  return sample;
}

}  // namespace

RunCollector::RunCollector(const RunConfig& config, const HandWorkspace& workspace) {
  record_.experiment = config.experiment.name;
  record_.description = config.experiment.description;
  record_.testbed = config.testbed_name;
  record_.camera = config.camera.name;
  record_.seed = config.sim.seed;
  for (const ConfigSource& source : config.sources) record_.config_files.push_back(source.path);
  record_.robot = config.controller.robot;
  record_.table = config.controller.table;
  record_.workspace_radius = workspace.guaranteed_radius;
  record_.annulus_inner = workspace.inner;
  record_.annulus_outer = workspace.outer;
  const PlanarModel model(config.controller.robot);
  record_.any_attitude = any_attitude_annulus(model);
  record_.reach = reachable_annulus(model);
  record_.period = config.controller.period;
  record_.max_joint_rate = config.controller.max_joint_rate;
  record_.singularity_threshold = config.controller.singularity_threshold;
  for (const FaultRow& row : kFaultTable) record_.fault_names.emplace_back(row.name);
  if (config.hardware.link) {
    std::string risk = warn_of_missing_key(*config.hardware.link);
    if (!risk.empty()) record_.events.push_back({Time{}, "Link: " + risk, true});
  }
  has_target_ = config.sim.target.mount != TargetMount::kNone;
  straightness_.assign(config.experiment.phases.size(), kUnknown);
}

void RunCollector::add(const CycleRecord& cycle, std::size_t phase) {
  follow_capture(cycle, phase);
  if (count_++ % stride_ != 0) return;
  record_.samples.push_back(to_sample(cycle));
  // Without a target the simulation's has no place; none is drawn.
  if (!has_target_ && record_.samples.back().truth) {
    record_.samples.back().truth->target.p.setConstant(kUnknown);
  }
  if (record_.samples.size() < kMostSamples) return;
  // Every second one goes, and from now on only every second one comes.
  for (std::size_t i = 0; 2 * i < record_.samples.size(); ++i) record_.samples[i] = record_.samples[2 * i];
  record_.samples.resize(record_.samples.size() / 2);
  stride_ *= 2;
}

void RunCollector::follow_capture(const CycleRecord& cycle, std::size_t phase) {
  const CycleOutput& output = cycle.output;
  const bool leading = output.state == SupervisorState::kActive &&
                       output.guidance.status == TaskStatus::kRunning &&
                       cycle.input.op.task == Task::kCaptureStanding && phase < straightness_.size();
  if (!leading) {
    path_.open = false;
    return;
  }
  // What really happened where that is known, what was believed otherwise.
  const Vector2 hand = cycle.truth ? cycle.truth->p_WE : output.estimate.p_WE;
  if (!path_.open || path_.phase != phase) {
    path_ = {phase, hand, cycle.truth ? cycle.truth->target.p : output.estimate.target.p_WT, 0.0, true};
  }
  const Vector2 way = path_.target - path_.start;
  const double length = way.norm();
  if (!(length > 0.0)) return;
  path_.deviation = std::max(path_.deviation, std::abs(cross(way, hand - path_.start)) / length);
  straightness_[phase] = path_.deviation / length;
}

RunRecord RunCollector::finish(const PhaseRunner& phases, const LinkHealth& link, std::uint64_t overruns,
                               bool interrupted) {
  for (std::size_t i = 0; i < phases.outcomes().size(); ++i) {
    const PhaseOutcome& outcome = phases.outcomes()[i];
    const Phase& phase = phases.experiment().phases[i];
    PhaseResult result;
    result.name = phase.name;
    result.kind = phase.kind;
    result.begin = outcome.begin;
    result.end = outcome.end;
    result.verdict = to_verdict(outcome.verdict);
    result.reason = outcome.reason;
    result.max_distance = phase.max_distance;
    result.max_speed = phase.max_speed;
    if (outcome.distance >= 0.0) {
      result.capture = CaptureNumbers{to_seconds(outcome.end - outcome.begin), outcome.distance,
                                      outcome.relative_speed, straightness_[i]};
    }
    result.turn_tolerance = phase.turn_tolerance;
    if (outcome.turn) {
      result.turn = TurnNumbers{outcome.turn->turned, outcome.turn->error, outcome.turn->joint_error,
                                outcome.turn->loops};
    }
    record_.phases.push_back(std::move(result));
  }
  record_.link = link;
  record_.overruns = overruns;
  record_.interrupted = interrupted;
  return std::exchange(record_, RunRecord{});
}

}  // namespace freefloat
