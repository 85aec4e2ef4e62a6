#pragma once

#include <Eigen/Core>
#include <vector>

#include "identification/momentum_fit.h"
#include "model/momentum.h"
#include "support/random_robot.h"
#include "types/angle.h"

namespace freefloat {

/// A planar robot that floats freely while its joints move smoothly: found with the model's own momentum
/// equation in small steps, so that the identification is held against something else than its own equations.
struct FloatingMotion {
  RobotParameters robot;
  Vector2 velocity{0.01, -0.004};  ///< of the mass centre, m/s
  Vector2 tilt = Vector2::Zero();  ///< m/s^2
  double momentum = 0.002;         ///< L, N m s
  double length = 24.0;            ///< s
  double picture_period = 0.01;    ///< s
  double amplitude = 1.0;          ///< of the joints, rad
  int still = -1;                  ///< a joint that is not moved
  double pushed_at = 1e9;          ///< s; from then on it drifts as somebody pushed it
  Vector2 push{0.02, 0.01};        ///< m/s

  double angle(int joint, double t) const {
    if (joint == still) return 0.7;
    return amplitude *
           (std::sin((0.5 + 0.23 * joint) * t + joint) + 0.6 * std::sin((0.31 + 0.17 * joint) * t));
  }
  double rate(int joint, double t) const { return (angle(joint, t + 1e-5) - angle(joint, t - 1e-5)) / 2e-5; }

  /// @param reference Gives the satellite's frame, see BodyGeometry.
  /// @param noise Standard deviation of origin (m) and angles (rad).
  MotionStretch stretch(const RobotParameters& reference, double noise, RandomRobots& random) const {
    const PlanarModel model(robot);
    const int n = robot.joint_count();
    const auto joints_at = [&](double t, auto value) {
      JointVector joints(n);
      for (int i = 0; i < n; ++i) joints[i] = value(i, t);
      return joints;
    };
    const auto angles = [&](double t) { return joints_at(t, [&](int i, double s) { return angle(i, s); }); };
    const auto turn = [&](double t) {
      const JointVector rates = joints_at(t, [&](int i, double s) { return rate(i, s); });
      return satellite_rate(compute_angular_inertia(model, compute_posture(0.0, angles(t))), rates, momentum);
    };
    const Vector2 origin_shift = reference.satellite_to_joint - robot.satellite_to_joint;
    MotionStretch stretch;
    double theta = 0.3;
    const int count = static_cast<int>(length / picture_period);
    for (int k = 0; k < count; ++k) {
      const double t = k * picture_period;
      if (k > 0) {
        const double h = picture_period;
        theta += h / 6.0 * (turn(t - h) + 4.0 * turn(t - 0.5 * h) + turn(t));
      }
      const Vector2 centre = velocity * t + 0.5 * t * t * tilt + std::max(0.0, t - pushed_at) * push;
      BodyPoses pose;
      pose.at = Time{} + from_seconds(t);
      pose.moving = true;
      const Vector2 mass_centre =
          centre + satellite_from_mass_centre(model, compute_posture(theta, angles(t)));
      pose.origin = mass_centre - rotate(theta, origin_shift);
      pose.angles = Eigen::VectorXd::Constant(n + 1, theta);
      for (int i = 0; i < n; ++i) pose.angles.tail(n - i).array() += angle(i, t);
      const double sigma = std::max(noise, 1e-7);
      pose.covariance = sigma * sigma * Eigen::MatrixXd::Identity(n + 3, n + 3);
      const auto normal = [&] {  // sum of twelve
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) sum += random.number(0.0, 1.0);
        return noise * sum;
      };
      pose.origin += Vector2(normal(), normal());
      for (int b = 0; b <= n; ++b) pose.angles[b] += normal();
      stretch.push_back(pose);
    }
    return stretch;
  }
};

/// Masses, mass centres and inertias all wrong by some.
inline RobotParameters disturbed(const RobotParameters& robot, RandomRobots& random) {
  BodyMasses masses = masses_of(robot, robot);
  for (Eigen::Index i = 0; i < masses.mass.size(); ++i) {
    masses.mass[i] *= random.number(0.7, 1.3);
    masses.inertia[i] *= random.number(0.7, 1.3);
    masses.centre[i] += Vector2(random.number(-0.02, 0.02), random.number(-0.02, 0.02));
  }
  return with_masses(robot, masses);
}

}  // namespace freefloat
