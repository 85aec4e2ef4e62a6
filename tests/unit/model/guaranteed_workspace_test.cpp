// What robots of three and four links can reach, against postures drawn by the thousand.
#include "model/guaranteed_workspace.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/generalized_jacobian.h"
#include "model/singularity_free_annulus.h"
#include "support/random_robot.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

constexpr int kDrawnRobots = 16;

RobotParameters draw_robot(RandomRobots& draw, int trial) {
  return draw.robot(3 + trial % 2, trial % 3 == 0);
}

double least_singular_value(const PointJacobian& jacobian) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(jacobian).singularValues()[1];
}

/// Drives the hand to p_GE with the attitude held, from several postures. @return The least distance left, m.
double miss_distance(const PlanarModel& model, double attitude, const Vector2& p_GE, RandomRobots& draw) {
  double least = INFINITY;
  for (int start = 0; start < 40 && least > 1e-9; ++start) {
    JointVector joints = draw.vector(model.joint_count(), -kPi, kPi);
    for (int i = 0; i < 60; ++i) {
      const PointMotion hand = compute_hand(model, compute_posture(attitude, joints));
      const Vector2 missing = p_GE - hand.p_GX;
      least = std::min(least, missing.norm());
      const PointJacobian j = hand.by_joints();
      const Eigen::Matrix2d damped = j * j.transpose() + 1e-4 * missing.norm() * Eigen::Matrix2d::Identity();
      joints += j.transpose() * damped.inverse() * missing;
    }
  }
  return least;
}

TEST(ReachableAnnulus, HoldsEveryPostureAndEndsWhereThePosturesEnd) {
  RandomRobots draw(41);
  for (int trial = 0; trial < kDrawnRobots; ++trial) {
    const PlanarModel model(draw_robot(draw, trial));
    const Annulus reach = reachable_annulus(model);
    double least = INFINITY;
    double most = 0.0;
    for (int i = 0; i < 100000; ++i) {
      const JointVector joints = draw.vector(model.joint_count(), -kPi, kPi);
      const double radius = compute_hand(model, compute_posture(0.0, joints)).p_GX.norm();
      least = std::min(least, radius);
      most = std::max(most, radius);
    }
    EXPECT_GE(least, reach.inner - 1e-12) << trial;
    EXPECT_LE(most, reach.outer + 1e-12) << trial;
    EXPECT_LT(least, reach.inner + 0.03 * reach.outer) << trial;
    EXPECT_GT(most, 0.97 * reach.outer) << trial;
  }
}

TEST(AnyAttitudeAnnulus, IsReachedAtEveryAttitude) {
  RandomRobots draw(42);
  int with_annulus = 0;
  for (int trial = 0; trial < 2 * kDrawnRobots; ++trial) {
    const PlanarModel model(draw_robot(draw, trial));
    const Annulus annulus = any_attitude_annulus(model);
    if (annulus.empty()) continue;
    ++with_annulus;
    for (int i = 0; i < 12; ++i) {
      const double share = draw.number(0.02, 0.98);
      const double radius = annulus.inner + share * (annulus.outer - annulus.inner);
      const double attitude = draw.number(-kPi, kPi);
      EXPECT_LT(miss_distance(model, attitude, {radius, 0.0}, draw), 1e-6) << trial << ": " << radius;
    }
  }
  EXPECT_GT(with_annulus, kDrawnRobots / 2);
}

TEST(AnyAttitudeAnnulus, EndsWhereSomeAttitudeFails) {
  RandomRobots draw(43);
  for (int trial = 0; trial < kDrawnRobots; ++trial) {
    const PlanarModel model(draw_robot(draw, trial));
    const Annulus annulus = any_attitude_annulus(model);
    if (annulus.empty()) continue;
    // The satellite's own vector points away from the place beyond the outer edge, towards the one within the
    // inner edge.
    const Vector2 own = model.hand_vectors().col(0);
    const double direction = std::atan2(own.y(), own.x());
    const double step = 0.01 * annulus.outer;
    EXPECT_GT(miss_distance(model, kPi - direction, {annulus.outer + step, 0.0}, draw), 0.9 * step) << trial;
    if (annulus.inner <= step) continue;
    EXPECT_GT(miss_distance(model, -direction, {annulus.inner - step, 0.0}, draw), 0.9 * step) << trial;
  }
}

TEST(AnyAttitudeAnnulus, HasThePapersRadiusAndLiesWithinReach) {
  RandomRobots draw(44);
  for (int trial = 0; trial < 60; ++trial) {
    const PlanarModel model(draw.robot(1 + trial % 6, trial % 3 == 0));
    const Annulus annulus = any_attitude_annulus(model);
    const Annulus reach = reachable_annulus(model);
    EXPECT_EQ(annulus.outer, guaranteed_workspace_radius(model));
    EXPECT_LE(annulus.outer, reach.outer);
    if (!annulus.empty()) {
      EXPECT_GE(annulus.inner, reach.inner - 1e-12);
    }
  }
}

// More than two joints: the whole of the reach has regular postures, so a singular one can be passed by.
TEST(ReachableAnnulus, HasRegularPosturesAtEveryRadiusForMoreThanTwoJoints) {
  constexpr int kRadii = 20;
  RandomRobots draw(45);
  for (int trial = 0; trial < kDrawnRobots; ++trial) {
    const PlanarModel model(draw_robot(draw, trial));
    const Annulus reach = reachable_annulus(model);
    std::vector<double> best(kRadii, 0.0);
    for (int i = 0; i < 40000; ++i) {
      const Posture posture = compute_posture(0.0, draw.vector(model.joint_count(), -kPi, kPi));
      const double share =
          (compute_hand(model, posture).p_GX.norm() - reach.inner) / (reach.outer - reach.inner);
      double& at_radius = best[static_cast<std::size_t>(std::clamp(share * kRadii, 0.0, kRadii - 1.0))];
      at_radius =
          std::max(at_radius, least_singular_value(compute_generalized_jacobian(model, posture).position()));
    }
    for (int k = 0; k < kRadii; ++k) EXPECT_GT(best[k], 1e-3 * reach.outer) << trial << " at radius " << k;
  }
}

// Newton's method leads to singular postures whose barycentric vectors are on no common line.
TEST(SingularPostures, AreNotOnlyTheStretchedAndFoldedOnes) {
  const PlanarModel model(lateral3_robot());
  RandomRobots draw(46);
  int bent = 0;
  for (int start = 0; start < 200; ++start) {
    JointVector joints = draw.vector(3, -kPi, kPi);
    const auto minors = [&](const JointVector& at) {
      const auto j = compute_generalized_jacobian(model, compute_posture(0.0, at)).position();
      return Vector2(j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0), j(0, 1) * j(1, 2) - j(0, 2) * j(1, 1));
    };
    for (int i = 0; i < 60; ++i) {
      Eigen::Matrix<double, 2, 3> slope;
      for (Eigen::Index k = 0; k < 3; ++k)
        slope.col(k) = (minors(joints + 1e-6 * JointVector::Unit(3, k)) - minors(joints)) / 1e-6;
      joints -= slope.transpose() * (slope * slope.transpose()).inverse() * minors(joints);
    }
    if (!joints.allFinite()) continue;
    const Posture posture = compute_posture(0.0, joints);
    if (!(least_singular_value(compute_generalized_jacobian(model, posture).position()) < 1e-9)) continue;
    const PointMotion hand = compute_hand(model, posture);
    if (least_singular_value(hand.by_joints()) > 0.01) ++bent;
  }
  EXPECT_GT(bent, 20);
}

}  // namespace
}  // namespace freefloat
