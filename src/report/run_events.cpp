#include "report/run_events.h"

#include <algorithm>
#include <string>

#include "drawing/number_format.h"
#include "runlog/messages/cycle_messages.h"
#include "safety/fault_table.h"

namespace freefloat {

namespace {

constexpr Duration kMergeGap = std::chrono::milliseconds(500);

/// Before arming, a fault is a check that is not met yet; from then on it is trouble.
bool is_trouble(SupervisorState state) {
  return state != SupervisorState::kDisarmed && state != SupervisorState::kReady;
}

void collect_fault(const RunRecord& record, unsigned bit, std::vector<RunEvent>& events) {
  const std::string name(kFaultTable[bit].name);
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
  for (const CycleRecord& sample : record.samples) {
    const CycleOutput& output = sample.output;
    const bool now = (output.faults >> bit & 1U) != 0;
    if (now && (!open || output.now - end > kMergeGap)) {
      if (open) close();
      open = true;
      begin = output.now;
      times = 0;
      trouble = false;
    }
    if (now && !before) ++times;
    if (now) end = output.now;
    trouble = trouble || (now && is_trouble(output.state));
    before = now;
  }
  if (open) close();
}

}  // namespace

std::vector<RunEvent> collect_events(const RunRecord& record) {
  std::vector<RunEvent> events = record.events;
  bool closed = false;
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    const CycleOutput& output = record.samples[i].output;
    if (i == 0 || output.state != record.samples[i - 1].output.state) {
      const bool bad = output.state == SupervisorState::kFault || output.state == SupervisorState::kStopped;
      const auto name = kEnumeratorNames<SupervisorState>[static_cast<std::size_t>(output.state)];
      events.push_back({output.now, "Supervisor: " + std::string(name), bad});
    }
    if (output.guidance.close_gripper && !closed)
      events.push_back({output.now, "Gripper told to close", false});
    closed = output.guidance.close_gripper;
  }
  for (unsigned bit = 0; bit < kFaultTable.size(); ++bit) collect_fault(record, bit, events);
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict == Verdict::kFailed) {
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
