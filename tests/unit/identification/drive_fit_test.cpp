#include "identification/drive_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/dynamics.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// Two joints of a floating robot, driven by duties as a motor answers them.
struct DrivenArm {
  double torque = 12.0;        // at full duty, N m
  double duty_per_rate = 0.1;  // share of full per rad/s
  double friction = 0.05;      // N m
  double rotor = 0.003;        // kg m^2, on the joint's side
  double fastest = 0.7;        // rad/s
  double length = 20.0;        // s

  /// @return Rate that is wanted of a joint: to and fro at changing speeds.
  double wanted_rate(int joint, double t) const {
    const double shares[] = {0.7, -0.4, 1.0, -0.9, 0.3, -0.7, 0.6, -0.3};
    return fastest * shares[(static_cast<int>(t / (joint == 0 ? 0.83 : 0.71)) + 3 * joint) % 8];
  }

  MotionSeries drive(const RobotParameters& robot) const {
    const PlanarModel model(robot);
    MotionSeries series;
    series.period = std::chrono::milliseconds(10);
    RobotState state;
    state.joints = Eigen::Vector2d(0.4, 1.1);
    state.joint_rates = Eigen::Vector2d::Zero();
    const double h = 1e-4;
    JointVector sum = JointVector::Zero(2);
    int steps = 0;
    for (int tick = 0; tick * h < length; ++tick) {
      const double t = tick * h;
      JointVector duty(2), inner(2);
      for (int i = 0; i < 2; ++i) {
        const double rate = state.joint_rates[i];
        duty[i] = std::clamp(duty_per_rate * rate + 0.4 * (wanted_rate(i, t) - rate), -0.3, 0.3);
        inner[i] = torque * (duty[i] - duty_per_rate * rate) - friction * std::tanh(rate / 1e-3);
      }
      if (tick % 100 == 0) {
        const JointVector told = steps == 0 ? JointVector(JointVector::Zero(2)) : JointVector(sum / steps);
        series.readings.push_back(
            {Time{} + from_seconds(t), Time{} + from_seconds(t), state.joints, state.joint_rates, told});
        sum.setZero();
        steps = 0;
      }
      sum += duty;
      ++steps;
      advance(model, state, inner, h);
    }
    return series;
  }

  /// The rotors make the joints heavier: their torque is what is left for the arm.
  void advance(const PlanarModel& model, RobotState& state, const JointVector& inner, double h) const {
    const Posture posture = compute_posture(state.theta_WB, state.joints);
    const BodyVector rates = compute_body_rates(state.w_WB, state.joint_rates);
    JointVector accelerations = JointVector::Zero(2);
    CoordinateVector q;
    for (int i = 0; i < 30; ++i) {
      q = compute_accelerations(model, posture, rates, inner - rotor * accelerations, {});
      accelerations = q.tail(2);
    }
    state.w_WB += h * q[2];
    state.joint_rates += h * accelerations;
    state.theta_WB += h * state.w_WB;
    state.joints += h * state.joint_rates;
  }
};

std::vector<DriveFit> fit(const DrivenArm& arm, const RobotParameters& robot) {
  return fit_drives(robot, {arm.rotor, arm.rotor}, arm.drive(robot), std::vector<JointSensors>(2));
}

TEST(DriveFit, FindsTorqueBackEmfAndFriction) {
  const DrivenArm arm;
  for (const DriveFit& found : fit(arm, table2_robot())) {
    ASSERT_TRUE(found.found) << found.reason;
    EXPECT_NEAR(found.torque, arm.torque, 0.1);
    EXPECT_NEAR(found.duty_per_rate, arm.duty_per_rate, 0.001);
    EXPECT_NEAR(found.friction, arm.friction, 0.003);
  }
}

/// Fast joints of heavy links: without what the arm's shape does the torque would be wrong.
TEST(DriveFit, CountsHowTheShapeChangesTheInertia) {
  DrivenArm arm;
  arm.fastest = 3.0;
  arm.friction = 0.0;
  RobotParameters robot = table2_robot();
  robot.links[1].inertia *= 4.0;
  robot.links[1].mass *= 3.0;
  for (const DriveFit& found : fit(arm, robot)) {
    ASSERT_TRUE(found.found) << found.reason;
    EXPECT_NEAR(found.torque, arm.torque, 0.15);
    EXPECT_NEAR(found.friction, 0.0, 0.01);
  }
}

TEST(DriveFit, SaysWhatIsMissing) {
  const DrivenArm arm;
  const RobotParameters robot = table2_robot();
  MotionSeries series = arm.drive(robot);
  const std::vector<JointSensors> sensors(2);
  MotionSeries untold = series;
  for (ReadingSample& reading : untold.readings) reading.duties.resize(0);
  EXPECT_EQ(fit_drives(robot, {0.0, 0.0}, untold, sensors)[1].reason,
            "its board does not tell the duty that it drives");
  MotionSeries still = series;
  for (ReadingSample& reading : still.readings) reading.rates[0] = 0.0;
  EXPECT_THAT(fit_drives(robot, {0.0, 0.0}, still, sensors)[0].reason, HasSubstr("less than 4 s"));
  series.readings.resize(1);
  EXPECT_FALSE(fit_drives(robot, {0.0, 0.0}, series, sensors)[0].found);
}

/// 2.4 N m/A on the joint's side, 24 V, 4.5 ohm, 0.03 N m s/rad.
TEST(DriveFit, BecomesConstantsOfAMotor) {
  DriveFit found;
  found.found = true;
  found.torque = 2.4 * 24.0 / 4.5;
  found.duty_per_rate = 2.4 / 24.0 + 0.03 / found.torque;
  found.friction = 0.05;
  const auto settings = motor_settings(found, {80.0, 24.0, 0.03});
  ASSERT_TRUE(settings);
  EXPECT_NEAR(settings->torque_constant, 0.03, 1e-12);
  EXPECT_NEAR(settings->resistance, 4.5, 1e-12);
  EXPECT_NEAR(settings->coulomb_friction, 0.05, 1e-12);
  found.duty_per_rate = 0.001;  // less than the friction that is known
  EXPECT_FALSE(motor_settings(found, {80.0, 24.0, 0.03}));
}

}  // namespace
}  // namespace freefloat
