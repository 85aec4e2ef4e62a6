#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "hal/readonly_link.h"
#include "runtime/control_loop.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Everything that one experiment needs, put together from its configuration; the same for every testbed.
class ExperimentRun {
 public:
  /// @throws HalError when a device cannot be opened.
  explicit ExperimentRun(const RunConfig& config);

  /// Before `run`. @param objection Asked when a phase is about to arm the robot: why it must not be armed;
  /// empty: nothing speaks against it.
  void object_to_arming(std::function<std::string()> objection) {
    phases_.object_to_arming(std::move(objection));
  }

  /// Runs all phases; once.
  /// @return Cycles that overran.
  std::uint64_t run(const LoopListeners& listeners, const std::atomic<bool>& stop);

  /// Takes pictures from `camera` instead of the testbed's own, for example to keep those that pass through.
  /// Before `run`; must outlive it.
  void use_camera(Camera& camera) { hal_.camera = &camera; }

  /// Sleeps on `clock` instead of the testbed's own, for example to look at the robot on the way. Before
  /// `run`; must outlive it.
  void use_clock(Clock& clock) { hal_.clock = &clock; }

  /// Commands nothing from now on: the way to the board only listens. Before `run`.
  void make_readonly() {
    listener_ = std::make_unique<ReadonlyLink>(*hal_.link);
    hal_.link = listener_.get();
  }

  const Hal& hal() const { return hal_; }
  const Controller& controller() const { return controller_; }
  const PhaseRunner& phases() const { return phases_; }

 private:
  Duration period_;
  Hal hal_;
  std::unique_ptr<ReadonlyLink> listener_;
  std::unique_ptr<VisionPipeline> vision_;
  Controller controller_;
  PhaseRunner phases_;
};

}  // namespace freefloat
