#include "report/phase_table.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "drawing/number_format.h"
#include "report/run_summary.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::string_view kReset = "\033[0m";
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kDim = "\033[2m";
constexpr std::string_view kGreen = "\033[32m";
constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kYellow = "\033[33m";

std::string without_control_characters(std::string_view text) {
  std::string clean(text);
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      ' ');
  return clean;
}

std::string padded(std::string_view text, int width, bool right = false) {
  const auto missing = static_cast<std::size_t>(std::max(0, width - count_characters(text)));
  const std::string space(missing, ' ');
  return right ? space + std::string(text) : std::string(text) + space;
}

std::string_view colour_of(PhaseVerdict verdict) {
  switch (verdict) {
    case PhaseVerdict::kPassed:
      return kGreen;
    case PhaseVerdict::kFailed:
      return kRed;
    case PhaseVerdict::kInterrupted:
    case PhaseVerdict::kObserved:
      return kYellow;
    case PhaseVerdict::kSkipped:
      break;
  }
  return kDim;
}

std::string_view symbol_of(PhaseVerdict verdict) {
  switch (verdict) {
    case PhaseVerdict::kPassed:
      return "✓";
    case PhaseVerdict::kFailed:
      return "✗";
    case PhaseVerdict::kInterrupted:
      return "!";
    case PhaseVerdict::kObserved:
      return "o";
    case PhaseVerdict::kSkipped:
      break;
  }
  return "·";
}

std::string final_line(const RunRecord& record) {
  const auto total = record.phases.size();
  const auto passed = static_cast<std::size_t>(
      std::count_if(record.phases.begin(), record.phases.end(),
                    [](const PhaseResult& phase) { return phase.verdict == PhaseVerdict::kPassed; }));
  const std::string count = std::to_string(passed) + " of " + std::to_string(total) + " phases passed";
  switch (judge_run(record)) {
    case RunVerdict::kPassed:
      return "PASSED  " + count;
    case RunVerdict::kInterrupted:
      return "STOPPED  by a person; " + count;
    case RunVerdict::kObserved:
      return "OBSERVED  nothing was commanded; " + count;
    case RunVerdict::kFailed:
      break;
  }
  return total == 0 ? "FAILED  no phase was run" : "FAILED  " + count;
}

}  // namespace

std::string_view describe(PhaseVerdict verdict) {
  switch (verdict) {
    case PhaseVerdict::kPassed:
      return "passed";
    case PhaseVerdict::kFailed:
      return "FAILED";
    case PhaseVerdict::kInterrupted:
      return "stopped";
    case PhaseVerdict::kObserved:
      return "observed";
    case PhaseVerdict::kSkipped:
      break;
  }
  return "skipped";
}

std::string_view describe(PhaseKind kind) {
  switch (kind) {
    case PhaseKind::kAcknowledge:
      return "acknowledge";
    case PhaseKind::kSettle:
      return "settle";
    case PhaseKind::kCheck:
      return "check";
    case PhaseKind::kArm:
      return "arm";
    case PhaseKind::kCaptureStanding:
      return "capture, standing target";
    case PhaseKind::kCaptureMoving:
      return "capture, moving target";
    case PhaseKind::kReorient:
      return "turn of the satellite";
    case PhaseKind::kHold:
      return "hold";
    case PhaseKind::kRelease:
      return "release";
    case PhaseKind::kDisarm:
      return "disarm";
  }
  return "";
}

namespace {

std::string describe_turn(const TurnNumbers& turn) {
  return "turned " + format_fixed(rad_to_deg(turn.turned), 2) + "° in " + std::to_string(turn.loops) +
         (turn.loops == 1 ? " loop, " : " loops, ") + format_fixed(rad_to_deg(turn.error), 2) +
         "° off, joints within " + format_fixed(rad_to_deg(turn.joint_error), 2) + "° of where they were";
}

}  // namespace

std::string describe_numbers(const PhaseResult& phase) {
  if (phase.turn) return describe_turn(*phase.turn);
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
    const bool skipped = phase.verdict == PhaseVerdict::kSkipped;
    const double duration = to_seconds(phase.end - phase.begin);
    table += paint(colour_of(phase.verdict), symbol_of(phase.verdict)) + ' ';
    table += padded(without_control_characters(phase.name), name_width) + "  ";
    table += paint(colour_of(phase.verdict), padded(describe(phase.verdict), 8));
    table += padded(skipped ? "–" : format_fixed(duration, 1) + " s", 7, true);
    const std::string numbers = describe_numbers(phase);
    const std::string reason = without_control_characters(phase.reason);
    if (!numbers.empty()) table += "    " + numbers;
    if (!reason.empty()) table += (numbers.empty() ? "    " : "; ") + reason;
    table += '\n';
  }
  const RunVerdict verdict = judge_run(record);
  const std::string_view colour = verdict == RunVerdict::kPassed   ? kGreen
                                  : verdict == RunVerdict::kFailed ? kRed
                                                                   : kYellow;
  table += '\n' + paint(kBold, paint(colour, final_line(record))) + '\n';
  return table;
}

std::string css_class_of(PhaseVerdict verdict) {
  switch (verdict) {
    case PhaseVerdict::kPassed:
      return "passed";
    case PhaseVerdict::kFailed:
      return "failed";
    case PhaseVerdict::kInterrupted:
    case PhaseVerdict::kObserved:
      return "stopped";
    case PhaseVerdict::kSkipped:
      break;
  }
  return "skipped";
}

}  // namespace freefloat
