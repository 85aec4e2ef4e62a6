#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "spatial/tree/check_tree.h"
#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "spatial/tree/tree_jacobian.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

constexpr double kRounding = 1e-10;

/// A tree twice: as drawn, and with its links in another order, in which some stand before their parents.
struct Pair {
  Pair(RandomTrees& draw, BaseKind kind) : tree(draw.tree(kind, 7, 0.3, 0.4)), mixed(tree), order(7) {
    std::iota(order.begin(), order.end(), 1);
    for (std::size_t i = order.size(); i-- > 1;)
      std::swap(order[i], order[static_cast<std::size_t>(draw.number(0.0, static_cast<double>(i)))]);
    std::reverse(order.begin(), order.end());
    reorder_links(mixed, order);
  }

  /// What belongs to the joints of the first, for the joints of the second.
  Eigen::VectorXd joints(const Eigen::VectorXd& values) const {
    Eigen::VectorXd permuted = values;
    for (std::size_t k = 0; k < order.size(); ++k)
      permuted[static_cast<Eigen::Index>(k)] = values[order[k] - 1];
    return permuted;
  }
  /// The same with the base's velocities before them.
  Eigen::VectorXd velocities(const Eigen::VectorXd& values) const {
    Eigen::VectorXd permuted = values;
    permuted.tail(7) = joints(values.tail(7));
    return permuted;
  }

  TreeParameters tree, mixed;
  std::vector<int> order;
};

/// Everything that the tree's algorithms find for one state.
struct Found {
  Found(const TreeModel& model, const TreeState& state, const Eigen::VectorXd& forces)
      : posture(model), motion(model), inertia(model), gjm(model), gjm_rate(model) {
    compute_posture(model, state, posture);
    compute_motion(model, posture, state, motion);
    compute_inertia(model, posture, inertia);
    compute_mass_matrix(model, posture, inertia, mass_matrix);
    compute_end_point_jacobian(model, posture, 0, jacobian);
    compute_generalized_jacobian(model, posture, inertia, 0, gjm);
    TreeInertia work(model);
    compute_generalized_jacobian_rate(model, posture, motion, inertia, model.end_point(0).body,
                                      end_point_from_base(model, posture, 0), gjm, work, gjm_rate);
    ArticulatedBodies bodies(model);
    accelerations.resize(model.velocity_count());
    compute_forward_dynamics(model, posture, motion, forces, bodies, accelerations);
    TreeForces tree_forces(model);
    compute_inverse_dynamics(model, posture, motion, accelerations, tree_forces, needed);
    totals = compute_totals(model, posture, motion);
    tip = end_point_pose(model, posture, 0);
  }

  TreePosture posture;
  TreeMotion motion;
  TreeInertia inertia;
  TreeGeneralizedJacobian gjm, gjm_rate;
  Eigen::MatrixXd mass_matrix;
  Matrix6X jacobian;
  Eigen::VectorXd accelerations, needed;
  TreeTotals totals;
  Pose tip;
};

TEST(LinkOrder, IsKeptAndEveryLinkIsReachedBehindItsParent) {
  RandomTrees draw(201);
  const Pair pair(draw, BaseKind::kFree);
  const TreeModel model(pair.mixed);
  std::vector<bool> reached(8, false);
  reached[0] = true;
  for (const int link : model.outward()) {
    EXPECT_TRUE(reached[model.parent(link)]);
    reached[link] = true;
  }
  for (std::size_t k = 0; k < pair.order.size(); ++k) {
    EXPECT_TRUE(reached[k + 1]);
    const TreeJoint& before = pair.tree.links[pair.order[k] - 1].joint;
    EXPECT_EQ(model.parameters().links[k].joint.name, before.name);
    EXPECT_EQ(model.parameters().body(model.parent(static_cast<int>(k) + 1)).name,
              pair.tree.body(before.parent).name);
  }
  EXPECT_EQ(TreeModel(pair.tree).outward(), (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
}

TEST(LinkOrder, ChangesOnlyTheNumbersOfTheJoints) {
  RandomTrees draw(202);
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kPlanar, BaseKind::kSpherical, BaseKind::kFixed}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Pair pair(draw, kind);
      const TreeModel model(pair.tree), mixed(pair.mixed);
      const TreeState state = draw.state(model, 1.0);
      TreeState same = state;
      same.joints = pair.joints(state.joints);
      same.joint_rates = pair.joints(state.joint_rates);
      const Eigen::VectorXd forces = draw.vector(model.velocity_count(), 2.0);
      const Found a(model, state, forces);
      const Found b(mixed, same, pair.velocities(forces));

      EXPECT_LT((a.tip.position - b.tip.position).norm(), kRounding);
      EXPECT_LT((a.tip.rotation - b.tip.rotation).norm(), kRounding);
      EXPECT_LT((a.totals.linear_momentum - b.totals.linear_momentum).norm(), kRounding);
      EXPECT_LT((a.totals.angular_momentum - b.totals.angular_momentum).norm(), kRounding);
      EXPECT_NEAR(a.totals.kinetic_energy, b.totals.kinetic_energy, kRounding);
      const auto expect_rows = [&](const auto& one, const auto& other, bool with_base) {
        for (Eigen::Index row = 0; row < one.rows(); ++row) {
          const Eigen::VectorXd values = one.row(row);
          const Eigen::VectorXd expected = with_base ? pair.velocities(values) : pair.joints(values);
          const Eigen::VectorXd found = other.row(row);
          EXPECT_LT((found - expected).norm(), kRounding * (1.0 + expected.norm()));
        }
      };
      expect_rows(a.jacobian, b.jacobian, true);
      expect_rows(a.gjm.matrix, b.gjm.matrix, false);
      expect_rows(a.gjm.base_response, b.gjm.base_response, false);
      expect_rows(a.gjm_rate.matrix, b.gjm_rate.matrix, false);
      const auto scale = 1.0 + a.accelerations.norm();
      EXPECT_LT((b.accelerations - pair.velocities(a.accelerations)).norm(), 1e-9 * scale);
      EXPECT_LT((b.needed - pair.velocities(forces)).norm(), 1e-9 * scale);
      // H of both: u^T H u is the same for all u.
      const Eigen::VectorXd u = draw.vector(model.velocity_count(), 1.0);
      const Eigen::VectorXd v = pair.velocities(u);
      EXPECT_NEAR(u.dot(a.mass_matrix * u), v.dot(b.mass_matrix * v), 1e-9);
    }
  }
}

}  // namespace
}  // namespace freefloat
