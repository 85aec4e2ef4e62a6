#pragma once

#include <chrono>
#include <ostream>
#include <string_view>

#include "config/run_config.h"
#include "runlog/cycle_record.h"
#include "runlog/phase_event.h"
#include "runtime/real_time.h"

namespace freefloat {

/// Tells a person at a terminal how a run goes: one line when it starts, one a phase, and every second of
/// simulated or real time where the hand is.
class Progress {
 public:
  Progress(const RunConfig& config, std::ostream& out);

  void note(std::string_view subject, std::string_view text);
  void note(const RealTimeStatus& status);
  void show(const CycleRecord& record);
  void show(const PhaseEvent& event);

 private:
  std::ostream& out_;
  Time next_line_{};
};

}  // namespace freefloat
