#include "campaign/run_case.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "campaign/case_bound.h"
#include "campaign/label_errors.h"
#include "campaign/run_margin.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// @return Hand's estimate less truth, which is of the cycle's time while the estimate looks a little ahead,
/// m.
Vector2 hand_error(const CycleRecord& record) {
  const double ahead = to_seconds(record.output.estimate.at - record.output.now);
  return record.output.estimate.p_WE - (record.truth->p_WE + ahead * record.truth->v_WE);
}

class ErrorMeter {
 public:
  void add(const CycleRecord& record) {
    const StateEstimate& estimate = record.output.estimate;
    if (!record.truth || !estimate.valid || record.output.state == SupervisorState::kDisarmed) return;
    const double ahead = to_seconds(estimate.at - record.output.now);
    const double attitude = record.truth->robot.theta_WB + ahead * record.truth->robot.w_WB;
    const double off = hand_error(record).norm();
    hand_ += off * off;
    worst_hand_ = std::max(worst_hand_, off);
    attitude_ += std::pow(wrap_angle(estimate.robot.theta_WB - attitude), 2);
    ++count_;
  }

  double hand() const { return count_ > 0 ? hand_ / count_ : 0.0; }
  double worst_hand() const { return worst_hand_; }
  double attitude() const { return count_ > 0 ? attitude_ / count_ : 0.0; }

 private:
  double hand_ = 0.0;
  double worst_hand_ = 0.0;
  double attitude_ = 0.0;
  int count_ = 0;
};

}  // namespace

CaseResult run_case(const RunConfig& config, const std::function<void(RunSession&)>& prepare,
                    const std::function<void(RunRecord)>& finished) {
  CaseResult result;
  result.seed = config.sim.seed;
  ErrorMeter errors;
  std::vector<std::size_t> target_leds;
  for (const TargetParameters& target : all_targets(config.sim)) target_leds.push_back(target.markers.size());
  LabelErrors labels(config.controller.robot, target_leds);
  bool closing = false;
  CaptureBegin begin(config);
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) {
    errors.add(record);
    labels.add(record);
    begin.add(record);
    const CycleOutput& output = record.output;
    if (output.state == SupervisorState::kActive && output.guidance.status == TaskStatus::kRunning) {
      result.limited = result.limited || output.resolved.scale < 1.0 || output.guidance.tangent_corrected ||
                       output.guidance.chart != ChartKind::kCartesian || output.resolved.damping > 0.0;
    }
    if (record.truth && output.command.close_gripper && !closing) {
      result.distance = (record.truth->target.p - record.truth->p_WE).norm();
      result.relative_speed = (record.truth->target.v - record.truth->v_WE).norm();
      result.grasp_hand_error = hand_error(record).norm();
      if (begin.is_of(record.input.op)) result.grasp_time = begin.since(output.now);
    }
    closing = output.command.close_gripper;
    if (output.command.enable && output.command.rates.size() > 0)
      result.largest_joint_rate =
          std::max(result.largest_joint_rate, output.command.rates.cwiseAbs().maxCoeff());
    result.simulated = to_seconds(output.now);
  }});
  if (prepare) prepare(session);
  session.run();
  RunRecord record = session.finish();
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict != Verdict::kPassed && result.reason.empty())
      result.reason = phase.name + ": " + phase.reason;
    if (!is_capture(phase.kind)) continue;
    result.captured = phase.verdict == Verdict::kPassed;
    result.capture_time = to_seconds(phase.end - phase.begin);
    if (phase.capture) result.straightness = phase.capture->straightness;
  }
  result.passed = result.reason.empty();
  result.hand_error_squared = errors.hand();
  result.worst_hand_error = errors.worst_hand();
  result.attitude_error_squared = errors.attitude();
  result.wrong_labels = labels.wrong();
  result.begin = begin.scene();
  result.margin = run_margin(record.phases, result.distance);
  if (finished) finished(std::move(record));
  return result;
}

}  // namespace freefloat
