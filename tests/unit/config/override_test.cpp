#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

const std::string kStanding = kFrozenConfigs + "experiments/standing_target.yaml";

RunConfig load_with(const std::string& override_) {
  return load_experiment(kStanding, {override_});
}

TEST(Override, ReachesEveryFile) {
  EXPECT_EQ(load_with("seed=42").sim.seed, 42u);
  EXPECT_EQ(load_with("guidance.position_gain_per_s=4").controller.guidance.position_gain, 4.0);
  EXPECT_EQ(load_with("simulation.imaging.render=false").sim.imaging.render, false);
  EXPECT_EQ(load_with("phases[3].timeout_s=12").experiment.phases[3].timeout, from_seconds(12.0));
  EXPECT_EQ(load_with("robot.links[1].mass_kg=0.7").controller.robot.links[1].mass, 0.7);
  EXPECT_EQ(load_with("table.edge_margin_m=0.1").controller.table.edge_margin, 0.1);
  EXPECT_EQ(load_with("camera.latency_ms=20").camera.latency, from_seconds(0.02));
  EXPECT_EQ(load_with("target.position_m=[0.1, 0.3]").sim.target.start.p, Vector2(0.1, 0.3));
  EXPECT_EQ(load_with("safety.overspeed_factor=2").controller.safety.overspeed_factor, 2.0);
}

TEST(Override, MayChooseAnotherTestbedFromThePresentFolder) {
  EXPECT_EQ(load_with("testbed=" + kFrozenConfigs + "testbeds/paper.yaml").testbed_name, "paper");
}

TEST(Override, TakesAPathAsTheFileThatItReplacesItIn) {
  // As it would stand in the testbed's file; and as the experiment's file would name its testbed.
  EXPECT_EQ(load_with("camera=../cameras/vt_512x492_30hz.yaml").camera.name, "vt_512x492_30hz");
  EXPECT_EQ(load_with("testbed=../testbeds/paper.yaml").testbed_name, "paper");
}

TEST(Override, PrefersAPathFromThePresentFolder) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(kFrozenConfigs);
  const std::string name = load_with("camera=cameras/vt_512x492_30hz.yaml").camera.name;
  std::filesystem::current_path(before);
  EXPECT_EQ(name, "vt_512x492_30hz");
}

TEST(Override, NamesBothPathsThatWereTried) {
  const ConfigProblem problem = problem_of([] { load_with("camera=cameras/none.yaml"); });
  EXPECT_THAT(problem.problem, HasSubstr("neither cameras/none.yaml nor "));
  EXPECT_THAT(problem.problem, HasSubstr("testbeds/cameras/none.yaml"));
}

TEST(Override, ShowsHowAListIsWritten) {
  EXPECT_EQ(problem_of([] { load_with("table.size_m=2.4,2.4"); }).remedy, "write [2.4,2.4]");
}

TEST(Override, GoesThroughTheSameChecks) {
  const auto problem = [](const std::string& override_) { return problem_of([&] { load_with(override_); }); };
  const ConfigProblem range = problem("guidance.position_gain_per_s=-4");
  EXPECT_EQ(range.file, "--set");
  EXPECT_EQ(range.key, "guidance.position_gain_per_s");
  EXPECT_EQ(range.value, "-4");
  EXPECT_THAT(problem("guidance.position_gain=4").problem, HasSubstr("lacks its unit"));
  EXPECT_THAT(problem("guidance.positon_gain_per_s=4").remedy,
              HasSubstr("did you mean position_gain_per_s?"));
  EXPECT_THAT(problem("gudance.method=predictive").remedy, HasSubstr("remove it"));
  EXPECT_THAT(problem("phases[9].timeout_s=1").problem, HasSubstr("has only 7 entries"));
  EXPECT_THAT(problem("control.max_joint_rate_deg_s=91").problem,
              HasSubstr("a joint of the robot is slower"));
  EXPECT_THAT(problem("seed").problem, HasSubstr("is not key=value"));
  EXPECT_THAT(problem("=3").problem, HasSubstr("is not key=value"));
  EXPECT_THAT(problem("a..b=3").problem, HasSubstr("is not key=value"));
  EXPECT_THAT(problem("seed=[1").problem, HasSubstr("is not valid YAML"));
}

}  // namespace
}  // namespace freefloat
