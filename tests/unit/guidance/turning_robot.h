#pragma once

#include "guidance/reorientation.h"
#include "model/momentum.h"
#include "model/posture.h"
#include "support/test_robots.h"

namespace freefloat {

/// A robot whose joints do at once what they are told, with a constant angular momentum and a mass centre
/// that drifts ever faster.
class TurningRobot {
 public:
  explicit TurningRobot(const RobotParameters& robot, const JointVector& joints) : model_(robot) {
    limits_.joints.assign(robot.links.size(), {-6.0, 6.0, 2.0});
    limits_.joint_margin = 0.05;
    limits_.max_joint_rate = kMaxRate;
    limits_.satellite_range = satellite_range({}, 0.21);
    state_.robot.joints = joints;
    state_.robot.theta_WB = 0.7;
    state_.valid = true;
    place();
  }

  Vector2 p_WG = Vector2::Zero();          // m
  double angular_momentum = 0.0;           // N m s
  Vector2 velocity = Vector2::Zero();      // m/s
  Vector2 acceleration = Vector2::Zero();  // m/s^2
  double tolerance = 0.005;                // rad
  double interrupt_at = 1e9;               // s: no step for a second, once, in motion

  /// Turns until the task ends, 200 s at most.
  GuidanceOutput turn_by(double turn) {
    OperatorCommand op;
    op.turn = turn;
    op.turn_tolerance = tolerance;
    GuidanceOutput step;
    for (int i = 0; i < 20000; ++i) {
      place();
      const JointVector rates = follow_reorientation(model_, limits_, op, state_, memory, step);
      largest_rate = std::max(largest_rate, rates.lpNorm<Eigen::Infinity>());
      least_clearance = std::min(least_clearance, limits_.edge_clearance(state_.robot.p_WB));
      if (step.status == TaskStatus::kDone || step.status == TaskStatus::kUnreachable) break;
      // Rates are limited as the controller does.
      move(rates * std::min(1.0, kMaxRate / std::max(1e-9, rates.lpNorm<Eigen::Infinity>())));
      if (!was_interrupted_in_motion && time() >= interrupt_at && memory.mode == ReorientationMode::kMove) {
        was_interrupted_in_motion = true;
        state_.at += from_seconds(1.0);
      }
    }
    return step;
  }

  /// @return Whether the satellite is farther than 3 cm from the table's edge margin.
  bool starts_inside() {
    place();
    return limits_.edge_clearance(state_.robot.p_WB) > 0.03;
  }

  const RobotState& robot() const { return state_.robot; }
  double time() const { return to_seconds(state_.at); }

  static constexpr double kMaxRate = 1.5;  // rad/s
  static constexpr double kPeriod = 0.01;  // s
  ReorientationState memory;
  double largest_rate = 0.0;
  double least_clearance = 1e9;
  bool was_interrupted_in_motion = false;

 private:
  void move(const JointVector& rates) {
    RobotState& robot = state_.robot;
    const AngularInertia middle =
        compute_angular_inertia(model_, compute_posture(0.0, robot.joints + 0.5 * kPeriod * rates));
    robot.theta_WB += kPeriod * satellite_rate(middle, rates, angular_momentum);
    robot.joints += kPeriod * rates;
    robot.joint_rates = rates;
    state_.at += from_seconds(kPeriod);
    p_WG += kPeriod * velocity + 0.5 * kPeriod * kPeriod * acceleration;
    velocity += kPeriod * acceleration;
  }

  void place() {
    state_.p_WG = p_WG;
    state_.linear_momentum = model_.total_mass() * velocity;
    state_.angular_momentum = angular_momentum;
    const Posture posture = compute_posture(state_.robot.theta_WB, state_.robot.joints);
    state_.robot.p_WB = p_WG + satellite_from_mass_centre(model_, posture);
  }

  MotionLimits limits_;
  PlanarModel model_;
  StateEstimate state_;
};

}  // namespace freefloat
