#include "report/run_summary.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLongestInterpolation = 0.25;  // s

/// Cubic Hermite interpolation at `s` in [0, 1] of an interval of `h` seconds.
template <typename Value>
Value interpolate(double s, double h, const Value& x0, const Value& v0, const Value& x1, const Value& v1) {
  const double s2 = s * s;
  const double s3 = s2 * s;
  return (2.0 * s3 - 3.0 * s2 + 1.0) * x0 + (s3 - 2.0 * s2 + s) * h * v0 + (3.0 * s2 - 2.0 * s3) * x1 +
         (s3 - s2) * h * v1;
}

/// Root of the mean square of the finite values, and the largest of them.
void measure(const std::vector<EstimateError>& errors, double EstimateError::*member, double& rms,
             double& largest) {
  double sum = 0.0;
  std::size_t count = 0;
  for (const EstimateError& error : errors) {
    const double value = std::abs(error.*member);
    if (!std::isfinite(value)) continue;
    sum += value * value;
    largest = count == 0 ? value : std::max(largest, value);
    ++count;
  }
  if (count > 0) rms = std::sqrt(sum / static_cast<double>(count));
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return kUnknown;
  const auto nth =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

bool conditions_hold(const RunRecord& record) {
  return std::all_of(record.conditions.begin(), record.conditions.end(),
                     [](const ConditionResult& condition) { return condition.holds; });
}

Verdict judge_run(const RunRecord& record) {
  if (record.interrupted) return Verdict::kInterrupted;
  const auto count = [&](Verdict verdict) {
    return std::count_if(record.phases.begin(), record.phases.end(),
                         [verdict](const auto& phase) { return phase.verdict == verdict; });
  };
  if (!conditions_hold(record)) return Verdict::kFailed;
  const auto total = static_cast<std::ptrdiff_t>(record.phases.size());
  const auto passed = count(Verdict::kPassed);
  if (total > 0 && passed == total) return Verdict::kPassed;
  return total > 0 && passed + count(Verdict::kObserved) == total ? Verdict::kObserved : Verdict::kFailed;
}

std::vector<EstimateError> compare_with_truth(const RunRecord& record) {
  const auto& samples = record.samples;
  std::vector<EstimateError> errors(samples.size());
  std::size_t before = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const StateEstimate& estimate = samples[i].output.estimate;
    if (!estimate.valid || estimate.at < samples[before].output.now) continue;
    while (before + 1 < samples.size() && samples[before + 1].output.now <= estimate.at) ++before;
    const bool exact = samples[before].output.now == estimate.at;
    const std::size_t after = exact ? before : before + 1;
    if (after >= samples.size() || !samples[before].truth || !samples[after].truth) continue;
    const Truth& t0 = *samples[before].truth;
    const Truth& t1 = *samples[after].truth;
    const double h = to_seconds(samples[after].output.now - samples[before].output.now);
    if (h > kLongestInterpolation) continue;
    const double s = exact ? 0.0 : to_seconds(estimate.at - samples[before].output.now) / h;
    const Vector2 hand = interpolate(s, h, t0.p_WE, t0.v_WE, t1.p_WE, t1.v_WE);
    const double attitude =
        interpolate(s, h, t0.robot.theta_WB, t0.robot.w_WB, t1.robot.theta_WB, t1.robot.w_WB);
    errors[i].hand = (estimate.p_WE - hand).norm();
    const double turned = estimate.robot.theta_WB - attitude;
    if (std::isfinite(turned)) errors[i].attitude = wrap_angle(turned);
  }
  return errors;
}

RunSummary summarize_run(const RunRecord& record) {
  RunSummary summary;
  summary.verdict = judge_run(record);
  for (std::size_t i = 0; i < record.phases.size(); ++i) {
    const PhaseResult& phase = record.phases[i];
    if (!is_capture(phase.kind) || phase.verdict == Verdict::kSkipped) continue;
    summary.capture_phase = i;
    summary.capture = phase.capture.value_or(CaptureNumbers{});
  }
  const auto errors = compare_with_truth(record);
  measure(errors, &EstimateError::hand, summary.hand_rms, summary.hand_max);
  measure(errors, &EstimateError::attitude, summary.attitude_rms, summary.attitude_max);

  summary.cycles = record.samples.size();
  std::vector<double> compute;
  std::uint64_t late = 0;
  for (const CycleRecord& sample : record.samples) {
    if (sample.timing.slack < Duration::zero()) ++late;
    compute.push_back(to_seconds(sample.timing.compute));
  }
  summary.overruns = record.overruns.value_or(late);
  summary.compute_median = quantile(compute, 0.5);
  summary.compute_p99 = quantile(compute, 0.99);
  return summary;
}

}  // namespace freefloat
