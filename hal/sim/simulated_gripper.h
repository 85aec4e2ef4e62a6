#pragma once

#include "hal/sim/sim_config.h"
#include "types/joint_feedback.h"

namespace freefloat {

/// The jaws: closing takes time, and only what is between them then is held.
class SimulatedGripper {
 public:
  explicit SimulatedGripper(const GripperParameters& parameters) : parameters_(parameters) {}

  /// One step.
  /// @param close What the board's output says.
  /// @param distance Hand to grapple point, m.
  /// @param speed Relative speed of the two, m/s.
  /// @return The state after the step.
  GripperState step(bool close, double distance, double speed, Duration step) {
    if (!close) {
      state_ = GripperState::kOpen;
      closing_for_ = Duration::zero();
    } else if (state_ == GripperState::kOpen || state_ == GripperState::kClosing) {
      closing_for_ += step;
      state_ = GripperState::kClosing;
      if (closing_for_ >= parameters_.closing_time) {
        const bool caught = distance <= parameters_.capture_radius && speed <= parameters_.capture_speed;
        state_ = caught ? GripperState::kHolding : GripperState::kEmpty;
      }
    }
    return state_;
  }

  GripperState state() const { return state_; }

 private:
  GripperParameters parameters_;
  GripperState state_ = GripperState::kOpen;
  Duration closing_for_{};
};

}  // namespace freefloat
