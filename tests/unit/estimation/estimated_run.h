#pragma once

#include <deque>
#include <functional>

#include "estimation/estimate_state.h"
#include "model/payload.h"
#include "unit/estimation/true_robot.h"

namespace freefloat {

/// Noise of the simulated testbed's sensors, a little rounded up.
inline constexpr SensorNoise kUsualNoise{1e-4, 1.5e-3, 5e-3};

/// The estimator on a true robot: a loop of 100 Hz, a picture and a reading of the joints each cycle.
class EstimatedRun {
 public:
  static constexpr Duration kPeriod = std::chrono::milliseconds(10);

  explicit EstimatedRun(const SensorNoise& noise = {}, std::uint64_t seed = 1)
      : truth(led_robot(), noise, seed),
        setup(make_estimator_setup(led_robot(), with_payload(led_robot(), 1.0, 0.005, Vector2::Zero()), false,
                                   1, EstimatorConfig{})) {
    truth.p_WG = {0.1, -0.1};
    truth.theta_WB = 0.4;
    truth.v_WG = {0.02, -0.01};
    truth.momentum = 0.01;
  }

  /// Changes a frame or a reading before the estimator gets it; empty: not.
  std::function<void(MarkerFrame&)> spoil_frame;
  std::function<void(JointFeedback&)> spoil_feedback;

  /// One cycle: the robot moves, then is looked at.
  const StateEstimate& cycle() {
    truth.joint_rates = rates_at(truth.now + kPeriod / 2);
    truth.advance(kPeriod);
    truth.joint_rates = rates_at(truth.now);
    JointFeedback feedback = truth.feedback();
    if (spoil_feedback) spoil_feedback(feedback);
    MarkerFrame frame = truth.frame();
    if (spoil_frame) spoil_frame(frame);
    frames_.push_back(frame);
    std::optional<MarkerFrame> arrived;
    if (truth.now - frames_.front().capture_time >= frame_delay) {
      arrived = frames_.front();
      frames_.pop_front();
    }
    estimate = estimate_state(setup, truth.now, arrived, feedback, holding, state);
    return estimate;
  }

  void run(double seconds) {
    for (int i = 0; i < std::lround(seconds / to_seconds(kPeriod)); ++i) cycle();
  }

  double hand_error() const { return (estimate.p_WE - truth.hand()).norm(); }
  double attitude_error() const { return std::abs(wrap_angle(estimate.robot.theta_WB - truth.theta_WB)); }

  TrueRobot truth;
  EstimatorSetup setup;
  EstimatorState state;
  StateEstimate estimate;
  Duration frame_delay{};
  bool holding = false;

 private:
  static JointVector rates_at(Time time) {
    const double t = to_seconds(time);
    return Vector2{0.8 * std::sin(1.1 * t), -0.6 * std::cos(0.7 * t)};
  }

  std::deque<MarkerFrame> frames_;
};

}  // namespace freefloat
