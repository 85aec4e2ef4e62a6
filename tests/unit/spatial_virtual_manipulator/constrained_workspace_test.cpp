#include "spatial/virtual_manipulator/constrained_workspace.h"

#include <gtest/gtest.h>

#include "model/planar_model.h"
#include "spatial/tree/planar_tree.h"
#include "spatial/virtual_manipulator/reach_search.h"
#include "support/random_tree.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// Distances of many random postures within the limits.
ReachRange sample_reach(const VirtualManipulator& vm, const TreeModel& model, const Vector3& centre,
                        RandomTrees& draw) {
  ReachRange range{1e9, 0.0};
  for (int i = 0; i < 20000; ++i) {
    Eigen::VectorXd joints(model.joint_count());
    for (int j = 0; j < joints.size(); ++j) {
      const TreeJoint& joint = model.parameters().links[j].joint;
      joints[j] = std::isfinite(joint.min) ? draw.number(joint.min, joint.max) : draw.number(-kPi, kPi);
    }
    const double distance = (virtual_end(vm, Matrix3::Identity(), joints) - centre).norm();
    range.inner = std::min(range.inner, distance);
    range.outer = std::max(range.outer, distance);
  }
  return range;
}

TreeParameters planar_arm(RandomTrees& draw, int joints, double range) {
  TreeParameters tree = draw.tree(BaseKind::kFree, joints, 0.0, 0.0);
  for (TreeLink& link : tree.links) {
    link.joint.rotation = rotation_from_vector({0.0, 0.0, draw.number(-1.0, 1.0)});
    link.joint.axis = Vector3::UnitZ();
    link.joint.min = draw.number(-3.0, 1.0);
    link.joint.max = link.joint.min + range;
  }
  return tree;
}

TEST(ConstrainedWorkspace, HoldsEveryPostureOfAPlanarArmAndIsTight) {
  RandomTrees draw(51);
  for (int trial = 0; trial < 12; ++trial) {
    const int joints = 2 + trial % 3;
    const TreeModel model(planar_arm(draw, joints, 0.6 + 0.2 * trial));
    const VirtualManipulator vm = make_virtual_manipulator(model, 0);
    for (const VehicleAttitude attitude : {VehicleAttitude::kAny, VehicleAttitude::kFixed}) {
      const ConstrainedWorkspace workspace = compute_constrained_workspace(vm, attitude);
      EXPECT_TRUE(workspace.exact);
      const ReachRange seen = sample_reach(vm, model, workspace.centre, draw);
      EXPECT_GE(seen.inner, workspace.inner - 1e-12);
      EXPECT_LE(seen.outer, workspace.outer + 1e-12);
      EXPECT_NEAR(seen.inner, workspace.inner, 0.08 * workspace.outer);
      EXPECT_NEAR(seen.outer, workspace.outer, 0.08 * workspace.outer);
    }
  }
}

TEST(ConstrainedWorkspace, SearchAndEnumerationAgree) {
  RandomTrees draw(52);
  for (int trial = 0; trial < 30; ++trial) {
    const TreeModel model(planar_arm(draw, 2 + trial % 4, 0.5 + 0.2 * trial));
    const VirtualManipulator vm = make_virtual_manipulator(model, 0);
    const ConstrainedWorkspace exact = compute_constrained_workspace(vm, VehicleAttitude::kAny);
    const ReachRange searched = search_reach(vm, 0);
    EXPECT_NEAR(searched.outer, exact.outer, 1e-9) << trial;
    EXPECT_NEAR(searched.inner, exact.inner, 1e-9) << trial;
  }
}

TEST(ConstrainedWorkspace, HoldsEveryPostureOfASpatialArmWithPrismaticJoints) {
  RandomTrees draw(53);
  for (int trial = 0; trial < 8; ++trial) {
    TreeParameters tree = draw.tree(BaseKind::kFree, 3, 0.4, 0.0);
    for (TreeLink& link : tree.links) {
      link.joint.min = -0.4;
      link.joint.max = 0.7;
    }
    const TreeModel model(tree);
    const VirtualManipulator vm = make_virtual_manipulator(model, 0);
    for (const VehicleAttitude attitude : {VehicleAttitude::kAny, VehicleAttitude::kFixed}) {
      const ConstrainedWorkspace workspace = compute_constrained_workspace(vm, attitude);
      const ReachRange seen = sample_reach(vm, model, workspace.centre, draw);
      EXPECT_GE(seen.inner, workspace.inner - 1e-12);
      EXPECT_LE(seen.outer, workspace.outer + 1e-12);
      EXPECT_NEAR(seen.inner, workspace.inner, 0.08 * workspace.outer);
      EXPECT_NEAR(seen.outer, workspace.outer, 0.08 * workspace.outer);
    }
  }
}

TEST(ConstrainedWorkspace, OfThePlanarRobotIsTheDiscOfItsLinkCoefficients) {
  const PlanarModel planar(table2_robot());
  const TreeModel model(tree_from_planar(table2_robot()));
  const ConstrainedWorkspace workspace =
      compute_constrained_workspace(make_virtual_manipulator(model, 0), VehicleAttitude::kAny);
  double reach = 0.0;
  for (int i = 0; i < 3; ++i) reach += planar.hand_vectors().col(i).norm();
  EXPECT_NEAR(workspace.outer, reach, 1e-12);
  EXPECT_TRUE(workspace.every_direction);
}

TEST(ConstrainedWorkspace, IsEndlessWithAnEndlessSlide) {
  RandomTrees draw(54);
  const TreeModel model(draw.tree(BaseKind::kFree, 2, 1.0, 0.0));
  const ConstrainedWorkspace workspace =
      compute_constrained_workspace(make_virtual_manipulator(model, 0), VehicleAttitude::kAny);
  EXPECT_TRUE(std::isinf(workspace.outer));
  EXPECT_TRUE(std::isfinite(workspace.inner));
}

TEST(ConstrainedWorkspace, IsReachedAtEveryAttitudeWhereItSaysSo) {
  RandomTrees draw(64);
  for (int trial = 0; trial < 30; ++trial) {
    TreeParameters tree = planar_arm(draw, 1 + trial % 3, 7.0);
    for (TreeLink& link : tree.links) link.joint.position.z() = link.body.mass_centre.z() = 0.0;
    tree.base.mass_centre.z() = 0.0;
    tree.end_points[0].position.z() = 0.0;
    const VirtualManipulator vm = make_virtual_manipulator(TreeModel(tree), 0);
    const ConstrainedWorkspace fixed = compute_constrained_workspace(vm, VehicleAttitude::kFixed);
    const auto ranges = reach_at_every_attitude(vm, fixed);
    ASSERT_TRUE(ranges);
    for (double distance = 0.0; distance < 1.2 * (fixed.outer + fixed.centre.norm()); distance += 0.0037) {
      bool always = true;
      for (double turn = 0.0; turn < 2.0 * kPi; turn += kPi / 60.0) {
        const double from_joint =
            (rotation_from_vector({0.0, 0.0, turn}) * fixed.centre - Vector3(distance, 0.0, 0.0)).norm();
        always = always && from_joint >= fixed.inner && from_joint <= fixed.outer;
      }
      const auto inside = [&](double margin) {
        return std::any_of(ranges->begin(), ranges->end(), [&](const ReachRange& range) {
          return distance >= range.inner - margin && distance <= range.outer + margin;
        });
      };
      // Between two of the attitudes tried the circle bends by less than this.
      constexpr double kBetween = 2e-3;
      if (always) {
        EXPECT_TRUE(inside(kBetween)) << distance;
      }
      if (inside(-1e-9)) {
        EXPECT_TRUE(always) << distance;
      }
    }
  }
  // A chain in space has no such distances.
  const TreeModel spatial(draw.tree(BaseKind::kFree, 3, 0.0, 0.0));
  const VirtualManipulator vm = make_virtual_manipulator(spatial, 0);
  EXPECT_FALSE(reach_at_every_attitude(vm, compute_constrained_workspace(vm, VehicleAttitude::kFixed)));
}

}  // namespace
}  // namespace freefloat
