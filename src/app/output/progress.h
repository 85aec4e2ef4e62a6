#pragma once

#include <chrono>
#include <ostream>
#include <string_view>

#include "config/run_config.h"
#include "runlog/cycle_record.h"
#include "runlog/phase_event.h"
#include "runtime/real_time.h"

namespace freefloat {

enum class ProgressPlace : std::uint8_t { kStandardOutput, kStandardError };

/// Tells people how a run goes: one line when it starts, one a phase, and where the hand is: on a terminal in
/// one line that is written again and again, in a file or pipe in one every ten seconds of the run.
class Progress {
 public:
  Progress(const RunConfig& config, ProgressPlace place);

  void note(std::string_view subject, std::string_view text);
  void note(const RealTimeStatus& status);
  void show(const CycleRecord& record);
  void show(const PhaseEvent& event);

 private:
  bool has_room() const;
  std::ostream& begin_line();

  std::ostream& out_;
  const int descriptor_;
  const bool terminal_;
  Time next_line_{};
};

}  // namespace freefloat
