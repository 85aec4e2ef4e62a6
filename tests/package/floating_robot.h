#pragma once

#include "control/controller_config.h"
#include "model/momentum.h"
#include "types/cycle.h"

/// The simplest world that a controller can be tried in: joints that follow at once, no noise, no delay, and
/// a satellite that turns as the momentum, which stays zero, demands. The mass centre rests at the table's
/// middle.
class FloatingRobot {
 public:
  FloatingRobot(const freefloat::RobotParameters& parameters, double theta_WB,
                const freefloat::JointVector& joints)
      : parameters_(parameters), model_(parameters), theta_WB_(theta_WB), joints_(joints) {}

  /// @param target Where the target's LED stands, m.
  /// @return All LEDs in the order of the robot's file, then the target's.
  freefloat::MarkerFrame see(freefloat::Time now, const freefloat::Vector2& target) {
    freefloat::MarkerFrame frame;
    frame.capture_time = now;
    frame.sequence = ++pictures_;
    const freefloat::Posture posture = freefloat::compute_posture(theta_WB_, joints_);
    for (const freefloat::MarkerParameters& led : parameters_.markers)
      add(freefloat::compute_point(model_, posture, led.body, led.position).p_GX, frame);
    add(target, frame);
    return frame;
  }

  /// @return What the servo board tells.
  freefloat::JointFeedback feel(freefloat::Time now) const {
    freefloat::JointFeedback feedback;
    feedback.sample_time = now;
    feedback.angles = joints_;
    feedback.rates = rates_;
    feedback.board_state = board_state_;
    return feedback;
  }

  /// Follows the command for so many seconds, by the midpoint rule.
  void follow(const freefloat::JointCommand& command, double time) {
    board_state_ = command.enable ? freefloat::BoardState::kRun : freefloat::BoardState::kOff;
    rates_ = command.rates;
    const freefloat::JointVector middle = joints_ + 0.5 * time * rates_;
    const freefloat::Posture posture = freefloat::compute_posture(theta_WB_, middle);
    theta_WB_ +=
        time * freefloat::satellite_rate(freefloat::compute_angular_inertia(model_, posture), rates_, 0.0);
    joints_ += time * rates_;
  }

  /// @return Where the hand is, m.
  freefloat::Vector2 hand() const {
    return freefloat::compute_hand(model_, freefloat::compute_posture(theta_WB_, joints_)).p_GX;
  }

 private:
  static void add(const freefloat::Vector2& place, freefloat::MarkerFrame& frame) {
    freefloat::MarkerMeasurement& marker = frame.markers[frame.marker_count++];
    marker.seen = true;
    marker.p_WM = place;
    marker.covariance = 1e-8 * freefloat::Matrix2::Identity();
  }

  freefloat::RobotParameters parameters_;
  freefloat::PlanarModel model_;
  double theta_WB_;
  freefloat::JointVector joints_;
  freefloat::JointVector rates_ = freefloat::JointVector::Zero(joints_.size());
  freefloat::BoardState board_state_ = freefloat::BoardState::kOff;
  std::uint64_t pictures_ = 0;
};
