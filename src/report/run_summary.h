#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "runtime/run_record.h"

namespace freefloat {

/// Estimate minus truth of one sample; NaN where either is missing.
struct EstimateError {
  double hand = kUnknown;      ///< |p_WE error|, m
  double attitude = kUnknown;  ///< theta_WB error, rad, wrapped
};

/// The numbers at the head of a report; unknown ones are NaN.
struct RunSummary {
  Verdict verdict = Verdict::kFailed;
  std::optional<std::size_t> capture_phase;  ///< last capture phase that was not skipped
  CaptureNumbers capture;                    ///< of that phase
  double hand_rms = kUnknown;                ///< m
  double hand_max = kUnknown;                ///< m
  double attitude_rms = kUnknown;            ///< rad
  double attitude_max = kUnknown;            ///< rad
  std::uint64_t cycles = 0;                  ///< samples in the record
  std::uint64_t overruns = 0;
  double compute_median = kUnknown;  ///< s
  double compute_p99 = kUnknown;     ///< s
};

/// @param share 0 the smallest, 0.5 the median, 1 the largest. @return NaN when there are no values.
double quantile(std::vector<double> values, double share);

/// @return Whether all conditions of the experiment on the whole run hold.
bool conditions_hold(const RunRecord& record);

/// Passed only when there are phases, every one passed and every condition of the experiment holds; observed
/// when nothing was commanded, and the rest passed.
Verdict judge_run(const RunRecord& record);

/// @return One value a sample. An estimate holds for `estimate.at`: the truth is interpolated to that time
/// from the neighbouring samples (cubic, with the true velocities), or unknown when they are more than 0.25 s
/// apart.
std::vector<EstimateError> compare_with_truth(const RunRecord& record);

RunSummary summarize_run(const RunRecord& record);

}  // namespace freefloat
