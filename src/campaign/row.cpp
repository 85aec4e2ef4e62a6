#include "campaign/row.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "types/angle.h"

namespace freefloat {

double Row::number(std::string_view name) const {
  return const_cast<Row&>(*this).number(name);
}

double& Row::number(std::string_view name) {
  const auto found = std::find(kRowNumbers.begin(), kRowNumbers.end(), name);
  return numbers.at(found - kRowNumbers.begin());
}

Row make_row(const CaseResult& result, bool captures) {
  Row row;
  row.outcome = (captures ? result.captured : result.passed) ? Outcome::kSuccess : Outcome::kFailure;
  row.cause = result.reason;
  std::replace_if(
      row.cause.begin(), row.cause.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  row.numbers = {result.passed ? 1.0 : 0.0,
                 result.captured ? result.capture_time : kUnknown,
                 1e3 * result.distance,
                 1e3 * result.relative_speed,
                 1e3 * result.grasp_hand_error,
                 1e3 * std::sqrt(result.hand_error_squared),
                 1e3 * result.worst_hand_error,
                 rad_to_deg(std::sqrt(result.attitude_error_squared)),
                 rad_to_deg(result.largest_joint_rate),
                 result.straightness,
                 result.limited ? 1.0 : 0.0,
                 static_cast<double>(result.wrong_labels),
                 result.simulated,
                 result.margin,
                 result.grasp_time,
                 kUnknown};
  return row;
}

std::string row_text(const Row& row) {
  std::string text = std::to_string(static_cast<int>(row.outcome));
  for (const double number : row.numbers) text += fmt::format("\t{}", number);
  return text + '\t' + row.cause;
}

Row read_row(const std::string& text) {
  Row row;
  const char* at = text.data();
  const char* end = at + text.size();
  int outcome = 0;
  const auto head = std::from_chars(at, end, outcome);
  bool good = head.ec == std::errc{} && outcome >= 0 && outcome < static_cast<int>(kOutcomeNames.size());
  at = head.ptr;
  for (double& number : row.numbers) {
    good = good && at < end && *at == '\t';
    if (!good) break;
    const auto parsed = std::from_chars(at + 1, end, number);
    good = parsed.ec == std::errc{};
    at = parsed.ptr;
  }
  if (!good || at >= end || *at != '\t') throw std::runtime_error("a worker sent no row: " + text);
  row.outcome = static_cast<Outcome>(outcome);
  row.cause.assign(at + 1, end);
  return row;
}

Row worked_row(const WorkEnd& end, const std::string& late) {
  if (!end.timed_out && end.signal == 0) return read_row(end.answer);
  Row row;
  row.outcome = end.timed_out ? Outcome::kTimedOut : Outcome::kCrashed;
  row.cause = end.timed_out ? late : signal_text(end.signal);
  return row;
}

}  // namespace freefloat
