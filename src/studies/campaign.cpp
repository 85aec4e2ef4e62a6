#include "studies/campaign.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include "runtime/run_session.h"
#include "studies/label_errors.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Errors of the estimate against the truth, which is of the cycle's time while the estimate looks a little
/// ahead.
class ErrorMeter {
 public:
  void add(const CycleRecord& record) {
    const StateEstimate& estimate = record.output.estimate;
    if (!record.truth || !estimate.valid || record.output.state == SupervisorState::kDisarmed) return;
    const double ahead = to_seconds(estimate.at - record.output.now);
    const Vector2 hand = record.truth->p_WE + ahead * record.truth->v_WE;
    const double attitude = record.truth->robot.theta_WB + ahead * record.truth->robot.w_WB;
    hand_ += (estimate.p_WE - hand).squaredNorm();
    worst_hand_ = std::max(worst_hand_, (estimate.p_WE - hand).norm());
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

CampaignKind campaign_kind(const Experiment& experiment) {
  for (const Phase& phase : experiment.phases) {
    if (phase.kind == PhaseKind::kCaptureStanding) return CampaignKind::kStanding;
    if (phase.kind == PhaseKind::kCaptureMoving) return CampaignKind::kMoving;
  }
  return CampaignKind::kNoCapture;
}

CaseResult run_case(const RunConfig& config) {
  CaseResult result;
  result.seed = config.sim.seed;
  ErrorMeter errors;
  LabelErrors labels(config.controller.robot);
  bool closing = false;
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) {
    errors.add(record);
    labels.add(record);
    const CycleOutput& output = record.output;
    if (output.state == SupervisorState::kActive && output.guidance.status == TaskStatus::kRunning) {
      result.limited = result.limited || output.resolved.scale < 1.0 || output.guidance.tangent_corrected ||
                       output.guidance.chart != ChartKind::kCartesian || output.resolved.damping > 0.0;
    }
    if (record.truth && output.command.close_gripper && !closing) {
      result.distance = (record.truth->target.p - record.truth->p_WE).norm();
      result.relative_speed = (record.truth->target.v - record.truth->v_WE).norm();
    }
    closing = output.command.close_gripper;
    result.simulated = to_seconds(output.now);
  }});
  session.run();
  const RunRecord record = session.finish();
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
  return result;
}

std::vector<CaseResult> run_campaign(const CampaignConfig& campaign, const RunConfig& base,
                                     const std::function<void(const CaseResult&)>& on_result) {
  std::vector<CaseResult> results(static_cast<std::size_t>(campaign.runs));
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(base.controller.robot));
  std::atomic<int> next{0};
  std::mutex mutex;
  const auto work = [&] {
    for (int i = next++; i < campaign.runs; i = next++) {
      const CaseResult result =
          run_case(draw_case(campaign, base, annulus, campaign.first_seed + static_cast<std::uint64_t>(i)));
      const std::lock_guard lock(mutex);
      results[i] = result;
      on_result(result);
    }
  };
  std::vector<std::jthread> threads;
  for (int job = 1; job < campaign.jobs; ++job) threads.emplace_back(work);
  work();
  threads.clear();
  return results;
}

}  // namespace freefloat
