// The algorithms of the spatial tree against each other and against differences, on random trees and states.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <functional>

#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "spatial/tree/tree_jacobian.h"
#include "support/random_tree.h"
#include "support/reference_file.h"
#include "support/tree_velocities.h"

namespace freefloat {
namespace {

constexpr int kStates = 1000;
constexpr BaseKind kKinds[] = {BaseKind::kFree, BaseKind::kPlanar, BaseKind::kSpherical, BaseKind::kFixed};

/// Model, state and what is computed from them first.
struct Scene {
  explicit Scene(TreeModel of, TreeState at)
      : model(std::move(of)), state(std::move(at)), posture(model), motion(model), inertia(model) {
    update();
  }
  void update() {
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_inertia(model, posture, inertia);
  }
  Eigen::MatrixXd mass_matrix() const {
    Eigen::MatrixXd matrix;
    compute_mass_matrix(model, posture, inertia, matrix);
    return matrix;
  }
  Vector3 tip() const {
    return point_from_base(model, posture, model.end_point(0).body, model.end_point(0).position);
  }

  /// The scene a moment later, or earlier, at the present velocities.
  Scene moved(double time) const {
    TreeState later = state;
    later.p_WB += state.v_WB * time;
    later.R_WB = rotation_from_vector(state.w_WB * time) * state.R_WB;
    later.joints += state.joint_rates * time;
    return Scene(model, later);
  }

  TreeModel model;
  TreeState state;
  TreePosture posture;
  TreeMotion motion;
  TreeInertia inertia;
};

/// Trees of 1 to 12 joints with all kinds of bases, branches and both kinds of joints.
void for_random_scenes(std::uint64_t seed, int count,
                       const std::function<void(Scene&, RandomTrees&)>& check) {
  RandomTrees draw(seed);
  for (int trial = 0; trial < count; ++trial) {
    TreeParameters tree = draw.tree(kKinds[trial % 4], 1 + trial % 12, 0.25, 0.3);
    if (trial % 3 == 0) tree.gravity = draw.vector(9.0);
    TreeModel model(tree);
    Scene scene(model, draw.state(model, 1.0));
    check(scene, draw);
  }
}

double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1.0 + b.cwiseAbs().maxCoeff());
}

TEST(TreeMassMatrix, IsSymmetricPositiveAndTheFormOfTheKineticEnergy) {
  for_random_scenes(1, kStates, [](Scene& scene, RandomTrees&) {
    const Eigen::MatrixXd matrix = scene.mass_matrix();
    EXPECT_EQ(matrix, matrix.transpose());
    EXPECT_EQ(matrix.llt().info(), Eigen::Success);
    Eigen::VectorXd u;
    get_velocities(scene.model, scene.state, u);
    const TreeTotals totals = compute_totals(scene.model, scene.posture, scene.motion);
    EXPECT_NEAR(0.5 * u.dot(matrix * u) / totals.kinetic_energy, 1.0, 1e-12);
  });
}

TEST(TreeDynamics, ForwardAfterInverseGivesTheAccelerationsBack) {
  for_random_scenes(2, kStates, [](Scene& scene, RandomTrees& draw) {
    const Eigen::VectorXd accelerations = draw.vector(scene.model.velocity_count(), 3.0);
    TreeForces work(scene.model);
    ArticulatedBodies articulated(scene.model);
    Eigen::VectorXd forces;
    Eigen::VectorXd found(scene.model.velocity_count());
    compute_inverse_dynamics(scene.model, scene.posture, scene.motion, accelerations, work, forces);
    compute_forward_dynamics(scene.model, scene.posture, scene.motion, forces, articulated, found);
    EXPECT_LT(difference(found, accelerations), 1e-10);
  });
}

TEST(TreeDynamics, InverseIsMassMatrixVelocityTermsAndGravity) {
  for_random_scenes(3, kStates, [](Scene& scene, RandomTrees& draw) {
    const Eigen::VectorXd accelerations = draw.vector(scene.model.velocity_count(), 3.0);
    TreeForces work(scene.model);
    Eigen::VectorXd forces;
    Eigen::VectorXd terms;
    Eigen::VectorXd weights;
    compute_inverse_dynamics(scene.model, scene.posture, scene.motion, accelerations, work, forces);
    compute_velocity_terms(scene.model, scene.posture, scene.motion, work, terms);
    compute_gravity_terms(scene.model, scene.posture, work, weights);
    EXPECT_LT(difference(scene.mass_matrix() * accelerations + terms + weights, forces), 1e-12);
  });
}

// d/dt of the kinetic energy at constant u is u . H' u / 2, and what the velocity terms do not pay for: H' -
// 2 C is skew, hence u . c = u . H' u / 2 for joint rates; base rates add nothing since they are velocities
// in W.
TEST(TreeDynamics, VelocityTermsAndGravityDoTheWorkThatTheEnergiesShow) {
  for_random_scenes(4, 200, [](Scene& scene, RandomTrees&) {
    TreeForces work(scene.model);
    Eigen::VectorXd forces;
    Eigen::VectorXd u;
    get_velocities(scene.model, scene.state, u);
    compute_inverse_dynamics(scene.model, scene.posture, scene.motion, Eigen::VectorXd::Zero(u.size()), work,
                             forces);
    const double h = 1e-5;
    const auto energy = [&](double time) {
      const Scene at = scene.moved(time);
      const TreeTotals totals = compute_totals(at.model, at.posture, at.motion);
      return totals.kinetic_energy + totals.potential_energy;
    };
    const double power = (energy(h) - energy(-h)) / (2.0 * h);
    EXPECT_NEAR(u.dot(forces), power, 1e-6 * (1.0 + std::abs(power) + std::abs(energy(0.0))));
  });
}

TEST(TreeDynamics, FloatingInverseLeavesNoWrenchOnTheBase) {
  for_random_scenes(5, kStates, [](Scene& scene, RandomTrees& draw) {
    const int base = scene.model.base_freedoms();
    const Eigen::VectorXd joints = draw.vector(scene.model.joint_count(), 3.0);
    const Vector6 wrench = join(draw.vector(2.0), draw.vector(2.0));
    TreeForces work(scene.model);
    Eigen::VectorXd torques;
    Vector6 base_acceleration;
    compute_floating_inverse_dynamics(scene.model, scene.posture, scene.motion, scene.inertia, joints, wrench,
                                      work, torques, base_acceleration);
    Eigen::VectorXd accelerations(scene.model.velocity_count());
    for (int i = 0; i < base; ++i) accelerations[i] = base_acceleration[scene.model.base_component(i)];
    accelerations.tail(joints.size()) = joints;
    Eigen::VectorXd forces;
    compute_inverse_dynamics(scene.model, scene.posture, scene.motion, accelerations, work, forces);
    for (int i = 0; i < base; ++i) EXPECT_NEAR(forces[i], wrench[scene.model.base_component(i)], 1e-9);
    EXPECT_LT(difference(torques, forces.tail(joints.size())), 1e-11);
  });
}

TEST(TreeJacobian, GivesTheTipsTwistAndItsRateTheDifference) {
  for_random_scenes(6, kStates, [](Scene& scene, RandomTrees&) {
    const int body = scene.model.end_point(0).body;
    Eigen::VectorXd u;
    get_velocities(scene.model, scene.state, u);
    Matrix6X jacobian;
    Matrix6X rate;
    compute_end_point_jacobian(scene.model, scene.posture, 0, jacobian);
    EXPECT_LT(difference(jacobian * u, point_twist(scene.motion, body, scene.tip())), 1e-12);
    compute_point_jacobian_rate(scene.model, scene.posture, scene.motion, body, scene.tip(), rate);
    const double h = 1e-5;
    Matrix6X after;
    Matrix6X before;
    const Scene later = scene.moved(h);
    const Scene earlier = scene.moved(-h);
    compute_end_point_jacobian(later.model, later.posture, 0, after);
    compute_end_point_jacobian(earlier.model, earlier.posture, 0, before);
    EXPECT_LT(difference((after - before) / (2.0 * h), rate), 1e-8);
  });
}

TEST(TreeGeneralizedJacobianTest, EliminatesTheBaseFromTheMassMatrix) {
  for_random_scenes(7, kStates, [](Scene& scene, RandomTrees&) {
    const int base = scene.model.base_freedoms();
    const int n = scene.model.joint_count();
    const Eigen::MatrixXd matrix = scene.mass_matrix();
    Matrix6X jacobian;
    compute_end_point_jacobian(scene.model, scene.posture, 0, jacobian);
    TreeGeneralizedJacobian found(scene.model);
    compute_generalized_jacobian(scene.model, scene.posture, scene.inertia, 0, found);
    Eigen::MatrixXd expected = jacobian.rightCols(n);
    if (base > 0) {
      expected -= jacobian.leftCols(base) *
                  matrix.topLeftCorner(base, base).llt().solve(matrix.topRightCorner(base, n));
    }
    EXPECT_LT(difference(found.matrix, expected), 1e-11);
    // With momentum: base rates chosen freely, their momentum read, and the tip's twist predicted from it.
    const TreeTotals totals = compute_totals(scene.model, scene.posture, scene.motion);
    const bool spherical = scene.model.base_kind() == BaseKind::kSpherical;
    const Vector6 momentum =
        join(totals.linear_momentum, spherical ? totals.angular_momentum_base : totals.angular_momentum);
    Eigen::VectorXd u;
    get_velocities(scene.model, scene.state, u);
    EXPECT_LT(difference(found.matrix * scene.state.joint_rates + found.by_momentum * momentum, jacobian * u),
              1e-11);
    const Vector6 base_twist =
        base_twist_for_momentum(scene.model, scene.inertia, scene.state.joint_rates, momentum);
    EXPECT_LT(difference(base_twist, join(scene.state.v_WB, scene.state.w_WB)), 1e-11);
  });
}

TEST(TreeGeneralizedJacobianTest, HasTheRateThatDifferencesShow) {
  for_random_scenes(8, kStates, [](Scene& scene, RandomTrees&) {
    const auto at = [](const Scene& of) {
      TreeGeneralizedJacobian jacobian(of.model);
      compute_generalized_jacobian(of.model, of.posture, of.inertia, 0, jacobian);
      return jacobian;
    };
    const TreeGeneralizedJacobian now = at(scene);
    TreeGeneralizedJacobian rate(scene.model);
    TreeInertia work(scene.model);
    compute_generalized_jacobian_rate(scene.model, scene.posture, scene.motion, scene.inertia,
                                      scene.model.end_point(0).body, scene.tip(), now, work, rate);
    const double h = 1e-5;
    const TreeGeneralizedJacobian after = at(scene.moved(h));
    const TreeGeneralizedJacobian before = at(scene.moved(-h));
    EXPECT_LT(difference((after.matrix - before.matrix) / (2.0 * h), rate.matrix), 1e-7);
    EXPECT_LT(difference((after.base_response - before.base_response) / (2.0 * h), rate.base_response), 1e-7);
  });
}

}  // namespace
}  // namespace freefloat
