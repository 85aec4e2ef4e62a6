#include "injection/judge_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/explain_faults.h"

namespace freefloat {

namespace {

constexpr double kStill = 0.02;  // rad: what nothing shows must not turn a shaft farther than that

std::string milliseconds_of(Duration duration) {
  return fmt::format("{:.0f} ms", 1e3 * to_seconds(duration));
}

/// @return What was not as promised of a robot in motion; empty: nothing.
std::string judge_motion(const Observed& observed, std::uint32_t answers, MatrixRow& row) {
  const Promise promise = row.promise;
  if (promise == Promise::kRefuse) {
    if (observed.energised) return "the drives were energised";
    ++row.refused;
    return {};
  }
  if (observed.reaction) {
    row.worst = std::max(row.worst, observed.counted);
    std::string told = name_faults(observed.faults) + " after " + milliseconds_of(observed.counted);
    if (promise == Promise::kCarryOn) return told;
    if ((observed.faults & answers) == 0) return "another reason: " + told;
    if (row.bound && observed.counted > *row.bound) return "late: " + told;
    ++row.reacted;
    return {};
  }
  if ((observed.passed && promise != Promise::kReact) || promise == Promise::kReactOrEnd) {
    ++row.carried_on;
    return {};
  }
  return observed.passed ? "no reaction, the experiment passed" : "no reaction; " + observed.reason;
}

/// The same of a robot that rested when the fault came.
std::string judge_rest(const Observed& observed, Time injected, MatrixRow& row) {
  const Duration after = observed.named ? *observed.named - injected : Duration{};
  row.turned = std::max(row.turned, observed.turned);
  row.worst = std::max(row.worst, after);
  switch (row.promise) {
    case Promise::kRefuse:
      if (observed.energised) return "the drives were energised; " + observed.reason;
      if (!observed.named && !observed.led_off) return "not named; " + observed.reason;
      ++row.refused;
      return {};
    case Promise::kReact:
      if (observed.activated) return "it was moved; " + observed.reason;
      if (!observed.named) return "not named; " + observed.reason;
      if (row.bound && after > *row.bound) return "late: named after " + milliseconds_of(after);
      ++row.reacted;
      return {};
    case Promise::kCarryOn:
      if (!observed.passed) return "did not pass: " + observed.reason;
      break;
    default:
      // A reaction ends what turns a shaft; without one nothing may.
      if (!observed.passed && !observed.named && !observed.led_off)
        return "another reason: " + observed.reason;
      if (!observed.passed) {
        ++row.reacted;
        return {};
      }
  }
  if (observed.turned > kStill) return fmt::format("a shaft turned by {:.3f} rad at rest", observed.turned);
  ++row.carried_on;
  return {};
}

}  // namespace

MatrixRow begin_row(const Injection& injection, RobotIs robot, const SafetyConfig& safety) {
  MatrixRow row;
  row.injection = &injection;
  row.promise = injection.promises.when(robot);
  // Disarmed, it is the arming that is looked at: there is no hurry.
  if (injection.bound && robot != RobotIs::kDisarmed) row.bound = injection.bound->of(safety);
  if (!is_at_rest(robot)) row.counts = injection.counts;
  return row;
}

void judge_run(RobotIs robot, const FaultWatch& watch, std::uint64_t seed, const Observed& observed,
               MatrixRow& row) {
  const std::string failure = is_at_rest(robot) ? judge_rest(observed, watch.injected, row)
                                                : judge_motion(observed, watch.answers, row);
  if (failure.empty()) return;
  row.failures.push_back(fmt::format("seed {}, injected at {:.2f} s: {}", seed,
                                     to_seconds(watch.injected.time_since_epoch()), failure));
}

}  // namespace freefloat
