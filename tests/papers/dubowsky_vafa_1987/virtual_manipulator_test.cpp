// Virtual manipulators of Dubowsky & Vafa, "A Virtual Manipulator Model for Space Robotic Systems" (1987),
// against Table 1 and values computed independently from body sums.
#include "spatial/virtual_manipulator/virtual_manipulator.h"

#include <gtest/gtest.h>

#include "spatial/virtual_manipulator/constrained_workspace.h"
#include "support/reference_tree.h"
#include "support/tree_velocities.h"

namespace freefloat {
namespace {

nlohmann::json reference() {
  return read_reference("dubowsky_vafa_1987.json");
}

/// The chain of Table 1: all vectors along x, joints about z; inertias do not count here.
TreeModel table1_chain(const nlohmann::json& table) {
  const Eigen::VectorXd mass = to_vector(table.at("M"));
  const Eigen::VectorXd r = to_vector(table.at("R"));
  const Eigen::VectorXd l = to_vector(table.at("L"));
  TreeParameters tree;
  tree.base = {"vehicle", mass[0], Vector3::Zero(), Matrix3::Identity()};
  for (int i = 1; i < 3; ++i) {
    TreeLink link;
    link.body = {"link_" + std::to_string(i), mass[i], Vector3(l[i - 1], 0.0, 0.0), Matrix3::Identity()};
    link.joint.name = "joint_" + std::to_string(i);
    link.joint.parent = i - 1;
    link.joint.position = Vector3(r[i - 1] + (i > 1 ? l[i - 2] : 0.0), 0.0, 0.0);
    tree.links.push_back(link);
  }
  tree.end_points.push_back({"hand", 2, Vector3(l[1] + r[2], 0.0, 0.0), Matrix3::Identity()});
  return TreeModel(tree);
}

TEST(DubowskyVafaTable1, VirtualLinksAgree) {
  const nlohmann::json table = reference().at("table1");
  const VirtualManipulator vm = make_virtual_manipulator(table1_chain(table), 0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LT((vm.links[i].D - Vector3(table.at("D")[i], 0.0, 0.0)).norm(), 1e-15);
    EXPECT_LT((vm.links[i].V - Vector3(table.at("V")[i], 0.0, 0.0)).norm(), 1e-15);
    if (i > 0) {
      EXPECT_LT((vm.links[i].H - Vector3(table.at("H")[i - 1], 0.0, 0.0)).norm(), 1e-15);
    }
  }
}

TEST(DubowskyVafaTable1, ConstrainedWorkspacesAgree) {
  const nlohmann::json table = reference().at("table1");
  const VirtualManipulator vm = make_virtual_manipulator(table1_chain(table), 0);
  const ConstrainedWorkspace any = compute_constrained_workspace(vm, VehicleAttitude::kAny);
  EXPECT_NEAR(any.inner, table.at("workspace_any_vehicle_attitude")[0].get<double>(), 1e-15);
  EXPECT_NEAR(any.outer, table.at("workspace_any_vehicle_attitude")[1].get<double>(), 1e-14);
  const nlohmann::json& expected = table.at("workspace_fixed_vehicle_attitude");
  const ConstrainedWorkspace fixed = compute_constrained_workspace(vm, VehicleAttitude::kFixed);
  EXPECT_LT((fixed.centre - Vector3(expected.at("centre_from_VG_along_vehicle_axis"), 0.0, 0.0)).norm(),
            1e-15);
  EXPECT_NEAR(fixed.inner, expected.at("inner").get<double>(), 1e-14);
  EXPECT_NEAR(fixed.outer, expected.at("outer").get<double>(), 1e-14);
  EXPECT_TRUE(fixed.every_direction);
  // What is reached at every attitude ends where the stretched arm folds back over the vehicle.
  const auto always = reach_at_every_attitude(vm, fixed);
  ASSERT_TRUE(always);
  ASSERT_EQ(always->size(), 2u);
  EXPECT_NEAR((*always)[0].outer, fixed.centre.norm() - fixed.inner, 1e-14);
  EXPECT_NEAR((*always)[1].inner, fixed.centre.norm() + fixed.inner, 1e-14);
  EXPECT_NEAR((*always)[1].outer, table.at("guaranteed_radius_phi1_pi").get<double>(), 1e-14);
}

TEST(DubowskyVafaMixedChain, VirtualLinksGroundAndEndAgree) {
  const nlohmann::json chain = reference().at("mixed_chain_RPRP");
  const TreeModel model(tree_from_reference(chain.at("system")));
  const VirtualManipulator vm = make_virtual_manipulator(model, 0);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_LT((vm.links[i].D - to_vector(chain.at("D")[i])).norm(), 1e-15) << i;
    if (i > 0) {
      EXPECT_LT((vm.links[i].H - to_vector(chain.at("H")[i - 1])).norm(), 1e-15) << i;
    }
  }
  for (const nlohmann::json& row : chain.at("rows")) {
    const Eigen::VectorXd q = to_vector(row.at("q"));
    const TreeState state = state_from_euler(model, EulerSequence::kZyx, q, Eigen::VectorXd::Zero(q.size()));
    TreePosture posture(model);
    compute_posture(model, state, posture);
    const Vector3 p_WCn =
        state.p_WB + point_from_base(model, posture, 4, model.parameters().body(4).mass_centre);
    const Vector3 ground = virtual_ground(model, state.R_WB, state.joints, p_WCn);
    EXPECT_LT((ground - to_vector(row.at("VG"))).norm(), 1e-14);
    EXPECT_LT((ground + virtual_end(vm, state.R_WB, state.joints) - to_vector(row.at("tip"))).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace freefloat
