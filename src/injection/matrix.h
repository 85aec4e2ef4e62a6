#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "injection/catalogue.h"
#include "types/time.h"

namespace freefloat {

/// What is injected, and into what.
struct MatrixConfig {
  std::string experiment;             ///< file; of a simulated testbed
  std::vector<std::string> settings;  ///< `key=value`
  RobotIs robot = RobotIs::kMoving;   ///< when the fault comes; else the experiment's phases are not run
  int seeds = 3;
  std::uint64_t first_seed = 1;
  int jobs = 1;
};

/// One fault, injected into one run for each seed at an instant that is drawn.
struct MatrixRow {
  const Injection* injection = nullptr;
  Promise promise = Promise::kNone;  ///< of the robot as it was
  std::string left_out;              ///< why it was not injected; empty: it was
  std::optional<Duration> bound{};
  Counts counts = Counts::kAlways;  ///< of the bound and of `worst`
  int reacted = 0;      ///< by one of the answers, within the bound; at rest: named, nothing moved
  int carried_on = 0;   ///< the experiment passed
  int refused = 0;      ///< the drives were never energised
  Duration worst{};     ///< of all reactions; at rest, until it was named
  double turned = 0.0;  ///< at rest: largest turn of a shaft while nobody asked for any, rad
  std::vector<std::string> failures;  ///< what was not as promised, with its seed

  int runs() const { return reacted + carried_on + refused + static_cast<int>(failures.size()); }
};

/// Injects faults into runs of an experiment, and measures what becomes of them.
/// @param wanted The faults; those that need a target or a capture are left out where there is none.
/// @param on_row Told of each row once it is done; one at a time.
/// @return In the order of `wanted`.
/// @throws ConfigError for what cannot be read, std::runtime_error for hardware, or where the robot does not
/// move even without a fault.
std::vector<MatrixRow> run_matrix(const MatrixConfig& config, const std::vector<const Injection*>& wanted,
                                  const std::function<void(const MatrixRow&)>& on_row);

}  // namespace freefloat
