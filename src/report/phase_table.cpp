#include "report/phase_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "drawing/number_format.h"
#include "report/run_summary.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::string_view kReset = "\033[0m";
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kDim = "\033[2m";
constexpr std::string_view kYellow = "\033[33m";

std::string without_control_characters(std::string_view text) {
  std::string clean(text);
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      ' ');
  return clean;
}

std::string padded(std::string_view text, int width, bool right = false) {
  const std::size_t missing = std::max(0, width - count_characters(text));
  const std::string space(missing, ' ');
  return right ? space + std::string(text) : std::string(text) + space;
}

/// In the order of the enumerators.
constexpr std::array<VerdictWords, 5> kVerdictWords{{
    {"passed", "PASSED  ", "✓ Passed", "✓", "\033[32m", "passed"},
    {"FAILED", "FAILED  ", "✗ Failed", "✗", "\033[31m", "failed"},
    {"skipped", "", "", "·", kDim, "skipped"},
    {"stopped", "STOPPED  by a person; ", "! Stopped by a person", "!", kYellow, "stopped"},
    {"observed", "OBSERVED  nothing was commanded; ", "Observed: nothing was commanded", "o", kYellow,
     "stopped"},
}};

std::string final_line(const RunRecord& record) {
  const auto total = record.phases.size();
  const std::size_t passed =
      std::count_if(record.phases.begin(), record.phases.end(),
                    [](const PhaseResult& phase) { return phase.verdict == Verdict::kPassed; });
  const std::string count = std::to_string(passed) + " of " + std::to_string(total) + " phases passed";
  const Verdict verdict = judge_run(record);
  const bool none = verdict == Verdict::kFailed && total == 0;
  return std::string(words_of(verdict).run) + (none ? "no phase was run" : count);
}

std::string describe_turn(const TurnNumbers& turn) {
  return "turned " + format_fixed(rad_to_deg(turn.turned), 2) + "° in " + std::to_string(turn.loops) +
         (turn.loops == 1 ? " loop, " : " loops, ") + format_fixed(rad_to_deg(turn.error), 2) +
         "° off, joints within " + format_fixed(rad_to_deg(turn.joint_error), 2) + "° of where they were";
}

std::string describe_posture(const PostureNumbers& reached) {
  std::string text = "joints within " + format_fixed(rad_to_deg(reached.joint_error), 2) + "°";
  if (std::isfinite(reached.attitude_error))
    text += ", attitude " + format_fixed(rad_to_deg(reached.attitude_error), 2) + "° off";
  return text;
}

std::string describe_path(const PathNumbers& path) {
  std::string text = format_fixed(1e3 * path.rms, 2) + " mm RMS from the path, at most " +
                     format_fixed(1e3 * path.largest, 2) + " mm, over " + format_fixed(1e3 * path.length, 0) +
                     " mm";
  if (std::isfinite(path.truth_rms)) {
    text += "; in truth " + format_fixed(1e3 * path.truth_rms, 2) + " mm RMS, at most " +
            format_fixed(1e3 * path.truth_largest, 2) + " mm";
  }
  return text;
}

}  // namespace

const VerdictWords& words_of(Verdict verdict) {
  return kVerdictWords[static_cast<std::size_t>(verdict)];
}

std::string describe_numbers(const PhaseResult& phase) {
  if (phase.achieved_turn) return describe_turn(*phase.achieved_turn);
  if (phase.reached) return describe_posture(*phase.reached);
  if (phase.followed) return describe_path(*phase.followed);
  if (!phase.capture) return {};
  std::string text;
  const auto append = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const CaptureNumbers& numbers = *phase.capture;
  if (std::isfinite(numbers.duration)) append("captured after " + format_fixed(numbers.duration, 1) + " s");
  if (std::isfinite(numbers.distance)) append(format_fixed(1e3 * numbers.distance, 1) + " mm off");
  if (std::isfinite(numbers.relative_speed))
    append(format_fixed(1e3 * numbers.relative_speed, 1) + " mm/s relative");
  if (std::isfinite(numbers.straightness))
    append(format_fixed(1e2 * numbers.straightness, 1) + " % off straight");
  return text;
}

std::string describe_value(const ConditionResult& condition) {
  return std::isfinite(condition.value) ? "it is " + format_significant(condition.value, 4)
                                        : "it was never known";
}

std::string format_phase_table(const RunRecord& record, bool colours) {
  const auto paint = [colours](std::string_view colour, std::string_view text) {
    return colours ? std::string(colour) + std::string(text) + std::string(kReset) : std::string(text);
  };
  int name_width = 5;
  for (const PhaseResult& phase : record.phases)
    name_width = std::max(name_width, count_characters(phase.name));
  name_width = std::min(name_width, 40);

  std::string table = paint(kDim, "  " + padded("phase", name_width) + "  result    time      numbers");
  table += '\n';
  for (const PhaseResult& phase : record.phases) {
    const bool skipped = phase.verdict == Verdict::kSkipped;
    const double duration = to_seconds(phase.end - phase.begin);
    const VerdictWords& words = words_of(phase.verdict);
    table += paint(words.colour, words.symbol) + ' ';
    table += padded(without_control_characters(phase.name), name_width) + "  ";
    table += paint(words.colour, padded(words.phase, 8));
    table += padded(skipped ? "–" : format_fixed(duration, 1) + " s", 7, true);
    const std::string numbers = describe_numbers(phase);
    const std::string reason = without_control_characters(phase.reason);
    if (!numbers.empty()) table += "    " + numbers;
    if (!reason.empty()) table += (numbers.empty() ? "    " : "; ") + reason;
    table += '\n';
  }
  for (const ConditionResult& condition : record.conditions) {
    const VerdictWords& words = words_of(condition.holds ? Verdict::kPassed : Verdict::kFailed);
    table += paint(words.colour, words.symbol) + ' ' + without_control_characters(condition.text) + "  " +
             paint(words.colour, condition.holds ? "holds" : "FAILS") + "  " + describe_value(condition) +
             '\n';
  }
  table += '\n' + paint(kBold, paint(words_of(judge_run(record)).colour, final_line(record))) + '\n';
  return table;
}

}  // namespace freefloat
