#pragma once

#include "control/capture_step.h"

namespace freefloat {

enum class PredictedEnd : std::uint8_t {
  kRunning,
  kCaptured,
  kJointLimit,  ///< a joint would reach its limit
  kSingular,    ///< the path meets a dynamic singularity
  kNotInTime,   ///< it does not arrive, touches something on the way, or does not come as it should
};

/// The whole capture as the controller would command it, on a robot that follows exactly: same laws, same
/// limits, momentum equation for the satellite. Advances by single steps, so that a cycle can pay for a part
/// of it.
struct CapturePrediction {
  /// Length of a step, s.
  static constexpr double kStep = 0.1;

  CapturePlan plan;      ///< as given
  CapturePlan followed;  ///< changes on the way
  Time start{};
  TaskSpaceState task;
  Vector2 v_WE_mean = Vector2::Zero();  ///< of the last step, m/s
  ArmState arm;
  double elapsed = 0.0;  ///< s since the start
  double smallest_sigma = 1e9;
  int steps_inside = 0;
  PredictedEnd end = PredictedEnd::kNotInTime;

  /// Starts anew.
  /// @param estimate Where the robot is.
  /// @param at Hand, target and mass centre.
  /// @param wanted The plan to be tried.
  void begin(const StateEstimate& estimate, const TaskSpaceState& at, const CapturePlan& wanted);

  /// One step. Does nothing once it has an end.
  /// @param setup Robot, limits and settings.
  /// @param moving The target moves: it must be met near the planned time.
  /// @param clearance_share Of the clearance that is to be kept.
  /// @param approach Along which the hand is to come; null: from anywhere.
  void advance(const ControlSetup& setup, bool moving, double clearance_share = 1.0,
               const ApproachLine* approach = nullptr);

 private:
  void move(const PlanarModel& model, const JointVector& rates);
  PredictedEnd judge(const ControlSetup& setup, bool moving, const ApproachLine* approach);
};

}  // namespace freefloat
