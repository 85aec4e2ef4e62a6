#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "campaign/intervals.h"
#include "campaign/row.h"
#include "runtime/run_config.h"

namespace freefloat {

/// How quick runs are carried out.
struct Work {
  int jobs = 1;                             ///< worker processes
  const std::atomic<bool>* stop = nullptr;  ///< set: what is left is not run
  std::function<void(const std::string& what, std::uint64_t done, std::uint64_t all)> on_progress{};

  bool stopped() const { return stop != nullptr && *stop; }
  void tell(const std::string& what, std::uint64_t done, std::uint64_t all) const {
    if (on_progress) on_progress(what, done, all);
  }
};

/// @return The same run as fast as it can be simulated: LEDs with the noise of their centroids instead of
/// rendered pictures, on the virtual clock, and the simulated testbed where the experiment's is real.
RunConfig quick_config(RunConfig config);

/// @return Seed of quick run `number` of an experiment: another than the experiment's own, so that noise, the
/// drawn truth and a tilt of unknown direction are others than those of the run that is predicted.
std::uint64_t quick_seed(std::uint64_t seed, std::uint64_t number);

/// Runs many worlds in worker processes; one that crashes costs its own row.
/// @param config_of The world of an item, made in the worker; what it throws is the row's cause.
/// @return One row an item, in their order; fewer when the work was stopped: none then.
std::vector<Row> run_rows(std::uint64_t count, const std::function<RunConfig(std::uint64_t item)>& config_of,
                          const Work& work, const std::string& what);

/// What came of quick runs.
struct QuickRuns {
  Share share;
  std::vector<std::pair<std::string, std::uint64_t>> causes;  ///< of failures, the most frequent first
  std::vector<double> times;                                  ///< of captures, from the phase's begin, s

  /// Counts another run. Worlds that the files do not permit are left out.
  void add(const Row& row);
  /// Puts the causes in order.
  void sort_causes();

  /// The probability of success: (k + 1/2) / (n + 1), the mean under Jeffreys' prior Beta(1/2, 1/2), so that
  /// few runs never say "certain".
  double probability() const;
};

/// @param config The experiment; runs `first` to `first + runs - 1` of it.
QuickRuns run_quickly(const RunConfig& config, std::uint64_t runs, const Work& work, const std::string& what);

}  // namespace freefloat
