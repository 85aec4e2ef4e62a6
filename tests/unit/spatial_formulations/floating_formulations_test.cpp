// The published formulations of a free-floating robot against the recursive algorithms and each other.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <functional>

#include "spatial/formulations/explicit_lagrangian.h"
#include "spatial/formulations/natural_orthogonal_complement.h"
#include "spatial/formulations/platform_torque.h"
#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "spatial/tree/tree_jacobian.h"
#include "support/random_tree.h"
#include "support/tree_velocities.h"
#include "unit/spatial_formulations/difference.h"

namespace freefloat {
namespace {

constexpr int kStates = 1000;
struct Recursive {
  Recursive(const TreeModel& model, const TreeState& state) : posture(model), motion(model), inertia(model) {
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_inertia(model, posture, inertia);
    compute_mass_matrix(model, posture, inertia, mass_matrix);
  }
  TreePosture posture;
  TreeMotion motion;
  TreeInertia inertia;
  Eigen::MatrixXd mass_matrix;
};

BodyMotion motion_of(const TreeState& state) {
  BodyMotion motion;
  motion.p_WB = state.p_WB;
  motion.R_WB = state.R_WB;
  motion.v_WB = state.v_WB;
  motion.w_WB = state.w_WB;
  motion.joints = state.joints;
  motion.joint_rates = state.joint_rates;
  return motion;
}

/// (omega; v) of the papers of Saha and Korczyk to (v; omega), or back.
Eigen::MatrixXd swap_parts(const Eigen::MatrixXd& rows) {
  Eigen::MatrixXd swapped(6, rows.cols());
  swapped << rows.bottomRows(3), rows.topRows(3);
  return swapped;
}

TEST(NaturalOrthogonalComplement, AgreesWithTheRecursiveAlgorithms) {
  RandomTrees draw(101);
  for (int trial = 0; trial < kStates; ++trial) {
    const int n = 1 + trial % 8;
    const TreeModel model(draw.tree(BaseKind::kFree, n, 0.2, 0.25));
    const TreeParameters& tree = model.parameters();
    TreeState state = draw.state(model, 1.0);
    const NaturalOrthogonalComplement noc = compute_orthogonal_complement(tree, motion_of(state));
    // At zero momentum, to which Eq. (46) belongs.
    {
      const Recursive at(model, state);
      const Vector6 base = base_twist_for_momentum(model, at.inertia, state.joint_rates, Vector6::Zero());
      state.v_WB = base.head<3>();
      state.w_WB = base.tail<3>();
    }
    const Recursive at(model, state);
    const Eigen::MatrixXd& h = at.mass_matrix;
    const Eigen::MatrixXd reduced =
        h.bottomRightCorner(n, n) -
        h.bottomLeftCorner(n, 6) * h.topLeftCorner<6, 6>().llt().solve(h.topRightCorner(6, n));
    EXPECT_LT(difference(noc.I, reduced), kTolerance);
    EXPECT_LT((noc.A * noc.T).norm(), 1e-12 * (noc.A.norm() + noc.T.norm()));  // Eq. (42)
    EXPECT_LT(difference(noc.t_s.head<3>(), state.w_WB), kTolerance);

    const EndEffectorTwist end = compute_end_effector_twist(tree, noc, motion_of(state), 0);
    TreeGeneralizedJacobian jacobian(model);
    compute_generalized_jacobian(model, at.posture, at.inertia, 0, jacobian);
    EXPECT_LT(difference(swap_parts(end.T_e), jacobian.matrix), kTolerance);
    TreeGeneralizedJacobian rate(model);
    TreeInertia work(model);
    const EndPoint& point = tree.end_points[0];
    compute_generalized_jacobian_rate(model, at.posture, at.motion, at.inertia, point.body,
                                      point_from_base(model, at.posture, point.body, point.position),
                                      jacobian, work, rate);
    EXPECT_LT(difference(swap_parts(end.T_e_rate_by_rates), rate.matrix * state.joint_rates), kTolerance);

    const Eigen::VectorXd accelerations = draw.vector(n, 2.0);
    const Eigen::VectorXd torques = joint_torques(noc, state.joint_rates, accelerations);
    TreeForces forces(model);
    Eigen::VectorXd expected;
    Vector6 base_acceleration;
    compute_floating_inverse_dynamics(model, at.posture, at.motion, at.inertia, accelerations,
                                      Vector6::Zero(), forces, expected, base_acceleration);
    EXPECT_LT(difference(torques, expected), kTolerance);
    EXPECT_LT(difference(joint_accelerations(noc, state.joint_rates, torques), accelerations), 1e-9);
  }
}

TEST(NaturalOrthogonalComplement, FindsTheSmallestRatesOfARedundantArm) {
  RandomTrees draw(102);
  for (const int n : {6, 9}) {
    const TreeModel model(draw.tree(BaseKind::kFree, n, 0.0, 0.0));
    const TreeState state = draw.state(model, 1.0);
    const BodyMotion motion = motion_of(state);
    const NaturalOrthogonalComplement noc = compute_orthogonal_complement(model.parameters(), motion);
    const Eigen::MatrixXd t_e = compute_end_effector_twist(model.parameters(), noc, motion, 0).T_e;
    const Vector6 wanted = join(draw.vector(1.0), draw.vector(1.0));
    const Eigen::VectorXd rates = joint_rates_for_twist(t_e, wanted);
    EXPECT_LT((t_e * rates - wanted).norm(), 1e-10 * (1.0 + rates.norm()));
    // Nothing of them is motion within the arm: they lie in the row space.
    const Eigen::VectorXd along = t_e.transpose() * (t_e * t_e.transpose()).llt().solve(t_e * rates);
    EXPECT_LT((rates - along).norm(), 1e-9 * rates.norm());
  }
}

TEST(ExplicitLagrangian, AgreesWithTheRecursiveAlgorithms) {
  RandomTrees draw(103);
  for (int trial = 0; trial < kStates; ++trial) {
    const int n = 1 + trial % 8;
    TreeParameters tree = draw.tree(BaseKind::kFree, n, 0.2, 0.3);
    tree.base.mass_centre.setZero();
    const TreeModel model(tree);
    TreeState state = draw.state(model, 1.0);
    const EulerSequence sequence = trial % 2 == 0 ? EulerSequence::kZyx : EulerSequence::kXyz;
    Eigen::VectorXd q(6 + n);
    Eigen::VectorXd rates(6 + n);
    const Vector3 angles(draw.number(-3.0, 3.0), draw.number(-1.2, 1.2), draw.number(-3.0, 3.0));
    const Vector3 angle_rates = draw.vector(1.0);
    state.R_WB = rotation_from_euler(sequence, angles);
    const Matrix3 s = euler_rate_matrix(sequence, angles);
    state.w_WB = state.R_WB * s * angle_rates;
    q << state.p_WB, angles, state.joints;
    rates << state.v_WB, angle_rates, state.joint_rates;

    const ExplicitLagrangian dynamics = compute_explicit_lagrangian(tree, sequence, q, rates);
    const Recursive at(model, state);
    // u = N q'
    Eigen::MatrixXd to_u = Eigen::MatrixXd::Identity(6 + n, 6 + n);
    Eigen::MatrixXd to_u_rate = Eigen::MatrixXd::Zero(6 + n, 6 + n);
    to_u.block<3, 3>(3, 3) = state.R_WB * s;
    to_u_rate.block<3, 3>(3, 3) =
        state.R_WB * (euler_rate_matrix_rate(sequence, angles, angle_rates) + skew(s * angle_rates) * s);
    EXPECT_LT(difference(dynamics.H, to_u.transpose() * at.mass_matrix * to_u), kTolerance);
    TreeForces work(model);
    Eigen::VectorXd terms;
    compute_velocity_terms(model, at.posture, at.motion, work, terms);
    EXPECT_LT(difference(dynamics.C, to_u.transpose() * (terms + at.mass_matrix * (to_u_rate * rates))),
              kTolerance);

    const Eigen::VectorXd forces = draw.vector(6 + n, 1.0);
    Eigen::VectorXd applied = forces;
    applied.head<3>() = state.R_WB * forces.head<3>();
    applied.segment<3>(3) = state.R_WB * forces.segment<3>(3);
    EXPECT_LT(difference(dynamics.J_Q * forces, to_u.transpose() * applied), kTolerance);
    ArticulatedBodies articulated(model);
    Eigen::VectorXd accelerations(6 + n);
    compute_forward_dynamics(model, at.posture, at.motion, applied, articulated, accelerations);
    EXPECT_LT(difference(to_u * solve_accelerations(dynamics, forces) + to_u_rate * rates, accelerations),
              1e-9);

    const TaskJacobian task = compute_task_jacobian(tree, sequence, q, rates, 0);
    const EndPoint& point = tree.end_points[0];
    const Vector3 tip = point_from_base(model, at.posture, point.body, point.position);
    Matrix6X jacobian;
    Matrix6X jacobian_rate;
    compute_point_jacobian(model, at.posture, point.body, tip, jacobian);
    compute_point_jacobian_rate(model, at.posture, at.motion, point.body, tip, jacobian_rate);
    EXPECT_LT(difference(task.J_C, jacobian * to_u), kTolerance);
    EXPECT_LT(difference(task.J_C_rate, jacobian_rate * to_u + jacobian * to_u_rate), kTolerance);
  }
}

TEST(PlatformTorqueTest, IsTheBasesForceOfInverseDynamics) {
  RandomTrees draw(104);
  for (int trial = 0; trial < kStates; ++trial) {
    TreeParameters tree = draw.tree(BaseKind::kSpherical, 1 + trial % 8, 0.2, 0.2);
    tree.gravity = {0.0, 0.0, -9.81};
    const TreeModel model(tree);
    const TreeState state = draw.state(model, 1.0);
    const Eigen::VectorXd accelerations = draw.vector(model.velocity_count(), 2.0);
    BodyMotion motion = motion_of(state);
    motion.w_rate_WB = accelerations.head<3>();
    motion.joint_accelerations = accelerations.tail(model.joint_count());
    const Recursive at(model, state);
    TreeForces work(model);
    Eigen::VectorXd forces;
    compute_inverse_dynamics(model, at.posture, at.motion, accelerations, work, forces);
    EXPECT_LT(difference(compute_platform_torque(tree, motion).total(), forces.head<3>()), kTolerance);
  }
}

}  // namespace
}  // namespace freefloat
