#pragma once

#include "control/follow_plan.h"
#include "model/robot_parameters.h"
#include "types/state_estimate.h"

namespace freefloat {

/// What a prediction needs that does not change.
struct PredictionSetup {
  FollowSetup follow;
  const std::vector<JointLimits>* joint_limits = nullptr;
  double joint_margin = 0.0;  ///< kept from the joint limits, rad
  double least_sigma = 0.0;   ///< smallest singular value that a path may meet, m
  double horizon = 40.0;      ///< a path that has not arrived by then counts as failed, s
};

enum class PredictionVerdict : std::uint8_t {
  kRunning,
  kCaptured,
  kJointLimit,  ///< a joint would reach its limit
  kSingular,    ///< the path meets a dynamic singularity
  kNotInTime,   ///< it does not arrive
};

/// The whole capture as the controller would command it, on a robot that follows exactly: same laws, same
/// limits, momentum equation for the satellite. Advances by single steps, so that a cycle can pay for a part
/// of it.
class CapturePrediction {
 public:
  /// Length of a step, s.
  static constexpr double kStep = 0.1;

  CapturePrediction() = default;

  /// @param v_WE Hand velocity commanded last, m/s.
  /// @param v_WG Velocity of the mass centre, m/s.
  CapturePrediction(const StateEstimate& start, const Vector2& v_WE, const Vector2& v_WG,
                    const CapturePlan& plan);

  /// One step. Does nothing once a verdict is reached.
  void advance(const PredictionSetup& setup);

  PredictionVerdict verdict() const { return verdict_; }
  const CapturePlan& plan() const { return plan_; }  ///< as given
  double elapsed() const { return elapsed_; }        ///< s since the start
  double smallest_sigma() const { return smallest_sigma_; }

 private:
  void move(const PlanarModel& model, const JointVector& rates);
  PredictionVerdict judge(const PredictionSetup& setup);

  CapturePlan plan_;
  CapturePlan followed_;  ///< changes on the way
  Time start_{};
  Situation situation_;
  Vector2 v_WE_mean_ = Vector2::Zero();  // of the last step
  ArmState arm_;
  double elapsed_ = 0.0;
  double smallest_sigma_ = 1e9;
  int steps_inside_ = 0;
  PredictionVerdict verdict_ = PredictionVerdict::kNotInTime;
};

}  // namespace freefloat
