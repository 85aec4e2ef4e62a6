// What a simulation says of forces and derivatives, against the change of its own momenta and positions.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "spatial/simulation/simulate.h"
#include "spatial/simulation/simulation_table.h"
#include "spatial/tree/attitude.h"
#include "spatial/tree/check_tree.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

constexpr double kForceStep = 1e-3;   // s, between samples
constexpr double kDifference = 2e-5;  // of central differences over it, relative to sizes of about 1

/// A random tree under gravity whose joints are driven in every way.
TreeSimulationConfig driven(BaseKind kind, std::uint64_t seed) {
  RandomTrees draw(seed);
  TreeParameters tree = draw.tree(kind, 6, 0.2, 0.3);
  if (kind == BaseKind::kPlanar) {
    for (TreeLink& link : tree.links) {
      link.joint.kind = JointKind::kRevolute;
      link.joint.axis = Vector3::UnitZ();
      link.joint.rotation.setIdentity();
    }
  }
  tree.gravity = {0.3, -0.4, -1.0};
  const TreeModel model(tree);
  const TreeState start = draw.state(model, 0.3);
  TreeSimulationConfig config = make_simulation(tree);
  config.duration = 0.05;
  config.sample_step = kForceStep;
  config.start = {start.p_WB, start.R_WB, start.v_WB, start.w_WB, start.joints, start.joint_rates};
  config.drives = {TorquePolynomial{{0.2, -0.3}},
                   SineMotion{{{0.05, 4.0, 0.3}}},
                   Quintic{start.joints[2], start.joints[2] + 0.3, 0.0, 2.0},
                   RatePolynomial{{0.2, 0.1}},
                   TorquePolynomial{},
                   MotionTable({0.0, 0.02, 0.05}, {0.1, 0.11, 0.13})};
  config.base_wrench << 0.3, -0.2, 0.1, 0.05, 0.02, -0.04;
  return config;
}

/// Central difference of a vector over the samples beside sample k.
template <typename Vector, typename Value>
Vector rate_of(const SimulationResult& result, std::size_t k, const Value& value) {
  return (value(result.samples[k + 1]) - value(result.samples[k - 1])) / (2.0 * kForceStep);
}

TEST(BaseReaction, IsWhatChangesTheMomentaBesideWeightsAndForcesFromOutside) {
  for (const BaseKind kind : {BaseKind::kFixed, BaseKind::kSpherical, BaseKind::kPlanar, BaseKind::kFree}) {
    const TreeSimulationConfig config = driven(kind, 381);
    const SimulationResult result = simulate(config);
    ASSERT_EQ(result.failure, "");
    const Vector3 gravity = config.tree.gravity;
    for (std::size_t k = 1; k + 1 < result.samples.size(); ++k) {
      const SimulationSample& at = result.samples[k];
      const Vector3 linear = rate_of<Vector3>(
          result, k, [](const SimulationSample& s) { return Vector3(s.totals.linear_momentum); });
      // About the base's origin, which may itself move.
      const Vector3 angular = rate_of<Vector3>(result, k,
                                               [](const SimulationSample& s) {
                                                 return Vector3(s.totals.angular_momentum_origin);
                                               }) -
                              at.state.p_WB.cross(linear);
      Vector3 weight = at.totals.mass * gravity;
      Vector3 turning = (at.totals.p_WG - at.state.p_WB).cross(weight);
      if (kind == BaseKind::kFixed) {  // whose own body is no part of the totals
        const Vector3 own = config.tree.base.mass * gravity;
        weight += own;
        turning += (at.state.R_WB * config.tree.base.mass_centre).cross(own);
      }
      const Vector6 all = at.base_reaction + config.base_wrench + join(weight, turning);
      EXPECT_LT((all.head<3>() - linear).norm(), kDifference * (1.0 + linear.norm()));
      EXPECT_LT((all.tail<3>() - angular).norm(), kDifference * (1.0 + angular.norm()));
      if (kind == BaseKind::kFree) {
        EXPECT_TRUE(at.base_reaction.isZero(0.0));
      }
      if (kind == BaseKind::kPlanar) {
        EXPECT_EQ(at.base_reaction[0], 0.0);
      }
      if (kind == BaseKind::kSpherical) {
        EXPECT_TRUE(at.base_reaction.tail<3>().isZero(0.0));
      }
    }
    EXPECT_EQ(find_largest_reaction(result).force > 0.0, kind != BaseKind::kFree);
  }
}

/// Every column that is the derivative of another one.
void expect_consistent_columns(const TreeSimulationConfig& config) {
  const SimulationResult result = simulate(config);
  ASSERT_EQ(result.failure, "");
  const std::vector<std::string> names = column_names(config.tree);
  std::vector<std::vector<double>> rows;
  for (const SimulationSample& sample : result.samples) rows.push_back(row_of(config.tree, sample));
  ASSERT_EQ(rows.front().size(), names.size());
  const auto index = [&](const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    EXPECT_NE(found, names.end()) << name;
    return found - names.begin();
  };
  int compared = 0;
  const auto expect_rate = [&](const std::string& of, const std::string& rate) {
    const std::size_t from = index(of), to = index(rate);
    for (std::size_t k = 1; k + 1 < rows.size(); ++k) {
      const double difference = (rows[k + 1][from] - rows[k - 1][from]) / (2.0 * kForceStep);
      EXPECT_NEAR(rows[k][to], difference, kDifference * (1.0 + std::abs(difference))) << rate << " " << k;
    }
    ++compared;
  };
  for (const std::string frame : {"base", "tip"}) {
    for (const std::string axis : {"_x", "_y", "_z"}) {
      expect_rate(frame + axis + "_m", frame + "_velocity" + axis + "_m_s");
      expect_rate(frame + "_velocity" + axis + "_m_s", frame + "_acceleration" + axis + "_m_s2");
      expect_rate(frame + "_angular_velocity" + axis + "_rad_s",
                  frame + "_angular_acceleration" + axis + "_rad_s2");
    }
    // Angular velocity in the frame's own axes = S0 d', of the angles d = (yaw, pitch, roll).
    const std::size_t yaw = index(frame + "_zyx_yaw_rad"), w = index(frame + "_angular_velocity_x_rad_s");
    for (std::size_t k = 1; k + 1 < rows.size(); ++k) {
      const auto three = [&](std::size_t row, std::size_t column) {
        return Vector3(rows[row][column], rows[row][column + 1], rows[row][column + 2]);
      };
      const Vector3 angles = three(k, yaw);
      const Vector3 rates = (three(k + 1, yaw) - three(k - 1, yaw)) / (2.0 * kForceStep);
      if (rates.norm() > 100.0) continue;  // an angle went from pi to -pi
      const Matrix3 rotation = rotation_from_euler(EulerSequence::kZyx, angles);
      const Vector3 found = rotation * (euler_rate_matrix(EulerSequence::kZyx, angles) * rates);
      EXPECT_LT((found - three(k, w)).norm(), kDifference * (1.0 + 10.0 * rates.norm()));
      const std::size_t q = index(frame + "_qw");
      const Eigen::Quaterniond quaternion(rows[k][q], rows[k][q + 1], rows[k][q + 2], rows[k][q + 3]);
      EXPECT_LT((quaternion.toRotationMatrix() - rotation).norm(), 1e-12);
    }
  }
  for (const TreeLink& link : config.tree.links) {
    const std::string unit = link.joint.kind == JointKind::kRevolute ? "_rad" : "_m";
    expect_rate(link.joint.name + unit, link.joint.name + unit + "_s");
    expect_rate(link.joint.name + unit + "_s", link.joint.name + unit + "_s2");
  }
  EXPECT_EQ(compared, 2 * 9 + 2 * 6);
}

TEST(SimulationTable, HasTheDerivativesOfItsPositions) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kSpherical, BaseKind::kFixed})
    expect_consistent_columns(driven(kind, 382));
  // All motion given and the momentum constant.
  TreeSimulationConfig config = driven(BaseKind::kFree, 383);
  config.tree.gravity.setZero();
  config.base_wrench.setZero();
  config.drives[0] = config.drives[4] = SineMotion{{{0.2, 3.0, 0.0}, {0.01, 9.0, 1.0}}};
  EXPECT_EQ(law_of(config), MotionLaw::kMomentum);
  expect_consistent_columns(config);
}

TEST(SimulationTable, HasTheDeterminantWhereTheJacobianIsSquare) {
  TreeSimulationConfig config = driven(BaseKind::kFree, 384);
  const TreeModel model(config.tree);
  const SimulationResult result = simulate(config);
  const SimulationSample& last = result.samples.back();
  TreePosture posture(model);
  TreeInertia inertia(model);
  TreeGeneralizedJacobian jacobian(model);
  compute_posture(model, last.state, posture);
  compute_inertia(model, posture, inertia);
  compute_generalized_jacobian(model, posture, inertia, 0, jacobian);
  ASSERT_TRUE(last.end_point_motions[0].determinant);
  const double expected = Matrix6(jacobian.matrix).determinant();
  EXPECT_NEAR(*last.end_point_motions[0].determinant, expected, 1e-12);
  RandomTrees draw(385);
  EXPECT_TRUE(square_rows(draw.tree(BaseKind::kFree, 7, 0.0, 0.0)).empty());
  EXPECT_EQ(square_rows(draw.tree(BaseKind::kPlanar, 2, 0.0, 0.0)).size(), 2u);
}

TEST(Simulation, IsTheSameForLinksInAnyOrder) {
  const TreeSimulationConfig config = driven(BaseKind::kFree, 386);
  TreeSimulationConfig mixed = config;
  const std::vector<int> order{6, 2, 5, 1, 4, 3};
  reorder_links(mixed.tree, order);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const int old = order[k] - 1;
    mixed.drives[k] = config.drives[old];
    mixed.start.joints[static_cast<Eigen::Index>(k)] = config.start.joints[old];
    mixed.start.joint_rates[static_cast<Eigen::Index>(k)] = config.start.joint_rates[old];
  }
  const SimulationSample a = simulate(config).samples.back(), b = simulate(mixed).samples.back();
  EXPECT_LT((a.state.p_WB - b.state.p_WB).norm(), 1e-12);
  EXPECT_LT((a.state.R_WB - b.state.R_WB).norm(), 1e-12);
  EXPECT_LT((a.end_points[0].position - b.end_points[0].position).norm(), 1e-12);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto now = static_cast<Eigen::Index>(k);
    EXPECT_NEAR(b.state.joints[now], a.state.joints[order[k] - 1], 1e-12);
    EXPECT_NEAR(b.joint_forces[now], a.joint_forces[order[k] - 1], 1e-10);
  }
}

}  // namespace
}  // namespace freefloat
