#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "identification/motion_series.h"
#include "operate/worker.h"
#include "runlog/run_listener.h"
#include "runtime/run_config.h"

namespace freefloat {

/// What the last seconds of motion tell of the time from a cycle to the middle of its command's effect.
struct DelayFinding {
  double measured = 0.0;    ///< s
  double sigma = 0.0;       ///< standard deviation of `measured`, by the fit alone, s
  double configured = 0.0;  ///< `estimator.actuation_delay_ms`, s

  /// @return Whether they are further apart than the measurement's own spread explains.
  bool differs() const;
  /// @return Both numbers, for people.
  std::string text() const;
};

/// @return What to tell people of a delay that differs, with the command that mends it.
/// @param log Of the run; empty: there is none. @param config Names the testbed's file.
std::string warn_of_delay(const DelayFinding& found, const std::string& log, const RunConfig& config);

/// @return What a stretch of motion tells; nothing when no joint tells a delay, or not to 2 ms.
std::optional<DelayFinding> find_delay(const MotionSeries& series, const RunConfig& config);

/// The live estimate of the loop's delay, beside the loop: gathers seconds of motion from the records of
/// cycles and has a worker measure each stretch as `freefloat calibrate delays` does a log.
class DelayWatch {
 public:
  using Told = std::function<void(const DelayFinding&)>;

  /// @param config What is believed. @param worker Measures, and outlives this object.
  /// @param told Called by the worker with each finding.
  DelayWatch(std::shared_ptr<const RunConfig> config, Worker& worker, Told told);

  /// Of one thread, not the loop's. A stretch ends with the drives, with a grasp, or after 8 s.
  void add(const CycleRecord& cycle);

  /// @return The same as a listener; `this` must outlive it.
  RunListener listener();

  /// After the last cycle: hands over what is left.
  void finish();

 private:
  void hand_over(bool moves_on);

  const std::shared_ptr<const RunConfig> config_;
  Worker& worker_;
  const Told told_;
  std::optional<MotionCollector> motion_;
  Time begin_{};
  bool moved_before_ = false;  // the stretch does not begin at rest
};

}  // namespace freefloat
