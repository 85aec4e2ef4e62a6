#include "model/singularity_free_annulus.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/generalized_jacobian.h"
#include "model/guaranteed_workspace.h"
#include "support/random_robot.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// Hand radii at which the determinant changes sign between neighbours of a grid of postures, sorted.
std::vector<double> sampled_singular_radii(const PlanarModel& model, int cells) {
  struct Sample {
    double determinant;
    double radius;
  };
  std::vector<Sample> samples;
  for (int i = 0; i < cells * cells; ++i) {
    const JointVector joints = (JointVector(2) << i / cells, i % cells).finished() * (2.0 * kPi / cells);
    const Posture posture = compute_posture(0.0, joints);
    const auto j = compute_generalized_jacobian(model, posture).matrix;
    samples.push_back({j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0), compute_hand(model, posture).p_GX.norm()});
  }
  const auto at = [&](int i, int j) { return samples[i % cells * cells + j % cells]; };
  std::vector<double> radii;
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const Sample here = at(i, j);
      for (const Sample& next : {at(i + 1, j), at(i, j + 1)}) {
        if ((here.determinant <= 0.0) == (next.determinant <= 0.0)) continue;
        const double part = here.determinant / (here.determinant - next.determinant);
        radii.push_back(here.radius + part * (next.radius - here.radius));
      }
    }
  }
  std::sort(radii.begin(), radii.end());
  return radii;
}

double distance_to_nearest(const std::vector<double>& sorted, double value) {
  const auto above = std::lower_bound(sorted.begin(), sorted.end(), value);
  double nearest = above == sorted.end() ? INFINITY : *above - value;
  if (above != sorted.begin()) nearest = std::min(nearest, value - *(above - 1));
  return nearest;
}

// Reference values: notes on Yoshida & Umetani.
TEST(SingularityFreeAnnulus, AgreesWithTheLaboratoryRobot) {
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(table2_robot()));
  EXPECT_NEAR(annulus.inner, 0.240453678089863, 1e-13);
  EXPECT_NEAR(annulus.outer, 0.489645284008921, 1e-13);
}

TEST(SingularityFreeAnnulus, AgreesWithSampledPosturesOfRandomRobots) {
  RandomRobots draw(31);
  int with_annulus = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const PlanarModel model(draw.robot(2, trial % 3 == 0));
    const Annulus annulus = compute_singularity_free_annulus(model);
    const double reach = link_coefficients(model).sum();
    const std::vector<double> radii = sampled_singular_radii(model, 400);
    if (annulus.empty()) {  // then no sizeable gap may be seen below the longest reach
      const double lowest = radii.front();
      for (std::size_t i = 1; i < radii.size(); ++i)
        EXPECT_LT(radii[i] - radii[i - 1], 0.02 * reach) << trial;
      EXPECT_LT(lowest - std::max(0.0, 2.0 * link_coefficients(model).maxCoeff() - reach), 0.02 * reach)
          << trial;
      continue;
    }
    ++with_annulus;
    for (const double radius : radii) {
      EXPECT_FALSE(radius > annulus.inner + 3e-4 * reach && radius < annulus.outer - 3e-4 * reach) << trial;
    }
    EXPECT_LT(distance_to_nearest(radii, annulus.outer), 5e-3 * reach) << trial;
    if (annulus.inner > 0.0) {
      EXPECT_LT(distance_to_nearest(radii, annulus.inner), 5e-3 * reach) << trial;
    }
  }
  EXPECT_GT(with_annulus, 25);
}

TEST(SingularityFreeAnnulus, IsThatOfAFixedArmForAHeavySatelliteWithTheJointAtItsCentre) {
  RobotParameters robot = table2_robot();
  robot.satellite_mass = 1e9;
  robot.satellite_inertia = 1e9;
  robot.satellite_to_joint = {0.0, 0.0};
  robot.links[1].to_end.x() += 0.1;
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(robot));
  EXPECT_NEAR(annulus.inner, 0.1, 1e-7);  // lengths 0.35 and 0.45 m
  EXPECT_NEAR(annulus.outer, 0.8, 1e-7);
}

// For three joints the 2 x 3 rows lose rank only on curves. Postures are driven downhill to them from many
// places.
TEST(SingularityFreeAnnulus, HoldsNoSingularPostureOfThreeJointRobots) {
  RandomRobots draw(32);
  for (int trial = 0; trial < 12; ++trial) {
    const PlanarModel model(trial == 0 ? lateral3_robot() : draw.robot(3, trial % 2 == 0));
    const Annulus annulus = compute_singularity_free_annulus(model);
    const double reach = link_coefficients(model).sum();
    const auto squares = [&](const JointVector& joints) {  // 2 x 2 minors: all zero where rank is lost
      const auto j = compute_generalized_jacobian(model, compute_posture(0.0, joints)).position();
      Eigen::Vector3d minors;
      for (Eigen::Index k = 0; k < 3; ++k) {
        const Eigen::Index next = (k + 1) % 3;
        minors[k] = j(0, k) * j(1, next) - j(0, next) * j(1, k);
      }
      return minors;
    };
    int found = 0;
    for (int start = 0; start < 400; ++start) {
      JointVector joints = draw.vector(3, -kPi, kPi);
      for (int i = 0; i < 25; ++i) {
        const Eigen::Vector3d here = squares(joints);
        Eigen::Matrix3d slope;
        for (Eigen::Index k = 0; k < 3; ++k) {
          JointVector moved = joints;
          moved[k] += 1e-6;
          slope.col(k) = (squares(moved) - here) / 1e-6;
        }
        const Eigen::Matrix3d damped =
            slope.transpose() * slope + 1e-9 * slope.squaredNorm() * Eigen::Matrix3d::Identity();
        joints -= damped.ldlt().solve(slope.transpose() * here);
      }
      if (!(squares(joints).norm() < 1e-11 * reach * reach)) continue;
      ++found;
      const double radius = compute_hand(model, compute_posture(0.0, joints)).p_GX.norm();
      EXPECT_FALSE(radius > annulus.inner + 1e-6 && radius < annulus.outer - 1e-6) << trial << ": " << radius;
    }
    EXPECT_GT(found, 50) << trial;
  }
}

TEST(SingularityFreeAnnulus, IsEmptyForOneJoint) {
  RobotParameters robot = table2_robot();
  robot.links.pop_back();
  EXPECT_TRUE(compute_singularity_free_annulus(PlanarModel(robot)).empty());
}

TEST(SingularityFreeAnnulus, BearsMirroringAndScaling) {
  RandomRobots draw(33);
  const RobotParameters robot = draw.robot(2, true);
  RobotParameters other = robot;
  const auto change = [](Vector2& v) { v = {2.0 * v.x(), -2.0 * v.y()}; };
  change(other.satellite_to_joint);
  other.satellite_inertia *= 4.0;
  for (LinkParameters& link : other.links) {
    link.inertia *= 4.0;
    change(link.to_mass_centre);
    change(link.to_end);
  }
  const Annulus one = compute_singularity_free_annulus(PlanarModel(robot));
  const Annulus two = compute_singularity_free_annulus(PlanarModel(other));
  EXPECT_NEAR(two.outer, 2.0 * one.outer, 1e-12);
  EXPECT_NEAR(two.inner, 2.0 * one.inner, 1e-12);
}

}  // namespace
}  // namespace freefloat
