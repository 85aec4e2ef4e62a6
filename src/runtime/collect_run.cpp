#include "runtime/collect_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hal/link_key.h"
#include "model/guaranteed_workspace.h"
#include "runtime/contact_watch.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Every second one goes.
template <class T>
void halve(std::deque<T>& samples) {
  for (std::size_t i = 0; 2 * i < samples.size(); ++i) samples[i] = samples[2 * i];
  samples.resize((samples.size() + 1) / 2);
}

}  // namespace

RunCollector::RunCollector(const RunConfig& config, const HandWorkspace& workspace)
    : targets_(config.controller.robot.markers.size(), target_facts(config)) {
  record_.config = config;
  record_.workspace = workspace;
  const PlanarModel model(config.controller.robot);
  record_.any_attitude = any_attitude_annulus(model);
  record_.reach = reachable_annulus(model);
  const auto warn = [this](const char* of, const auto& part) {
    std::string risk = part ? warn_of_missing_key(*part) : "";
    if (!risk.empty()) record_.events.push_back({Time{}, of + risk, true});
  };
  warn("Link: ", config.hardware.link);
  warn("Markers: ", config.hardware.camera);
  warn("Target: ", config.hardware.target_source);
  straightness_.assign(config.experiment.phases.size(), kUnknown);
  for (const RunCondition& condition : config.experiment.success) conditions_.emplace_back(condition);
  path_errors_.resize(config.experiment.phases.size());
  path_starts_.resize(config.experiment.phases.size());
  for (const HandPath& path : config.controller.paths) paths_.emplace_back(path);
}

void RunCollector::add(const CycleRecord& cycle) {
  follow_capture(cycle);
  follow_path(cycle);
  targets_.add(cycle);
  for (ConditionTally& condition : conditions_) condition.add(CycleView(cycle));
  if (count_++ % stride_ != 0) return;
  record_.samples.push_back(cycle);
  if (targets_.has_several()) record_.targets.push_back(targets_.places());
  // Without a target the simulation's has no place; none is drawn.
  if (record_.config.sim.target.mount == TargetMount::kNone && record_.samples.back().truth) {
    record_.samples.back().truth->target.p.setConstant(kUnknown);
  }
  if (record_.samples.size() < kMostSamples) return;
  // From now on only every second one comes.
  halve(record_.samples);
  halve(record_.targets);
  stride_ *= 2;
}

void RunCollector::add(const PhaseEvent& event) {
  phase_ = event.phase_number;
  if (event.moment == PhaseMoment::kEnd) straightness_.at(event.phase_number) = path_.straightness;
}

void RunCollector::add(const ContactRecord& contact) {
  constexpr std::size_t kMostEvents = 500;
  if (record_.events.size() < kMostEvents)
    record_.events.push_back({contact.at, "Contact: " + describe_contact(contact), true});
}

void RunCollector::follow_capture(const CycleRecord& cycle) {
  const CycleOutput& output = cycle.output;
  if (path_.task != cycle.input.op.task_number) path_ = {.task = cycle.input.op.task_number};
  const bool leading = output.state == SupervisorState::kActive &&
                       output.guidance.status == TaskStatus::kRunning &&
                       cycle.input.op.task == Task::kCaptureStanding;
  // What really happened where that is known, what was believed otherwise.
  const Vector2 hand = cycle.truth ? cycle.truth->p_WE : output.estimate.p_WE;
  if (leading && !path_.open) {
    path_.start = hand;
    path_.target = cycle.truth ? cycle.truth->target.p : output.estimate.target.p_WT;
    path_.deviation = 0.0;
  }
  path_.open = leading;
  const Vector2 way = path_.target - path_.start;
  const double length = way.norm();
  if (!leading || !(length > 0.0)) return;
  path_.deviation = std::max(path_.deviation, std::abs(cross(way, hand - path_.start)) / length);
  path_.straightness = path_.deviation / length;
}

void RunCollector::follow_path(const CycleRecord& cycle) {
  const PathOutput& path = cycle.output.guidance.path;
  const OperatorCommand& op = cycle.input.op;
  const bool on_way = path.stage == PathStage::kApproach || path.stage == PathStage::kFollow;
  if (cycle.output.state != SupervisorState::kActive || op.task != Task::kFollowPath || !on_way) return;
  if (op.path >= paths_.size() || phase_ >= path_starts_.size() || !cycle.output.estimate.valid) return;
  if (!path_starts_[phase_]) path_starts_[phase_] = cycle.output.estimate;
  if (path.stage != PathStage::kFollow || !cycle.truth) return;
  const PlacedPath placed(paths_[op.path], path.begin);
  path_errors_[phase_].add(placed.distance(cycle.truth->p_WE, path.along), 0.0);
}

RunRecord RunCollector::finish(const std::vector<PhaseResult>& phases, const LinkHealth& link) {
  record_.phases = phases;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    if (phases[i].capture) record_.phases[i].capture->straightness = straightness_[i];
    if (!phases[i].followed) continue;
    if (path_starts_[i]) {
      record_.paths.push_back(
          compare_path(record_.config.controller, phases[i].path_number, *path_starts_[i]));
      record_.paths.back().phase = i;
    }
    if (path_errors_[i].count() == 0) continue;
    record_.phases[i].followed->truth_rms = path_errors_[i].numbers().rms;
    record_.phases[i].followed->truth_largest = path_errors_[i].numbers().largest;
  }
  for (const ConditionTally& tally : conditions_) {
    record_.conditions.push_back({tally.condition().text, tally.value(), tally.holds()});
  }
  record_.link = link;
  return std::exchange(record_, RunRecord{});
}

}  // namespace freefloat
