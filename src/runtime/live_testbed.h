#pragma once

#include <cstdint>
#include <memory>

#include "hal/make/make_hal.h"
#include "runtime/control_loop.h"

namespace freefloat {

/// A testbed at work for a day: hardware, or what stands in for it, vision, controller and the loop over
/// them, from the start and disarmed. Runs come and go by wishes (OperatorDesk).
class LiveTestbed {
 public:
  /// @param desk, feed Must outlive it.
  /// @param memory Of the controller before it on the same hardware; null: there was none.
  LiveTestbed(const RunConfig& config, Hal hal, OperatorDesk& desk, RunFeed& feed,
              const ControllerState* memory = nullptr);
  LiveTestbed(const LiveTestbed&) = delete;
  LiveTestbed& operator=(const LiveTestbed&) = delete;

  void on_console_lost(ConsoleLost policy) { op_.on_console_lost(policy); }

  /// Waits for the next cycle, and carries it out.
  void run_next() { cycle_.run_next(); }

  /// Runs cycles until the desk says that it ends, and leaves the drives off. In the thread that calls it,
  /// which is made a real-time thread unless the testbed is in lockstep.
  void run_until_ended();

  const RunConfig& config() const { return config_; }
  const Hal& hal() const { return hal_; }
  const Controller& controller() const { return controller_; }
  /// @return The law of the user's own; null: there is none.
  const LawProcess* law() const { return law_.get(); }
  /// Where it is lost: see LawProcess::restart. @throws LawError
  void restart_law() {
    if (law_) law_->restart();
  }
  /// @return What the pictures say of the known lengths; while they disagree the robot is not to be armed.
  const LengthCheck& lengths() const { return lengths_; }
  /// @return Wall time of the loop's time zero, ns since 1970.
  std::int64_t epoch_ns() const { return epoch_ns_; }

 private:
  const RunConfig config_;
  Hal hal_;
  const std::int64_t epoch_ns_;
  std::unique_ptr<VisionPipeline> vision_;
  LengthCheck lengths_;
  std::unique_ptr<LawProcess> law_;
  Controller controller_;
  LoopOperator op_;
  MarkerInput markers_;
  ControlCycle cycle_;
};

}  // namespace freefloat
