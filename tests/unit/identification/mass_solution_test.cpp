#include "identification/mass_solution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "floating_motion.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

struct Found {
  RobotParameters file;
  RobotParameters truth;
  BodyGeometry geometry;
  MassSolution solution;
};

/// @param wrong_centres Else masses and inertias alone are wrong.
Found find_robot(const RobotParameters& file, const std::vector<std::string>& hold, bool wrong_centres,
                 double amplitude = 1.0) {
  RandomRobots random(3);
  RobotParameters truth = file;
  if (wrong_centres) {
    truth = disturbed(file, random);
  } else {
    truth.satellite_mass *= 0.8;
    truth.satellite_inertia *= 0.8;
    for (LinkParameters& link : truth.links) {
      link.mass *= 1.25;
      link.inertia *= 1.4;
    }
  }
  FloatingMotion motion;
  motion.robot = truth;
  motion.amplitude = amplitude;
  const BodyGeometry geometry(file);
  BodyMasses known = masses_of(file, file);
  // The total mass is weighed.
  known.mass *= masses_of(truth, truth).total() / known.total();
  const MomentumFit fit =
      fit_momentum(geometry, {motion.stretch(file, 2e-5, random)}, momentum_parameters(geometry, known));
  auto solution = solve_masses(geometry, fit, known, {hold});
  EXPECT_TRUE(solution) << (solution ? "" : solution.error());
  return {file, truth, geometry, *solution};
}

TEST(MassSolution, FindsMassesAndInertiasWhereMassCentresAreKnown) {
  for (const RobotParameters& file : {table2_robot(), lateral3_robot()}) {
    const Found found = find_robot(file, {"total_mass", "mass_centres"}, false);
    EXPECT_EQ(found.solution.rank, found.solution.unknowns);
    const BodyMasses truth = masses_of(found.truth, found.file);
    for (Eigen::Index i = 0; i < truth.mass.size(); ++i) {
      EXPECT_NEAR(found.solution.masses.mass[i] / truth.mass[i], 1.0, 2e-3);
      EXPECT_NEAR(found.solution.masses.inertia[i] / truth.inertia[i], 1.0, 2e-2);
    }
    for (const IdentifiedValue& value : found.solution.values)
      EXPECT_TRUE(value.told || value.held) << value.key;
  }
}

TEST(MassSolution, LeavesOneDirectionALinkUntoldAndStillPredictsTheMomentum) {
  const Found found = find_robot(table2_robot(), {"total_mass"}, true);
  EXPECT_EQ(found.solution.unknowns - found.solution.rank, 2);
  ASSERT_EQ(found.solution.untold.size(), 2u);
  EXPECT_THAT(found.solution.untold[0].words, testing::HasSubstr("mass"));
  const auto list = [&](const BodyMasses& masses) {
    return momentum_parameters(found.geometry, masses).list();
  };
  const Eigen::VectorXd truth = list(masses_of(found.truth, found.file));
  EXPECT_LT((list(found.solution.masses) - truth).cwiseAbs().maxCoeff(), 2e-5);
}

// A value of which a small part is untold is no better known than the file is wrong in that part.
TEST(MassSolution, IntervalsHoldTheTruthWhereADirectionIsUntold) {
  const Found found = find_robot(table2_robot(), {"total_mass"}, true);
  const Eigen::VectorXd truth = list_unknowns(masses_of(found.truth, found.file));
  int told = 0;
  int missed = 0;
  for (Eigen::Index i = 0; i < truth.size(); ++i) {
    const IdentifiedValue& value = found.solution.values[i];
    if (!value.told) continue;
    ++told;
    const double is = is_logarithm(i) ? std::exp(truth[i]) : truth[i];
    missed += is < value.low || is > value.high ? 1 : 0;
  }
  EXPECT_GT(told, 4);
  EXPECT_LE(missed, 1) << "of " << told;
}

TEST(MassSolution, WithoutTheTotalMassLeavesTheScaleUntold) {
  const Found found = find_robot(table2_robot(), {"mass_centres"}, false);
  EXPECT_EQ(found.solution.unknowns - found.solution.rank, 1);
}

TEST(MassSolution, KeepsMassesAndInertiasPositive) {
  const Found found = find_robot(table2_robot(), {"total_mass"}, true, 0.05);
  EXPECT_GT(found.solution.masses.mass.minCoeff(), 0.0);
  EXPECT_GT(found.solution.masses.inertia.minCoeff(), 0.0);
}

TEST(MassSolution, RefusesToHoldWhatIsNoValue) {
  const RobotParameters robot = table2_robot();
  const BodyGeometry geometry(robot);
  const BodyMasses masses = masses_of(robot, robot);
  MomentumFit fit;
  fit.value = momentum_parameters(geometry, masses);
  fit.information = Eigen::MatrixXd::Identity(9, 9);
  const auto solution = solve_masses(geometry, fit, masses, {{"links[7].mass_kg"}});
  ASSERT_FALSE(solution);
  EXPECT_THAT(solution.error(), testing::HasSubstr("links[7].mass_kg"));
}

TEST(BodyMasses, MoveMassCentresWhileJointsAndLedsStay) {
  RobotParameters robot = table2_robot();
  robot.markers = {{"tail", 0, {-0.19, 0.0}, 0.2}, {"tip", 2, {0.18, 0.01}, 0.2}};
  RandomRobots random(5);
  const RobotParameters other = disturbed(robot, random);
  const BodyGeometry a(robot);
  const BodyGeometry b(other);
  EXPECT_NEAR((a.to_next[1] - b.to_next[1]).norm(), 0.0, 1e-15);
  EXPECT_NEAR((a.leds[1].place - b.leds[1].place).norm(), 0.0, 1e-15);
  // Read back through the same frame, the masses are those that were put in.
  const BodyMasses masses = masses_of(other, robot);
  EXPECT_NEAR((with_masses(robot, masses).links[0].to_end - other.links[0].to_end).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace freefloat
