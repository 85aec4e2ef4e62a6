#include "doctor/target_examination.h"

#include <fmt/format.h>

#include <algorithm>

#include "doctor/timer_latency.h"
#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/make/make_tracker.h"
#include "hal/monotonic_clock.h"

namespace freefloat {

namespace {

constexpr const char* kTarget = "target";
constexpr double kLatePeriods = 5.0;  // loop periods from exposure to arrival
constexpr double kMillisecond = 1e3;  // of a second

}  // namespace

TargetExamination examine_target(MarkerSensor& sensor, Clock& clock, Duration length,
                                 const std::atomic<bool>& stop) {
  TargetExamination found;
  std::vector<Duration> ages;
  MarkerFrame frame;
  const Time begin = clock.now();
  while (clock.now() < begin + length && !stop) {
    if (sensor.read(frame) != ReadStatus::kFrame) continue;
    ++found.frames;
    found.seen +=
        std::any_of(frame.markers.begin(), frame.markers.end(), [](const auto& m) { return m.seen; });
    ages.push_back(clock.now() - frame.capture_time);
  }
  const double seconds = to_seconds(clock.now() - begin);
  found.rate = seconds > 0.0 ? static_cast<double>(found.frames) / seconds : 0.0;
  found.age = quantile(ages, 0.5);
  found.age_p99 = quantile(ages, 0.99);
  return found;
}

TargetExamination examine_target(const MarkerSourceConfig& source, const RobotParameters& robot,
                                 Duration length, const std::atomic<bool>& stop) {
  TargetExamination found;
  if (source.is_emulated()) {
    found.emulated = true;
    return found;
  }
  try {
    MonotonicClock clock;
    // An experiment says how many LEDs the target has; here any are taken.
    const std::size_t room = kMaxMarkers - std::min<std::size_t>(kMaxMarkers, robot.markers.size());
    const Tracker tracker = make_tracker(
        source, {.robot = robot.markers, .target = std::vector<Vector2>(room, Vector2::Zero())}, clock);
    found = examine_target(*tracker.sensor, clock, length, stop);
    found.trouble = tracker.describe_refusals();
  } catch (const HalError& error) {
    found.problem = error.what();
  }
  found.risk = warn_of_missing_key(source);
  return found;
}

std::vector<Finding> judge_target(const TargetExamination& target, const std::string& source,
                                  Duration loop_period) {
  const std::string who = "its own tracker, " + source;
  if (target.emulated) return {{Grade::kNote, kTarget, who + ", sees the simulated target", ""}};
  if (!target.problem.empty())
    return {{Grade::kProblem, kTarget, who + ": " + target.problem, "is a run using it?"}};
  std::vector<Finding> findings;
  if (!target.risk.empty()) findings.push_back({Grade::kWarning, kTarget, target.risk, ""});
  if (target.frames == 0) {
    findings.push_back({Grade::kProblem, kTarget,
                        who + ": " + (target.trouble.empty() ? "nothing came" : target.trouble),
                        "start it, and look at hardware.target_source of the testbed"});
    return findings;
  }
  const bool unseen = target.seen == 0;
  findings.push_back(
      {unseen ? Grade::kProblem : Grade::kGood, kTarget,
       fmt::format("{}: {:.1f} frames a second, the target in {:.1f} % of them", who, target.rate,
                   100.0 * static_cast<double>(target.seen) / static_cast<double>(target.frames)),
       unseen ? "put the target into its view, and look at bodies or markers of hardware.target_source"
              : ""});
  const bool late = to_seconds(target.age_p99) > kLatePeriods * to_seconds(loop_period);
  findings.push_back(
      {late ? Grade::kWarning : Grade::kGood, kTarget,
       fmt::format("{:.2f} ms from its exposure to the arrival here, 99 % within {:.2f} ms",
                   kMillisecond * to_seconds(target.age), kMillisecond * to_seconds(target.age_p99)),
       late ? "the estimator predicts over it, less certainly the longer it is" : ""});
  if (!target.trouble.empty())
    findings.push_back({Grade::kWarning, kTarget, who + ": " + target.trouble, ""});
  return findings;
}

}  // namespace freefloat
