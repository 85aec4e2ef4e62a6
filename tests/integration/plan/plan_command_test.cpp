#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

ProgramOutcome freefloat(const std::string& arguments) {
  return run_command(std::string(FF_PROGRAM) + " " + arguments);
}

std::string experiment_file(const std::string& name) {
  return source_dir() + "/configs/experiments/" + name + ".yaml";
}

TEST(PlanCommand, PredictsACaptureInWords) {
  const ProgramOutcome outcome = freefloat("plan " + experiment_file("moving_target") + " --runs 6");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, HasSubstr("predicted, nothing moves"));
  EXPECT_THAT(outcome.text, HasSubstr("captured after"));
  EXPECT_THAT(outcome.text, HasSubstr("they meet at"));
  EXPECT_THAT(outcome.text, HasSubstr("captured in 6 of 6"));
}

TEST(PlanCommand, SaysWhyATargetCannotBeReachedAndWhatWouldWork) {
  const ProgramOutcome outcome = freefloat("plan " + experiment_file("standing_target") +
                                           " --runs 4 --set 'target.position_m=[0.55, 0.55]'");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, HasSubstr("the target is 0.778 m from the robot's mass centre"));
  EXPECT_THAT(outcome.text, HasSubstr("captured in 0 of 4"));
  EXPECT_THAT(outcome.text, HasSubstr("instead"));
  EXPECT_THAT(outcome.text, HasSubstr("put the target at"));
}

/// What is printed as a suggestion is a command that captures.
TEST(PlanCommand, SuggestsACommandThatCaptures) {
  const ProgramOutcome plan = freefloat("plan " + experiment_file("standing_target") +
                                        " --runs 2 --set 'target.position_m=[0.55, 0.55]'");
  const std::size_t begin = plan.text.find("freefloat run ");
  ASSERT_NE(begin, std::string::npos) << plan.text;
  std::string command = plan.text.substr(begin + 10, plan.text.find('\n', begin) - begin - 10);
  const ProgramOutcome run = freefloat(command + " --no-log --set simulation.imaging.render=false");
  EXPECT_EQ(run.exit_code, 0) << command << "\n" << run.text;
}

TEST(PlanCommand, PrintsJsonWithUnits) {
  const ProgramOutcome outcome = freefloat("plan " + experiment_file("standing_target") + " --runs 4 --json");
  const auto json = nlohmann::json::parse(outcome.text);
  EXPECT_EQ(json.at("without_noise").at("status"), "good");
  EXPECT_GT(json.at("without_noise").at("smallest_sigma_m"), 0.0);
  EXPECT_GT(json.at("without_noise").at("steps").size(), 10u);
  EXPECT_EQ(json.at("with_noise").at("successes"), 4);
  EXPECT_EQ(json.at("with_noise").at("interval").size(), 2u);
  EXPECT_NEAR(json.at("with_noise").at("probability").get<double>(), 0.9, 1e-12);
  EXPECT_EQ(json.at("tilt").at("tilt_g"), 2e-5);
}

TEST(PlanCommand, PredictsTheTimeThatTheRunTakes) {
  const auto plan = nlohmann::json::parse(
      freefloat("plan " + experiment_file("standing_target") + " --runs 8 --json").text);
  const auto run = nlohmann::json::parse(
      freefloat("run " + experiment_file("standing_target") + " --no-log --json 2>/dev/null").text);
  double taken = 0.0;
  for (const auto& phase : run.at("phases")) {
    if (phase.at("name") == "capture_standing")
      taken = phase.at("end_s").get<double>() - phase.at("begin_s").get<double>();
  }
  EXPECT_NEAR(plan.at("without_noise").at("capture_time_s").get<double>(), taken, 0.7);
  EXPECT_NEAR(plan.at("with_noise").at("capture_time_median_s").get<double>(), taken, 0.2);
}

TEST(PlanCommand, WritesAPage) {
  const std::filesystem::path page =
      std::filesystem::path(testing::TempDir()) / ("plan_" + std::to_string(getpid()) + ".html");
  const ProgramOutcome outcome =
      freefloat("plan " + experiment_file("moving_target") +
                " --runs 2 --map --map-size 4 --map-runs 1 --report " + page.string());
  EXPECT_EQ(outcome.exit_code, 0);
  std::ostringstream text;
  text << std::ifstream(page).rdbuf();
  std::filesystem::remove(page);
  EXPECT_THAT(text.str(), HasSubstr("Freefloat plan"));
  EXPECT_THAT(text.str(), HasSubstr("id=\"map-moving\""));
  EXPECT_THAT(outcome.text, HasSubstr("places on the table are captured from here"));
}

TEST(PlanCommand, NamesFileLineKeyAndRemedyOfABadValue) {
  const ProgramOutcome outcome =
      freefloat("plan " + experiment_file("standing_target") + " --set target.search_radius_mm=-3 2>&1");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, HasSubstr("search_radius_mm"));
  EXPECT_THAT(outcome.text, HasSubstr("-3"));
  EXPECT_NE(freefloat("plan nowhere.yaml 2>&1").exit_code, 0);
}

TEST(PlanCommand, FailsWhereTooFewSucceed) {
  EXPECT_EQ(freefloat("plan " + experiment_file("standing_target") +
                      " --runs 2 --no-suggestions --want-percent 50 --set 'target.position_m=[0.55, 0.55]'")
                .exit_code,
            1);
}

TEST(RunCommandOutput, SaysThePredictionBeforeItArms) {
  const ProgramOutcome outcome = freefloat("run " + experiment_file("moving_target") +
                                           " --no-log --set simulation.imaging.render=false");
  const std::size_t predicted = outcome.text.find("predicted: captured after");
  const std::size_t armed = outcome.text.find("arm");
  ASSERT_NE(predicted, std::string::npos) << outcome.text;
  EXPECT_LT(predicted, outcome.text.find("settle", predicted));
  EXPECT_NE(armed, std::string::npos);
}

}  // namespace
}  // namespace freefloat
