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

/// The memory of a CapturePrediction.
struct CapturePredictionState {
  CapturePlan plan;      ///< as given
  CapturePlan followed;  ///< changes on the way
  Time start{};
  Situation situation;
  Vector2 v_WE_mean = Vector2::Zero();  ///< of the last step, m/s
  ArmState arm;
  double elapsed = 0.0;  ///< s
  double smallest_sigma = 1e9;
  int steps_inside = 0;
  PredictionVerdict verdict = PredictionVerdict::kNotInTime;
};

/// The whole capture as the controller would command it, on a robot that follows exactly: same laws, same
/// limits, momentum equation for the satellite. Advances by single steps, so that a cycle can pay for a part
/// of it.
class CapturePrediction {
 public:
  /// Length of a step, s.
  static constexpr double kStep = 0.1;

  CapturePrediction() = default;

  /// @param start Where robot and target are.
  /// @param v_WE Hand velocity commanded last, m/s.
  /// @param v_WG Velocity of the mass centre, m/s.
  /// @param plan The one to be tried.
  CapturePrediction(const StateEstimate& start, const Vector2& v_WE, const Vector2& v_WG,
                    const CapturePlan& plan);

  /// One step. Does nothing once a verdict is reached.
  void advance(const PredictionSetup& setup);

  /// Goes on where another prediction was.
  explicit CapturePrediction(const CapturePredictionState& state) : state_(state) {}

  PredictionVerdict verdict() const { return state_.verdict; }
  const CapturePlan& plan() const { return state_.plan; }  ///< as given
  double elapsed() const { return state_.elapsed; }        ///< s since the start
  double smallest_sigma() const { return state_.smallest_sigma; }
  const CapturePredictionState& state() const { return state_; }

 private:
  void move(const PlanarModel& model, const JointVector& rates);
  PredictionVerdict judge(const PredictionSetup& setup);

  CapturePredictionState state_;
};

}  // namespace freefloat
