#pragma once

#include "config/run_config.h"
#include "guidance/task_space.h"
#include "report/run_record.h"
#include "runlog/cycle_record.h"
#include "runtime/phase_runner.h"

namespace freefloat {

/// Gathers what a report needs while a run goes on. A long run is thinned evenly, so memory stays bounded;
/// what is judged per capture (straightness) is measured on every cycle.
class RunCollector {
 public:
  /// @param workspace Of the controller: the report draws it.
  RunCollector(const RunConfig& config, const HandWorkspace& workspace);

  /// One cycle, in order.
  /// @param phase Index of the phase that the cycle belongs to.
  void add(const CycleRecord& cycle, std::size_t phase);

  /// @return The record with the phases' outcomes; the collector is empty afterwards.
  RunRecord finish(const PhaseRunner& phases, const LinkHealth& link, std::uint64_t overruns,
                   bool interrupted);

 private:
  static constexpr std::size_t kMostSamples = 20000;

  struct CapturePath {  // of the capture phase that is going on
    std::size_t phase = 0;
    Vector2 start = Vector2::Zero();
    Vector2 target = Vector2::Zero();
    double deviation = 0.0;  // m
    bool open = false;
  };

  void follow_capture(const CycleRecord& cycle, std::size_t phase);

  RunRecord record_;
  bool has_target_ = true;            // in the simulation
  std::vector<double> straightness_;  // a phase
  CapturePath path_;
  std::size_t stride_ = 1;
  std::size_t count_ = 0;
};

}  // namespace freefloat
