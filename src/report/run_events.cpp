#include "report/run_events.h"

#include <algorithm>
#include <string_view>

#include "drawing/number_format.h"

namespace freefloat {

namespace {

constexpr Duration kMergeGap = std::chrono::milliseconds(500);

std::string_view describe(SupervisorState state) {
  switch (state) {
    case SupervisorState::kDisarmed:
      return "disarmed";
    case SupervisorState::kReady:
      return "ready";
    case SupervisorState::kArmed:
      return "armed";
    case SupervisorState::kActive:
      return "active";
    case SupervisorState::kHold:
      return "hold";
    case SupervisorState::kFault:
      return "fault";
    case SupervisorState::kStopped:
      return "stopped";
  }
  return "unknown state";
}

/// Before arming, a fault is a check that is not met yet; from then on it is trouble.
bool is_trouble(SupervisorState state) {
  return state != SupervisorState::kDisarmed && state != SupervisorState::kReady;
}

void collect_fault(const RunRecord& record, unsigned bit, std::vector<RunEvent>& events) {
  const std::string name =
      bit < record.fault_names.size() ? record.fault_names[bit] : "fault bit " + std::to_string(bit);
  bool open = false;
  Time begin{};
  Time end{};
  int times = 0;
  bool trouble = false;
  const auto close = [&] {
    std::string text = trouble ? name : "Not ready: " + name;
    const double duration = to_seconds(end - begin);
    if (duration > 0.0) text += ", for " + format_significant(duration, 2) + " s";
    if (times > 1) text += ", " + std::to_string(times) + " times";
    events.push_back({begin, text, trouble});
  };
  bool before = false;
  for (const RunSample& sample : record.samples) {
    const bool now = (sample.faults >> bit & 1U) != 0;
    if (now && (!open || sample.time - end > kMergeGap)) {
      if (open) close();
      open = true;
      begin = sample.time;
      times = 0;
      trouble = false;
    }
    if (now && !before) ++times;
    if (now) end = sample.time;
    trouble = trouble || (now && is_trouble(sample.state));
    before = now;
  }
  if (open) close();
}

}  // namespace

std::vector<RunEvent> collect_events(const RunRecord& record) {
  std::vector<RunEvent> events = record.events;
  bool closed = false;
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    const RunSample& sample = record.samples[i];
    if (i == 0 || sample.state != record.samples[i - 1].state) {
      const bool bad = sample.state == SupervisorState::kFault || sample.state == SupervisorState::kStopped;
      events.push_back({sample.time, "Supervisor: " + std::string(describe(sample.state)), bad});
    }
    if (sample.guidance.close_gripper && !closed)
      events.push_back({sample.time, "Gripper told to close", false});
    closed = sample.guidance.close_gripper;
  }
  for (unsigned bit = 0; bit < 32; ++bit) collect_fault(record, bit, events);
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict == PhaseVerdict::kFailed) {
      events.push_back(
          {phase.end, "Phase “" + phase.name + "” failed" + (phase.reason.empty() ? "" : ": " + phase.reason),
           true});
    }
  }
  for (const LogGap& gap : record.log_gaps)
    events.push_back({gap.begin, "Missing from the log: " + describe(gap) + "; " + list_topics(gap), true});
  std::stable_sort(events.begin(), events.end(),
                   [](const RunEvent& a, const RunEvent& b) { return a.time < b.time; });
  return events;
}

}  // namespace freefloat
