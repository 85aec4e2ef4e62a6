// The planar model of the controller is a special case of the spatial tree.
#include <gtest/gtest.h>

#include "model/dynamics.h"
#include "model/generalized_jacobian.h"
#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/planar_tree.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "support/random_robot.h"

namespace freefloat {
namespace {

struct PlanarCase {
  RobotParameters robot;
  RobotState state;
  JointVector torques;
};

PlanarCase draw_case(RandomRobots& draw, int joints) {
  PlanarCase c{draw.robot(joints, true), {}, draw.vector(joints, -0.2, 0.2)};
  c.state.p_WB = {draw.number(-1.0, 1.0), draw.number(-1.0, 1.0)};
  c.state.theta_WB = draw.number(-3.0, 3.0);
  c.state.joints = draw.vector(joints, -3.0, 3.0);
  c.state.v_WB = {draw.number(-0.5, 0.5), draw.number(-0.5, 0.5)};
  c.state.w_WB = draw.number(-0.5, 0.5);
  c.state.joint_rates = draw.vector(joints, -0.5, 0.5);
  return c;
}

TreeState in_space(const TreeModel& model, const RobotState& from) {
  TreeState state(model);
  state.p_WB << from.p_WB, 0.0;
  state.R_WB = Eigen::AngleAxisd(from.theta_WB, Vector3::UnitZ()).toRotationMatrix();
  state.joints = from.joints;
  state.v_WB << from.v_WB, 0.0;
  state.w_WB.z() = from.w_WB;
  state.joint_rates = from.joint_rates;
  return state;
}

// On the table and in space alike: a flat robot stays in its plane.
TEST(PlanarTree, HasTheModelOfThePlane) {
  RandomRobots draw(71);
  for (int trial = 0; trial < 1000; ++trial) {
    const int n = 1 + trial % kMaxJoints;
    const PlanarCase c = draw_case(draw, n);
    const PlanarModel planar(c.robot);
    const Posture flat = compute_posture(c.state.theta_WB, c.state.joints);
    const bool free = trial % 2 == 1;
    const TreeModel model(tree_from_planar(c.robot, free ? BaseKind::kFree : BaseKind::kPlanar));
    const TreeState state = in_space(model, c.state);
    TreePosture posture(model);
    TreeMotion motion(model);
    TreeInertia inertia(model);
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_inertia(model, posture, inertia);

    const GeneralizedJacobian expected = compute_generalized_jacobian(planar, flat);
    TreeGeneralizedJacobian jacobian(model);
    compute_generalized_jacobian(model, posture, inertia, 0, jacobian);
    Eigen::MatrixXd rows(3, n);
    rows << jacobian.matrix.topRows<2>(), jacobian.matrix.row(5);
    EXPECT_LT((rows - expected.matrix).norm(), 1e-12 * (1.0 + expected.matrix.norm()));
    EXPECT_LT((jacobian.base_response.row(5).transpose() - expected.satellite_rate).norm(), 1e-12);
    const Eigen::Vector3d by_momentum(jacobian.by_momentum(0, 5), jacobian.by_momentum(1, 5),
                                      jacobian.by_momentum(5, 5));
    EXPECT_LT((by_momentum - expected.by_momentum).norm(), 1e-12 * expected.by_momentum.norm());

    // Coordinates (x, y, attitude, joints) among those of the tree.
    std::vector<int> flat_index{0, 1, free ? 5 : 2};
    for (int i = 0; i < n; ++i) flat_index.push_back(model.base_freedoms() + i);
    Eigen::MatrixXd matrix;
    compute_mass_matrix(model, posture, inertia, matrix);
    const CoordinateMatrix flat_matrix = compute_inertia_matrix(planar, flat);
    EXPECT_LT((matrix(flat_index, flat_index) - flat_matrix).norm(), 1e-12 * flat_matrix.norm());

    const BodyVector rates = compute_body_rates(c.state.w_WB, c.state.joint_rates);
    const CoordinateVector flat_terms = compute_velocity_terms(planar, flat, rates);
    TreeForces forces(model);
    Eigen::VectorXd terms;
    compute_velocity_terms(model, posture, motion, forces, terms);
    EXPECT_LT((terms(flat_index) - flat_terms).norm(), 1e-12 * (1.0 + flat_terms.norm()));

    const BaseWrench wrench{{0.3, -0.2}, 0.05};
    const CoordinateVector flat_accelerations = compute_accelerations(planar, flat, rates, c.torques, wrench);
    Eigen::VectorXd applied = Eigen::VectorXd::Zero(model.velocity_count());
    applied[0] = wrench.force.x();
    applied[1] = wrench.force.y();
    applied[free ? 5 : 2] = wrench.moment;
    applied.tail(n) = c.torques;
    ArticulatedBodies articulated(model);
    Eigen::VectorXd accelerations(model.velocity_count());
    compute_forward_dynamics(model, posture, motion, applied, articulated, accelerations);
    EXPECT_LT((accelerations(flat_index) - flat_accelerations).norm(),
              1e-10 * (1.0 + flat_accelerations.norm()));

    const MotionTotals flat_totals = compute_motion_totals(planar, flat, c.state);
    const TreeTotals totals = compute_totals(model, posture, motion);
    EXPECT_NEAR(totals.kinetic_energy / flat_totals.kinetic_energy, 1.0, 1e-12);
    EXPECT_NEAR(totals.angular_momentum.z(), flat_totals.angular_momentum, 1e-11);
  }
}

}  // namespace
}  // namespace freefloat
