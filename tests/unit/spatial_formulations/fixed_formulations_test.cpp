// The formulations of an arm on a fixed base: Lie-group recursion, product of exponentials,
// Denavit-Hartenberg and the recursive algorithms give the same torques.
#include <gtest/gtest.h>

#include <stdexcept>

#include "spatial/formulations/denavit_hartenberg.h"
#include "spatial/formulations/lie_group_recursion.h"
#include "spatial/formulations/natural_orthogonal_complement.h"
#include "spatial/formulations/product_of_exponentials.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "support/random_tree.h"
#include "support/screw_arm_tree.h"
#include "unit/spatial_formulations/difference.h"

namespace freefloat {
namespace {

/// Joints of many arms are parallel, meet, or coincide: the special cases of Denavit and Hartenberg.
void straighten_some(TreeParameters& tree, RandomTrees& draw) {
  for (TreeLink& link : tree.links) {
    const double kind = draw.number(0.0, 1.0);
    if (kind < 0.2) {  // parallel
      link.joint.rotation.setIdentity();
      link.joint.axis = Vector3::UnitZ();
    } else if (kind < 0.35) {  // meeting
      link.joint.position.setZero();
    } else if (kind < 0.45) {  // coinciding
      link.joint.rotation.setIdentity();
      link.joint.axis = Vector3::UnitZ();
      link.joint.position = {0.0, 0.0, 0.2};
    } else if (kind < 0.55) {  // at right angles
      link.joint.rotation << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0;
      link.joint.axis = Vector3::UnitZ();
    }
  }
}

TEST(FixedArmFormulations, AgreeWithTheRecursiveAlgorithms) {
  RandomTrees draw(111);
  for (int trial = 0; trial < 1000; ++trial) {
    const int n = 1 + trial % 8;
    TreeParameters tree = draw.tree(BaseKind::kFixed, n, 0.25, 0.0);
    straighten_some(tree, draw);
    tree.gravity = draw.vector(9.0);
    const TreeModel model(tree);
    TreeState state(model);
    state.joints = draw.vector(n, 3.0);
    state.joint_rates = draw.vector(n, 1.0);
    const Eigen::VectorXd accelerations = draw.vector(n, 2.0);
    TreePosture posture(model);
    TreeMotion motion(model);
    TreeInertia inertia(model);
    TreeForces work(model);
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_inertia(model, posture, inertia);
    Eigen::VectorXd torques;
    compute_inverse_dynamics(model, posture, motion, accelerations, work, torques);
    Eigen::MatrixXd mass_matrix;
    compute_mass_matrix(model, posture, inertia, mass_matrix);
    Eigen::VectorXd weights;
    compute_gravity_terms(model, posture, work, weights);
    const Vector3 tip = end_point_pose(model, posture, 0).position;

    const LieGroupDynamics lie = compute_lie_group_dynamics(tree, state.joints, state.joint_rates);
    EXPECT_LT(difference(lie.M, mass_matrix), kTolerance);
    EXPECT_LT(difference(lie.phi, weights), kTolerance);
    EXPECT_LT(difference(joint_torques(lie, state.joint_rates, accelerations), torques), kTolerance);

    const ScrewArm screws = screw_arm_from_tree(tree);
    const ScrewDynamics exponentials = compute_screw_dynamics(screws, state.joints, state.joint_rates);
    EXPECT_LT(difference(exponentials.M, mass_matrix), kTolerance);
    EXPECT_LT(difference(exponentials.M * accelerations + exponentials.h, torques), kTolerance);
    EXPECT_LT(difference(compute_tip(screws, state.joints).topRightCorner<3, 1>(), tip), kTolerance);

    const DenavitHartenbergArm table = find_denavit_hartenberg(tree);
    EXPECT_LT(difference(joint_torques(table, state.joints, state.joint_rates, accelerations), torques),
              kTolerance);
    EXPECT_LT(difference(compute_tip(table, state.joints), tip), kTolerance);
  }
}

TEST(FixedArmFormulations, LieGroupRecursionCoversTrees) {
  RandomTrees draw(112);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + trial % 8;
    const TreeModel model(draw.tree(BaseKind::kFixed, n, 0.25, 0.4));
    TreeState state(model);
    state.joints = draw.vector(n, 3.0);
    state.joint_rates = draw.vector(n, 1.0);
    const Eigen::VectorXd accelerations = draw.vector(n, 2.0);
    TreePosture posture(model);
    TreeMotion motion(model);
    TreeForces work(model);
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    Eigen::VectorXd torques;
    compute_inverse_dynamics(model, posture, motion, accelerations, work, torques);
    const LieGroupDynamics lie =
        compute_lie_group_dynamics(model.parameters(), state.joints, state.joint_rates);
    EXPECT_LT(difference(joint_torques(lie, state.joint_rates, accelerations), torques), kTolerance);
  }
}

TEST(FixedArmFormulations, TreeAndScrewsConvertIntoEachOther) {
  RandomTrees draw(113);
  for (int trial = 0; trial < 100; ++trial) {
    TreeParameters tree = draw.tree(BaseKind::kFixed, 7, 0.3, 0.0);
    const ScrewArm screws = screw_arm_from_tree(tree);
    const ScrewArm again =
        screw_arm_from_tree(tree_from_screw_arm(screws, BaseKind::kFixed, tree.base, Vector3::Zero()));
    for (std::size_t i = 0; i < screws.links.size(); ++i) {
      EXPECT_LT((screws.links[i].screw - again.links[i].screw).norm(), 1e-13);
      EXPECT_LT((screws.links[i].mass_centre - again.links[i].mass_centre).norm(), 1e-13);
    }
    EXPECT_LT((screws.tip_home - again.tip_home).norm(), 1e-13);
  }
}

TEST(Formulations, RefuseTreesThatThePapersDoNotCover) {
  RandomTrees draw(114);
  const TreeParameters floating = draw.tree(BaseKind::kFree, 3, 0.0, 0.0);
  TreeParameters branching = draw.tree(BaseKind::kFixed, 3, 0.0, 0.0);
  branching.links[2].joint.parent = 1;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(3);
  EXPECT_THROW(compute_lie_group_dynamics(floating, zero, zero), std::invalid_argument);
  EXPECT_THROW(screw_arm_from_tree(branching), std::invalid_argument);
  EXPECT_THROW(find_denavit_hartenberg(branching), std::invalid_argument);
  EXPECT_THROW(compute_orthogonal_complement(branching, {}), std::invalid_argument);
}

}  // namespace
}  // namespace freefloat
