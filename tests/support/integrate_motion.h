#pragma once

#include "model/dynamics.h"

namespace freefloat {

/// Position and rate of the generalized coordinates.
struct Motion {
  CoordinateVector q;
  CoordinateVector rate;
};

inline RobotState to_state(const Motion& motion) {
  RobotState state;
  const Eigen::Index joints = motion.q.size() - 3;
  state.p_WB = motion.q.head<2>();
  state.theta_WB = motion.q[2];
  state.joints = motion.q.tail(joints);
  state.v_WB = motion.rate.head<2>();
  state.w_WB = motion.rate[2];
  state.joint_rates = motion.rate.tail(joints);
  return state;
}

/// Classical Runge-Kutta steps under constant torques and a constant wrench.
inline Motion integrate_motion(const PlanarModel& model, Motion at, const JointVector& torques,
                               const BaseWrench& wrench, double duration, int steps) {
  const auto acceleration = [&](const CoordinateVector& q, const CoordinateVector& rate) {
    const RobotState state = to_state({q, rate});
    return compute_accelerations(model, compute_posture(state.theta_WB, state.joints),
                                 compute_body_rates(state.w_WB, state.joint_rates), torques, wrench);
  };
  const double h = duration / steps;
  for (int i = 0; i < steps; ++i) {
    const CoordinateVector a1 = acceleration(at.q, at.rate);
    const CoordinateVector v2 = at.rate + 0.5 * h * a1;
    const CoordinateVector a2 = acceleration(at.q + 0.5 * h * at.rate, v2);
    const CoordinateVector v3 = at.rate + 0.5 * h * a2;
    const CoordinateVector a3 = acceleration(at.q + 0.5 * h * v2, v3);
    const CoordinateVector v4 = at.rate + h * a3;
    const CoordinateVector a4 = acceleration(at.q + h * v3, v4);
    at.q += h / 6.0 * (at.rate + 2.0 * v2 + 2.0 * v3 + v4);
    at.rate += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return at;
}

}  // namespace freefloat
