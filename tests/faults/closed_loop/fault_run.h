#pragma once

#include <string>
#include <vector>

#include "hal/clock.h"
#include "runlog/cycle_record.h"
#include "runtime/phase_runner.h"
#include "runtime/run_config.h"

namespace freefloat {

/// What the plant really did in one millisecond.
struct ShaftSample {
  Time at{};
  JointVector angles;  ///< rad
  JointVector rates;   ///< rad/s
};

/// The standing capture on the modern testbed, which lasts from 1.05 to 6.2 s when nothing happens, with
/// effects added. Closed loop, virtual clock: the whole program without its main(), and the firmware's own
/// code as the board.
class FaultRun {
 public:
  /// @param settings KEY=VALUE instead of the files'.
  explicit FaultRun(std::vector<ScheduledFault> faults, const std::vector<std::string>& settings = {});

  void run();

  bool passed() const { return passed_; }
  const PhaseResult& phase(PhaseKind kind) const;
  const std::vector<CycleRecord>& records() const { return records_; }

  /// @return All reasons of failed phases, a line each.
  std::string reasons() const;

  /// @return Largest true speed of any shaft from then on, rad/s.
  double fastest_from(Time from) const;

  /// @return When the last shaft came to rest for good: its true speed stays below 0.1 deg/s from then on.
  Time rest() const;

  /// @return How far any joint turned between two times, rad.
  double turned_between(Time from, Time until) const;

  /// @return Whether the drives were ever told to energise.
  bool was_armed() const;

  RunConfig config;

 private:
  std::vector<ShaftSample> shafts_;
  std::vector<CycleRecord> records_;
  std::vector<PhaseResult> outcomes_;
  bool passed_ = false;
};

/// @param seconds Since the run's start.
inline Time at_s(double seconds) {
  return Time{} + from_seconds(seconds);
}

/// @return An effect from then until the run's end.
inline ScheduledFault from_s(SimFault fault, double begin, int index = 0, double angle = 0.0) {
  ScheduledFault scheduled;
  scheduled.fault = fault;
  scheduled.begin = at_s(begin);
  scheduled.end = at_s(3600.0);
  scheduled.index = index;
  scheduled.angle = angle;
  return scheduled;
}

}  // namespace freefloat
