#include "identification/suggest_motion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// The laboratory robot in the middle of its table, of which no log tells anything yet.
SuggestionQuestion ask_of_table2() {
  SuggestionQuestion question;
  question.file = table2_robot();
  question.file.satellite_size = {0.3, 0.3};
  question.file.markers = {{"tail", 0, {-0.19, 0.0}, 0.2},
                           {"joint 1", 0, {0.19, 0.0}, 0.2},
                           {"joint 2", 1, {0.188, 0.0}, 0.2},
                           {"tip", 2, {0.186, 0.0}, 0.2}};
  question.masses = masses_of(question.file, question.file);
  question.told = Eigen::MatrixXd::Zero(9, 9);
  question.held = {{"total_mass", "mass_centres"}};
  question.pictures = {0.02, {1e-4, 1e-4, 1e-4, 1e-4}};
  question.limits.joints = {{deg_to_rad(-20), deg_to_rad(170), 2.0}, {deg_to_rad(-60), deg_to_rad(150), 0.5}};
  question.limits.joint_margin = 0.05;
  question.limits.max_joint_rate = 1.5;
  question.limits.satellite_range = {0.6, 0.6};
  question.limits.half_table = {0.9, 0.9};
  question.attitude = deg_to_rad(90);
  question.joints = (JointVector(2) << deg_to_rad(30), deg_to_rad(60)).finished();
  question.satellite = {0.0, -0.1};
  question.duration = 15.0;
  return question;
}

/// The jogs of configs/experiments/identify.yaml, once, slowed for the second joint.
JogPlan usual_jogs(const SuggestionQuestion& question) {
  JogPlan plan{question.attitude, question.joints, question.satellite, {}};
  const std::vector<std::array<double, 2>> jogs{{30, 10}, {0, -17}, {-30, 0}, {0, 17}, {0, -10}};
  for (const auto& [first, second] : jogs)
    plan.steps.push_back({(JointVector(2) << deg_to_rad(first), deg_to_rad(second)).finished(), 3.0});
  return plan;
}

TEST(SuggestedMotion, TellsMoreThanTheUsualJogsOfTheSameDuration) {
  const SuggestionQuestion question = ask_of_table2();
  const auto suggestion = suggest_motion(question);
  ASSERT_TRUE(suggestion) << suggestion.error();
  const auto forecaster =
      MassForecaster::make(BodyGeometry(question.file), question.masses, question.held, question.told);
  ASSERT_TRUE(forecaster);
  const JogPlan usual = usual_jogs(question);
  ASSERT_DOUBLE_EQ(usual.duration(), suggestion->plan.duration());
  ASSERT_GE(room_of(question, usual), 0.0);
  EXPECT_GT(suggestion->worth, forecaster->worth(information_of(question, usual, 0.02)) + 1.0);
}

TEST(SuggestedMotion, KeepsLimitsOfJointsRatesAndTableAndEndsWhereItBegan) {
  const SuggestionQuestion question = ask_of_table2();
  const auto suggestion = suggest_motion(question);
  ASSERT_TRUE(suggestion) << suggestion.error();
  JointVector angles = suggestion->plan.joints;
  for (const JogStep& step : suggestion->plan.steps) {
    angles += step.duration * step.rates;
    EXPECT_TRUE(question.limits.allow(angles)) << angles.transpose();
    EXPECT_LE(std::abs(step.rates[0]), deg_to_rad(40) + 1e-9);
    EXPECT_LE(std::abs(step.rates[1]), 0.6 * 0.5 + 1e-9);  // of the slower joint
  }
  EXPECT_LT((angles - question.joints).norm(), 1e-9);
  EXPECT_GE(suggestion->clearance, 0.1);
}

TEST(SuggestedMotion, ForecastsThatItTellsWhatNothingToldAndThatTotalMassStaysOpen) {
  SuggestionQuestion question = ask_of_table2();
  question.held = {{"mass_centres"}};
  const auto suggestion = suggest_motion(question);
  ASSERT_TRUE(suggestion) << suggestion.error();
  const auto& directions = suggestion->forecast.directions;
  ASSERT_EQ(directions.size(), 6u);  // three masses, three inertias
  for (std::size_t i = 0; i < 5; ++i) EXPECT_GT(directions[i].before, 10.0 * directions[i].after);
  EXPECT_NEAR(directions[5].before, directions[5].after, 0.01);
  EXPECT_THAT(directions[5].words, testing::HasSubstr("mass of the satellite"));
}

TEST(SuggestedMotion, IsRefusedWhereTheRobotStandsAtTheEdge) {
  SuggestionQuestion question = ask_of_table2();
  // The hand beyond the table; the satellite 50 mm within its range, where a tilted table carries it out.
  for (const Vector2& satellite : {Vector2(0.0, 0.55), Vector2(0.55, -0.1)}) {
    question.satellite = satellite;
    const auto suggestion = suggest_motion(question);
    ASSERT_FALSE(suggestion) << satellite.transpose();
    EXPECT_THAT(suggestion.error(), testing::HasSubstr("too near to the table's edge"));
  }
}

}  // namespace
}  // namespace freefloat
