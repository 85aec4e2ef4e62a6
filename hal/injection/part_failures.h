#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "hal/sim/fault_schedule.h"

namespace freefloat {

/// What is injected into a part of real hardware: those scheduled effects that can be played on this side of
/// it. What is allowed is checked with the configuration.
class PartFailures {
 public:
  /// @param faults Of the run. @param parts Whose failures count here.
  PartFailures(std::span<const ScheduledFault> faults, std::initializer_list<SimFault> parts) {
    for (const ScheduledFault& fault : faults) {
      for (const SimFault part : parts) {
        if (failure_of(fault).part == part) faults_.push_back(fault);
      }
    }
  }

  /// @param now In rising order. @return Whether what comes then does not pass.
  bool drops(Time now) {
    bool dropped = false;
    for (const ScheduledFault& fault : faults_) {
      if (!is_active(fault, now)) continue;
      const FaultMode mode = failure_of(fault).mode;
      dropped = dropped || mode == FaultMode::kOff ||
                (mode == FaultMode::kSlow && passed_ && now - *passed_ < fault.delay);
    }
    if (!dropped) passed_ = now;
    return dropped;
  }

  /// @return Whether what came last comes again.
  bool sticks(Time now) const {
    for (const ScheduledFault& fault : faults_) {
      if (failure_of(fault).mode == FaultMode::kStuck && is_active(fault, now)) return true;
    }
    return false;
  }

 private:
  std::vector<ScheduledFault> faults_;
  std::optional<Time> passed_{};
};

}  // namespace freefloat
