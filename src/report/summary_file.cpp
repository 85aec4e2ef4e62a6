#include "report/summary_file.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "drawing/page.h"
#include "report/run_summary.h"

namespace freefloat {

namespace {

std::string describe_phases(const RunRecord& record) {
  std::string captured;
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict == Verdict::kFailed || phase.verdict == Verdict::kInterrupted)
      return phase.name + ": " + (phase.reason.empty() ? "failed" : phase.reason);
    if (!is_capture(phase.kind) || phase.verdict != Verdict::kPassed) continue;
    std::array<char, 48> text;
    std::snprintf(text.data(), text.size(), "captured after %.1f s", to_seconds(phase.end - phase.begin));
    captured = text.data();
  }
  for (const ConditionResult& condition : record.conditions) {
    if (!condition.holds) return "not fulfilled: " + condition.text;
  }
  return captured.empty() ? "every phase as it should be" : captured;
}

}  // namespace

std::string describe_outcome(const RunRecord& record) {
  std::string text = describe_phases(record);
  if (record.log_complete) return text;
  std::uint64_t missing = 0;
  for (const LogGap& gap : record.log_gaps) missing += gap.message_count();
  text += "; its log is not complete";
  return missing == 0 ? text : text + ": " + std::to_string(missing) + " messages are missing";
}

nlohmann::json summary_json(const RunRecord& record) {
  const RunSummary summary = summarize_run(record);
  nlohmann::json numbers = nlohmann::json::object();
  const auto add = [&numbers](const char* name, double value) {
    if (std::isfinite(value)) numbers[name] = value;
  };
  add("distance_m", summary.capture.distance);
  add("relative_speed_m_s", summary.capture.relative_speed);
  add("straightness", summary.capture.straightness);
  add("hand_error_rms_m", summary.hand_rms);
  // A virtual clock stands still while a cycle is computed: nothing was measured.
  if (summary.compute_p99 > 0.0) add("compute_p99_s", summary.compute_p99);
  numbers["overruns"] = summary.overruns;
  const double seconds =
      record.phases.empty() ? 0.0 : to_seconds(record.phases.back().end - record.phases.front().begin);
  return {{"started", record.started},
          {"experiment", record.config.experiment.name},
          {"testbed", record.config.testbed_name},
          {"seed", record.config.sim.seed},
          {"passed", summary.verdict == Verdict::kPassed},
          {"log_complete", record.log_complete},
          {"text", describe_outcome(record)},
          {"seconds", seconds},
          {"settings", record.config.settings},
          {"numbers", numbers}};
}

tl::expected<void, std::string> write_summary(const RunRecord& record, const std::filesystem::path& path) {
  return write_page(summary_json(record).dump(2) + "\n", path);
}

}  // namespace freefloat
