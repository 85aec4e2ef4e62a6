#pragma once

#include <vector>

#include "model/momentum.h"
#include "model/posture.h"
#include "support/test_robots.h"
#include "types/angle.h"
#include "types/joint_feedback.h"
#include "types/marker_frame.h"
#include "types/random.h"

namespace freefloat {

/// The paper's robot with LEDs on tail, both joint axes, and near the tip.
inline RobotParameters led_robot() {
  RobotParameters robot = table2_robot();
  robot.markers = {{"tail", 0, {-0.19, 0.0}, 0.2},
                   {"joint_1", 0, {0.19, 0.0}, 0.2},
                   {"joint_2", 1, {0.188, 0.0}, 0.2},
                   {"tip", 2, {0.186, 0.0}, 0.2}};
  return robot;
}

/// Standard deviations of the sensors.
struct SensorNoise {
  double led = 0.0;    ///< m
  double pot = 0.0;    ///< rad
  double tacho = 0.0;  ///< rad/s
};

/// A free robot that moves with exact joint rates and known momentum: the attitude by small steps of the
/// midpoint rule, LEDs by the plain chain of its links.
class TrueRobot {
 public:
  explicit TrueRobot(const RobotParameters& robot, const SensorNoise& noise = {}, std::uint64_t seed = 1)
      : robot_(robot), model_(robot), noise_(noise), random_(seed, "true robot") {
    joints = JointVector::Constant(robot.joint_count(), 0.6);
    joint_rates = JointVector::Zero(robot.joint_count());
  }

  Vector2 p_WG = Vector2::Zero();  // m
  Vector2 v_WG = Vector2::Zero();  // m/s
  double theta_WB = 0.0;           // rad
  double momentum = 0.0;           // L about G, N m s
  JointVector joints;              // rad
  JointVector joint_rates;         // rad/s
  Time now{};

  const PlanarModel& model() const { return model_; }

  void advance(Duration duration) {
    constexpr int kSteps = 10;
    const double dt = to_seconds(duration) / kSteps;
    for (int i = 0; i < kSteps; ++i) {
      const Posture middle = compute_posture(0.0, joints + 0.5 * dt * joint_rates);
      theta_WB += dt * satellite_rate(compute_angular_inertia(model_, middle), joint_rates, momentum);
      joints += dt * joint_rates;
      p_WG += dt * v_WG;
    }
    now += duration;
  }

  Vector2 satellite() const {
    return p_WG + satellite_from_mass_centre(model_, compute_posture(theta_WB, joints));
  }

  /// @param offset From the body's mass centre, of the robot as first given.
  Vector2 point(int body, const Vector2& offset) const {
    double angle = theta_WB;
    Vector2 centre = satellite();
    Vector2 joint = centre + rotate(angle, robot_.satellite_to_joint);
    for (int i = 0; i < body; ++i) {
      const LinkParameters& link = robot_.links[i];
      angle += joints[i];
      centre = joint + rotate(angle, link.to_mass_centre);
      joint = centre + rotate(angle, link.to_end);
    }
    return centre + rotate(angle, offset);
  }

  Vector2 hand() const { return point(robot_.joint_count(), robot_.links.back().to_end); }

  MarkerFrame frame() {
    MarkerFrame frame;
    frame.capture_time = now;
    frame.marker_count = static_cast<int>(robot_.markers.size());
    for (std::size_t i = 0; i < robot_.markers.size(); ++i) {
      MarkerMeasurement& marker = frame.markers[i];
      const double x = random_.normal();
      const double y = random_.normal();
      marker.seen = true;
      marker.p_WM = point(robot_.markers[i].body, robot_.markers[i].position) + noise_.led * Vector2{x, y};
      marker.covariance = noise_.led * noise_.led * Matrix2::Identity();
    }
    return frame;
  }

  JointFeedback feedback() {
    JointFeedback feedback;
    feedback.sample_time = now;
    feedback.angles = joints;
    feedback.rates = joint_rates;
    for (Eigen::Index j = 0; j < joints.size(); ++j) {
      feedback.angles[j] += noise_.pot * random_.normal();
      feedback.rates[j] += noise_.tacho * random_.normal();
    }
    return feedback;
  }

  double normal() { return random_.normal(); }
  double uniform(double low, double high) { return random_.uniform(low, high); }

  /// The satellite stays where it is; masses and momentum become others, LEDs and hand stay on their links.
  void change_masses(const RobotParameters& robot, const Vector2& velocity, double angular_momentum) {
    const Vector2 p_WB = satellite();
    model_ = PlanarModel(robot);
    p_WG = p_WB - satellite_from_mass_centre(model_, compute_posture(theta_WB, joints));
    v_WG = velocity;
    momentum = angular_momentum;
  }

 private:
  RobotParameters robot_;
  PlanarModel model_;
  SensorNoise noise_;
  Random random_;
};

inline void hide(MarkerFrame& frame, std::initializer_list<std::size_t> markers) {
  for (const std::size_t marker : markers) frame.markers[marker] = MarkerMeasurement{};
}

}  // namespace freefloat
