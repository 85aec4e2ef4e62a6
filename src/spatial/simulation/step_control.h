#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spatial/simulation/tree_simulation_config.h"

namespace freefloat {

/// What an integration took.
struct StepCount {
  long steps = 0;
  long rejected = 0;     ///< steps tried and repeated shorter
  long evaluations = 0;  ///< of the derivative
};

/// Numbers that an integration changes, and how.
struct OdeSystem {
  /// dx/dt; NaN where there is none.
  std::function<void(const std::vector<double>& x, std::vector<double>& rates, double time)> differentiate;
  /// After each accepted step; may change the way x describes the same state.
  std::function<void(std::vector<double>& x)> finish_step;
};

/// Integrates with adaptive steps of Boost.Odeint that end exactly at the wanted times.
class StepControl {
 public:
  explicit StepControl(const IntegratorConfig& config) : config_(config) {}

  /// @param time Receives where the integration stands, s: `end`, or earlier when it failed.
  /// @return Why it failed; empty when it did not. `x` then is the last state that is right.
  std::string advance(const OdeSystem& system, std::vector<double>& x, double& time, double end);

  const StepCount& count() const { return count_; }

 private:
  template <class Stepper>
  std::string run(Stepper stepper, const OdeSystem& system, std::vector<double>& x, double& time, double end);

  IntegratorConfig config_;
  double step_ = 1e-3;  // s, the one that the error allows
  StepCount count_;
};

}  // namespace freefloat
