#include "spatial/virtual_manipulator/virtual_manipulator.h"

#include <gtest/gtest.h>

#include "model/planar_model.h"
#include "spatial/tree/check_tree.h"
#include "spatial/tree/planar_tree.h"
#include "spatial/tree/tree_momentum.h"
#include "spatial/virtual_manipulator/constrained_workspace.h"
#include "support/grasp_payload.h"
#include "support/random_tree.h"
#include "support/test_robots.h"
#include "support/tree_velocities.h"

namespace freefloat {
namespace {

/// Mass centre and one point of a real tree at one state.
struct RealPoint {
  RealPoint(const TreeModel& model, const TreeState& state, int body, const Vector3& offset)
      : posture(model), motion(model) {
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    p_WG = compute_totals(model, posture, motion).p_WG;
    p_WX = state.p_WB + point_from_base(model, posture, body, offset);
  }
  TreePosture posture;
  TreeMotion motion;
  Vector3 p_WG;
  Vector3 p_WX;
};

TEST(VirtualManipulator, EndCoincidesWithRealPointAtAnyState) {
  RandomTrees draw(41);
  for (int trial = 0; trial < 200; ++trial) {
    const int joints = 1 + trial % 7;
    const double branching = trial % 3 == 0 ? 0.5 : 0.0;
    const TreeModel model(draw.tree(BaseKind::kFree, joints, 0.4, branching));
    const int body = static_cast<int>(draw.number(0.0, joints + 0.999));
    const Vector3 offset = draw.vector(0.5);
    const VirtualManipulator vm = make_virtual_manipulator(model, body, offset);
    for (int i = 0; i < 5; ++i) {
      const TreeState state = draw.state(model, 0.0);
      const RealPoint real(model, state, body, offset);
      EXPECT_LT((real.p_WG + virtual_end(vm, state.R_WB, state.joints) - real.p_WX).norm(), 1e-12);
    }
  }
}

TEST(VirtualManipulator, IsTheSameForLinksInAnyOrder) {
  RandomTrees draw(43);
  for (int trial = 0; trial < 50; ++trial) {
    const TreeParameters tree = draw.tree(BaseKind::kFree, 5, 0.4, trial % 2 == 0 ? 0.5 : 0.0);
    TreeParameters mixed = tree;
    reorder_links(mixed, {5, 3, 4, 1, 2});
    const TreeModel model(tree), other(mixed);
    const VirtualManipulator vm = make_virtual_manipulator(model, 0);
    const VirtualManipulator other_vm = make_virtual_manipulator(other, 0);
    const TreeState state = draw.state(model, 0.0);
    Eigen::VectorXd joints(5);
    joints << state.joints[4], state.joints[2], state.joints[3], state.joints[0], state.joints[1];
    EXPECT_LT((virtual_end(vm, state.R_WB, state.joints) - virtual_end(other_vm, state.R_WB, joints)).norm(),
              1e-13);
    if (!vm.serial) continue;
    for (const VehicleAttitude attitude : {VehicleAttitude::kAny, VehicleAttitude::kFixed}) {
      const ConstrainedWorkspace one = compute_constrained_workspace(vm, attitude);
      const ConstrainedWorkspace two = compute_constrained_workspace(other_vm, attitude);
      EXPECT_NEAR(one.inner, two.inner, 1e-6);
      EXPECT_EQ(std::isinf(one.outer), std::isinf(two.outer));
      if (!std::isinf(one.outer)) {
        EXPECT_NEAR(one.outer, two.outer, 1e-6);
      }
      EXPECT_EQ(one.every_direction, two.every_direction);
    }
  }
}

TEST(VirtualManipulator, GroundOfEquationOneIsTheMassCentre) {
  RandomTrees draw(42);
  for (int trial = 0; trial < 100; ++trial) {
    const TreeModel model(draw.tree(BaseKind::kFree, 1 + trial % 6, 0.4, trial % 2 == 0 ? 0.0 : 0.5));
    const TreeState state = draw.state(model, 0.0);
    const int last = model.joint_count();
    const RealPoint real(model, state, last, model.parameters().body(last).mass_centre);
    EXPECT_LT((virtual_ground(model, state.R_WB, state.joints, real.p_WX) - real.p_WG).norm(), 1e-12);
  }
}

TEST(VirtualManipulator, LinksOfThePlanarRobotAreItsLinkCoefficients) {
  const PlanarModel planar(table2_robot());
  const TreeModel model(tree_from_planar(table2_robot()));
  const VirtualManipulator vm = make_virtual_manipulator(model, 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(vm.links[i].V.norm(), planar.hand_vectors().col(i).norm(), 1e-15);
  }
}

TEST(VirtualManipulator, JointsTurnWithRealAxesAndShiftByAPart) {
  RandomTrees draw(43);
  const TreeModel model(draw.tree(BaseKind::kFree, 4, 1.0, 0.0));
  const VirtualManipulator vm = make_virtual_manipulator(model, 2, Vector3(0.1, 0.2, 0.3));
  TreeState state = draw.state(model, 0.0);
  for (int joint = 1; joint <= 4; ++joint) {
    const Vector3 before = virtual_end(vm, state.R_WB, state.joints);
    TreeState moved = state;
    moved.joints[joint - 1] += 0.1;
    const RealPoint real(model, moved, joint, Vector3::Zero());
    const Vector3 axis =
        body_pose(model, real.posture, joint).rotation * model.parameters().links[joint - 1].joint.axis;
    const double ratio = vm.links[joint].translation_ratio;
    const Vector3 shift = virtual_end(vm, state.R_WB, moved.joints) - before;
    EXPECT_LT((shift - 0.1 * ratio * axis).norm(), 1e-14);
    EXPECT_EQ(ratio > 0.0, joint <= 2) << "beyond the point the joint moves by P - T";
  }
}

TEST(VirtualManipulator, PayloadShortensLinksAndMovesTheGround) {
  RandomTrees draw(44);
  const TreeParameters tree = draw.tree(BaseKind::kFree, 4, 0.3, 0.0);
  const TreeModel alone(tree);
  const TreeBody held = draw.body("payload", 8.0, 0.2);
  const TreeModel loaded(grasp_payload(tree, 0, {held.mass, held.mass_centre, held.inertia}));
  const TreeState state = draw.state(alone, 0.0);
  const EndPoint& tip = tree.end_points[0];
  const RealPoint before(alone, state, tip.body, tip.position);
  const RealPoint after(loaded, state, tip.body, tip.position);
  const Pose pose = end_point_pose(alone, before.posture, 0);
  const Vector3 p_WP = pose.position + pose.rotation * held.mass_centre;
  const double mass = compute_totals(alone, before.posture, before.motion).mass;
  EXPECT_LT((after.p_WG - (mass * before.p_WG + held.mass * p_WP) / (mass + held.mass)).norm(), 1e-13);

  const VirtualManipulator free = make_virtual_manipulator(alone, 0);
  const VirtualManipulator with_payload = make_virtual_manipulator(loaded, 0);
  EXPECT_LT((after.p_WG + virtual_end(with_payload, state.R_WB, state.joints) - after.p_WX).norm(), 1e-12);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(with_payload.links[i].V.norm(), free.links[i].V.norm());
}

TEST(VirtualManipulator, PayloadKeepsTheBodysEnergyAndMomentum) {
  RandomTrees draw(45);
  const TreeParameters tree = draw.tree(BaseKind::kFree, 3, 0.0, 0.0);
  const TreeBody held = draw.body("payload", 3.0, 0.2);
  // The same payload as a link of its own on a joint that does not move.
  TreeParameters jointed = tree;
  TreeLink link;
  link.body = held;
  link.joint.name = "grip";
  link.joint.parent = tree.end_points[0].body;
  link.joint.position = tree.end_points[0].position;
  link.joint.rotation = tree.end_points[0].rotation;
  jointed.links.push_back(link);
  const TreeModel one(grasp_payload(tree, 0, {held.mass, held.mass_centre, held.inertia}));
  const TreeModel two(jointed);
  const TreeState state = draw.state(one, 1.0);
  TreeState same(two);
  same.p_WB = state.p_WB;
  same.R_WB = state.R_WB;
  same.v_WB = state.v_WB;
  same.w_WB = state.w_WB;
  same.joints << state.joints, 0.0;
  same.joint_rates << state.joint_rates, 0.0;
  const RealPoint a(one, state, 0, Vector3::Zero());
  const RealPoint b(two, same, 0, Vector3::Zero());
  const TreeTotals first = compute_totals(one, a.posture, a.motion);
  const TreeTotals second = compute_totals(two, b.posture, b.motion);
  EXPECT_NEAR(first.kinetic_energy, second.kinetic_energy, 1e-12 * second.kinetic_energy);
  EXPECT_LT((first.angular_momentum - second.angular_momentum).norm(),
            1e-12 * second.angular_momentum.norm());
}

TEST(VirtualManipulator, IsRefusedWhereMomentumIsNotConserved) {
  RandomTrees draw(46);
  const TreeModel bearing(draw.tree(BaseKind::kSpherical, 2, 0.0, 0.0));
  EXPECT_THROW(make_virtual_manipulator(bearing, 0), std::invalid_argument);
}

}  // namespace
}  // namespace freefloat
