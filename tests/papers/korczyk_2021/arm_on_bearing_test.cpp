// The seven-joint arm on a spherical air bearing of Korczyk et al., "Modeling of an On-Orbit Maintenance
// Robotic Arm Test-Bed" (2021): the paper's screw axes, Eqs. (10), (11), and trajectory, Table 1; masses and
// offsets are the reference's own, since the paper prints none.
#include <gtest/gtest.h>

#include <cmath>

#include "spatial/formulations/denavit_hartenberg.h"
#include "spatial/formulations/lie_group_recursion.h"
#include "spatial/formulations/platform_torque.h"
#include "spatial/formulations/product_of_exponentials.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "support/reference_file.h"
#include "support/screw_arm_tree.h"

namespace freefloat {
namespace {

ScrewArm sawyer(const nlohmann::json& parameters) {
  ScrewArm arm;
  for (std::size_t i = 0; i < 7; ++i) {
    ScrewArm::Link link;
    link.screw = to_vector(parameters.at("screw_axes")[i]);
    link.mass = parameters.at("mass")[i];
    link.mass_centre = to_vector(parameters.at("com_home")[i]);
    link.inertia = to_matrix(parameters.at("inertia_com")[i]);
    arm.links.push_back(link);
  }
  arm.tip_home.topRightCorner<3, 1>() = to_vector(parameters.at("tip_home"));
  arm.gravity = {0.0, 0.0, -parameters.at("g").get<double>()};
  return arm;
}

/// Table 1: sines and cosines of the time in turn.
Eigen::VectorXd table1(double t, int derivative) {
  Eigen::VectorXd values(7);
  for (int i = 0; i < 7; ++i) {
    const double phase = t + (i % 2 == 0 ? 0.0 : 0.5 * M_PI) + 0.5 * M_PI * derivative;
    values[i] = std::sin(phase);
  }
  return values;
}

struct Torques {
  Eigen::VectorXd recursive;
  Eigen::MatrixXd mass_matrix;
  Eigen::VectorXd weights;
  Eigen::VectorXd lie;
  Eigen::VectorXd exponentials;
  Eigen::VectorXd table;
};

Torques torques_of(const ScrewArm& arm, const Eigen::VectorXd& q, const Eigen::VectorXd& rates,
                   const Eigen::VectorXd& accelerations) {
  TreeBody none;
  none.name = "floor";
  const TreeModel model(tree_from_screw_arm(arm, BaseKind::kFixed, none, Vector3::Zero()));
  TreeState state(model);
  state.joints = q;
  state.joint_rates = rates;
  TreePosture posture(model);
  TreeMotion motion(model);
  TreeInertia inertia(model);
  TreeForces work(model);
  compute_posture(model, state, posture);
  compute_motion(model, posture, state, motion);
  compute_inertia(model, posture, inertia);
  Torques torques;
  compute_inverse_dynamics(model, posture, motion, accelerations, work, torques.recursive);
  compute_mass_matrix(model, posture, inertia, torques.mass_matrix);
  compute_gravity_terms(model, posture, work, torques.weights);
  torques.lie = joint_torques(compute_lie_group_dynamics(model.parameters(), q, rates), rates, accelerations);
  const ScrewDynamics screws = compute_screw_dynamics(arm, q, rates);
  torques.exponentials = screws.M * accelerations + screws.h;
  torques.table = joint_torques(find_denavit_hartenberg(model.parameters()), q, rates, accelerations);
  return torques;
}

TEST(SawyerArm, HasTheReferenceTorquesInAllFormulations) {
  const nlohmann::json reference = read_reference("korczyk_2021.json");
  ScrewArm arm = sawyer(reference.at("parameters"));
  for (const nlohmann::json& row : reference.at("table1_trajectory")) {
    const double t = row.at("t");
    const Torques torques = torques_of(arm, table1(t, 0), table1(t, 1), table1(t, 2));
    const Eigen::VectorXd expected = to_vector(row.at("tau"));
    for (const Eigen::VectorXd& found :
         {torques.recursive, torques.lie, torques.exponentials, torques.table}) {
      EXPECT_LT(relative_error(found, expected), 1e-11) << t;
    }
    const Matrix4 tip = compute_tip(arm, table1(t, 0));
    EXPECT_LT(relative_error(Vector3(tip.topRightCorner<3, 1>()), to_vector(row.at("tip"))), 1e-12);
    EXPECT_LT(relative_error(Matrix3(tip.topLeftCorner<3, 3>()), to_matrix(row.at("tip_rotation"))), 1e-12);
    ScrewArm weightless = arm;
    weightless.gravity.setZero();
    const Torques in_space = torques_of(weightless, table1(t, 0), table1(t, 1), table1(t, 2));
    EXPECT_LT(relative_error(in_space.recursive, to_vector(row.at("tau_zero_g"))), 1e-11);
  }
  for (const nlohmann::json& row : reference.at("random")) {
    const Torques torques = torques_of(arm, to_vector(row.at("theta")), to_vector(row.at("thetad")),
                                       to_vector(row.at("thetadd")));
    const Eigen::VectorXd expected = to_vector(row.at("tau"));
    for (const Eigen::VectorXd& found :
         {torques.recursive, torques.lie, torques.exponentials, torques.table}) {
      EXPECT_LT(relative_error(found, expected), 1e-11);
    }
    EXPECT_LT(relative_error(torques.mass_matrix, to_matrix(row.at("M"))), 1e-11);
    EXPECT_LT(relative_error(torques.weights, to_vector(row.at("gravity"))), 1e-11);
  }
}

TEST(PlatformOnBearing, FeelsTheReferenceTorque) {
  const nlohmann::json reference = read_reference("korczyk_2021.json");
  const nlohmann::json& parameters = reference.at("parameters");
  // The box does not move: its inertia does not matter.
  const TreeBody box{"box", parameters.at("box_mass"), to_vector(parameters.at("box_from_bearing")),
                     Matrix3::Identity()};
  const TreeParameters tree = tree_from_screw_arm(sawyer(parameters), BaseKind::kSpherical, box,
                                                  to_vector(parameters.at("base_from_bearing")));
  for (const nlohmann::json& row : reference.at("table1_trajectory")) {
    const double t = row.at("t");
    BodyMotion motion;
    motion.joints = table1(t, 0);
    motion.joint_rates = table1(t, 1);
    motion.joint_accelerations = table1(t, 2);
    const PlatformTorque torque = compute_platform_torque(tree, motion);
    EXPECT_LT(relative_error(torque.inertial, to_vector(row.at("inertial_part"))), 1e-11);
    EXPECT_LT(relative_error(torque.weight_moment, to_vector(row.at("weight_moment_sum_r_x_mg"))), 1e-11);
    EXPECT_LT(relative_error(torque.total(), to_vector(row.at("platform_torque_on_arm_and_box"))), 1e-11);
  }
}

}  // namespace
}  // namespace freefloat
