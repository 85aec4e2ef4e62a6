// Kinematics, momentum, generalized Jacobian and dynamics against values computed independently from body
// sums, momentum and kinetic energy: reference/yoshida_umetani_1990.json. Conventions: relative joint angles,
// joint 1 at b_0 from the satellite's mass centre, I_s, I_m, J_s, J_m about the mass centre held fixed (Eqs.
// (2), (7), (8)).
#include <gtest/gtest.h>

#include "model/dynamics.h"
#include "model/generalized_jacobian.h"
#include "support/integrate_motion.h"
#include "support/reference_file.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

constexpr double kAlgebraic = 1e-13;

RobotParameters robot_of(const nlohmann::json& reference) {
  return reference.at("robot") == "table2" ? table2_robot() : lateral3_robot();
}

TEST(YoshidaUmetaniModel, AgreesInKinematicsAndMomentum) {
  const PlanarModel model(table2_robot());
  const nlohmann::json reference = read_reference("yoshida_umetani_1990.json");
  for (const nlohmann::json& config : reference.at("planar_configs")) {
    const JointVector joints = to_vector(config.at("phi"));
    const JointVector rates = to_vector(config.at("joint_rates"));
    const Posture posture = compute_posture(config.at("Om0"), joints);
    const PointMotion hand = compute_hand(model, posture);
    const AngularInertia inertia = compute_angular_inertia(model, posture);
    EXPECT_LT(relative_error(hand.p_GX, to_vector(config.at("hand"))), kAlgebraic);
    EXPECT_LT(relative_error(satellite_from_mass_centre(model, posture), to_vector(config.at("r0"))),
              kAlgebraic);
    EXPECT_NEAR(inertia.satellite, config.at("Is"), kAlgebraic);
    EXPECT_LT(relative_error(inertia.joints, to_vector(config.at("Im"))), kAlgebraic);
    EXPECT_LT(relative_error(hand.by_attitude(), to_vector(config.at("Js"))), kAlgebraic);
    EXPECT_LT(relative_error(hand.by_joints(), to_matrix(config.at("Jm"))), kAlgebraic);

    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
    EXPECT_LT(relative_error(jacobian.matrix, to_matrix(config.at("Jstar_with_angle"))), kAlgebraic);
    const auto& j = jacobian.matrix;
    EXPECT_NEAR(j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0), config.at("det").get<double>(), kAlgebraic);
    EXPECT_NEAR(jacobian.satellite_rate.dot(rates), config.at("satellite_rate").get<double>(), kAlgebraic);
    EXPECT_LT(relative_error(Vector2((j * rates).head<2>()), to_vector(config.at("hand_velocity"))),
              kAlgebraic);

    RobotState state{.p_WB = satellite_from_mass_centre(model, posture),
                     .theta_WB = config.at("Om0"),
                     .joints = joints,
                     .v_WB = to_vector(config.at("base_velocity")),
                     .w_WB = config.at("satellite_rate"),
                     .joint_rates = rates};
    const MotionTotals totals = compute_motion_totals(model, posture, state);
    EXPECT_NEAR(totals.kinetic_energy / config.at("kinetic_energy").get<double>(), 1.0, 1e-12);
    EXPECT_LT(totals.linear_momentum.norm(), 1e-15);
    EXPECT_NEAR(totals.angular_momentum, 0.0, 1e-15);
  }
}

TEST(YoshidaUmetaniModel, AgreesInDynamics) {
  const nlohmann::json cases = read_reference("yoshida_umetani_1990.json").at("planar_dynamics");
  for (const nlohmann::json& reference : cases) {
    const PlanarModel model(robot_of(reference));
    const Motion motion{to_vector(reference.at("q")), to_vector(reference.at("qd"))};
    const RobotState state = to_state(motion);
    const Posture posture = compute_posture(state.theta_WB, state.joints);
    const BodyVector rates = compute_body_rates(state.w_WB, state.joint_rates);
    const Eigen::VectorXd wrench = to_vector(reference.at("base_wrench"));
    const JointVector torques = to_vector(reference.at("tau"));
    EXPECT_LT(relative_error(compute_inertia_matrix(model, posture), to_matrix(reference.at("H"))),
              kAlgebraic);
    EXPECT_LT(relative_error(compute_velocity_terms(model, posture, rates), to_vector(reference.at("c"))),
              kAlgebraic);
    EXPECT_LT(relative_error(compute_accelerations(model, posture, rates, torques,
                                                   {Vector2(wrench.head<2>()), wrench[2]}),
                             to_vector(reference.at("qdd"))),
              1e-12);
    const MotionTotals totals = compute_motion_totals(model, posture, state);
    EXPECT_NEAR(totals.kinetic_energy, reference.at("kinetic_energy"), kAlgebraic);
    EXPECT_LT(relative_error(totals.linear_momentum, to_vector(reference.at("P"))), kAlgebraic);
    EXPECT_NEAR(totals.angular_momentum, reference.at("L_com"), kAlgebraic);
    EXPECT_NEAR(totals.angular_momentum_origin, reference.at("L_origin"), kAlgebraic);
    EXPECT_LT(relative_error(totals.p_WG, to_vector(reference.at("com"))), kAlgebraic);
    EXPECT_LT(relative_error(Vector2(totals.p_WG + compute_hand(model, posture).p_GX),
                             to_vector(reference.at("hand"))),
              kAlgebraic);
  }
}

TEST(YoshidaUmetaniModel, FollowsTheReferenceMotionUnderConstantTorques) {
  const nlohmann::json cases = read_reference("yoshida_umetani_1990.json").at("planar_dynamics");
  for (const nlohmann::json& reference : cases) {
    const PlanarModel model(robot_of(reference));
    const nlohmann::json& record = reference.at("simulate_constant_inputs");
    Motion motion{to_vector(reference.at("q")), to_vector(reference.at("qd"))};
    const auto times = record.at("t").get<std::vector<double>>();
    for (std::size_t i = 1; i < times.size(); ++i) {
      const double duration = times[i] - times[i - 1];
      motion = integrate_motion(model, motion, to_vector(reference.at("tau")), {}, duration,
                                static_cast<int>(duration * 5000.0));
      EXPECT_LT(relative_error(motion.q, to_vector(record.at("q")[i])), 2e-10);
      EXPECT_LT(relative_error(motion.rate, to_vector(record.at("qd")[i])), 2e-10);
    }
  }
}

}  // namespace
}  // namespace freefloat
