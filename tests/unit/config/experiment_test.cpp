// An experiment with all its files: values arrive where they belong, and what does not fit together is
// refused.
#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "model/posture.h"
#include "support/config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

class ExperimentTest : public ConfigFiles {
 protected:
  ExperimentTest() {
    std::filesystem::copy(kFrozenConfigs, path("configs"), std::filesystem::copy_options::recursive);
  }

  std::string file(const std::string& name) const { return path("configs/" + name); }

  /// Changes one part of a file, and returns what loading the standing target then complains about.
  std::vector<ConfigProblem> break_file(const std::string& name, const std::string& from,
                                        const std::string& to) {
    const std::string good = read_all(file(name));
    write("configs/" + name, replaced(good, from, to));
    const auto problems = problems_of([&] { load_experiment(file("experiments/standing_target.yaml")); });
    write("configs/" + name, good);
    return problems;
  }

  void expect_only(const std::vector<ConfigProblem>& problems, const std::string& name, int line,
                   const std::string& key, const std::string& text) {
    ASSERT_EQ(problems.size(), 1u) << (problems.empty() ? "no problem" : format_problem(problems[1]));
    EXPECT_EQ(problems[0].file, file(name));
    EXPECT_EQ(problems[0].line, line) << format_problem(problems[0]);
    EXPECT_EQ(problems[0].key, key);
    EXPECT_THAT(problems[0].problem, HasSubstr(text));
  }
};

TEST_F(ExperimentTest, GivesTheReferenceCaseOfTheMissedRendezvous) {
  const RunConfig run = load_experiment(kConfigs + "experiments/moving_target_without_gws.yaml");
  EXPECT_EQ(run.testbed_name, "ideal");
  EXPECT_EQ(run.controller.period, from_seconds(0.1));
  EXPECT_EQ(run.controller.time_to_live, from_seconds(0.25));
  EXPECT_EQ(run.controller.max_joint_rate, deg_to_rad(15.0));
  EXPECT_EQ(run.controller.rate_norm, RateNorm::kLargestComponent);
  EXPECT_EQ(run.controller.guidance.method, GuidanceMethod::kYoshidaUmetani1990);
  EXPECT_EQ(run.controller.guidance.position_gain, 10.0);
  EXPECT_FALSE(run.controller.guidance.tangent_correction);
  EXPECT_EQ(run.controller.guidance.rendezvous_time, 10.0);
  EXPECT_EQ(run.controller.guidance.capture_distance, 0.005);
  EXPECT_EQ(run.sim.servo, ServoModel::kKinematic);
  EXPECT_FALSE(run.sim.imaging.render);
  EXPECT_EQ(run.sim.residuals.tilt, 0.0);
  EXPECT_EQ(run.camera.latency, Duration{});
  EXPECT_EQ(run.sim.target.start.p, Vector2(-0.8322, -0.5322));  // 0.4 s before the reference
  EXPECT_EQ(run.sim.target.start.v, Vector2(0.038, 0.063));
  EXPECT_EQ(run.controller.payload.mass, 1.0);
  EXPECT_FALSE(run.controller.payload.fixed);

  // The mass centre is in the middle of the table, so the hand is where the reference has it.
  EXPECT_EQ(run.sim.start.theta_WB, deg_to_rad(19.0));
  const PlanarModel model(run.controller.robot);
  const Posture posture = compute_posture(run.sim.start.theta_WB, run.sim.start.joints);
  const Vector2 p_WG = run.sim.start.p_WB - satellite_from_mass_centre(model, posture);
  EXPECT_LT(p_WG.norm(), 1e-15);
  const Vector2 p_WE = p_WG + compute_hand(model, posture).p_GX;
  EXPECT_NEAR(p_WE.x(), -0.4450563072041499, 1e-14);
  EXPECT_NEAR(p_WE.y(), -0.1438681814231899, 1e-14);
}

TEST_F(ExperimentTest, KeepsTheTextOfEveryFile) {
  const RunConfig run = load_experiment(file("experiments/standing_target.yaml"), {"seed=7"});
  std::vector<std::string> paths;
  for (const ConfigSource& source : run.sources) {
    paths.push_back(source.path);
  }
  EXPECT_THAT(paths,
              testing::ElementsAre(file("experiments/standing_target.yaml"), file("testbeds/modern.yaml"),
                                   file("robots/yoshida_umetani.yaml"), file("tables/glass_1800.yaml"),
                                   file("cameras/modern_1280x1024_100hz.yaml"), "--set"));
  EXPECT_EQ(run.sources[1].text, read_all(file("testbeds/modern.yaml")));
  EXPECT_EQ(run.sources.back().text, "seed=7");
}

TEST_F(ExperimentTest, CompletesWhatAFileMayLeaveOut) {
  const RunConfig run = load_experiment(file("experiments/standing_target.yaml"));
  EXPECT_EQ(run.experiment.phases[0].name, "settle");
  EXPECT_EQ(run.experiment.phases[0].timeout, from_seconds(3.0));
  EXPECT_EQ(run.sim.drives.size(), 2u);
  EXPECT_EQ(run.controller.time_to_live, from_seconds(0.06));
  EXPECT_TRUE(run.controller.payload.fixed);
}

TEST_F(ExperimentTest, TurnsAStartRotationIntoMotionAboutTheMassCentre) {
  const RunConfig run = load_experiment(file("experiments/standing_target.yaml"),
                                        {"start.velocity_m_s=[0.01, 0]", "start.attitude_rate_deg_s=2"});
  const PlanarModel model(run.controller.robot);
  const Posture posture = compute_posture(run.sim.start.theta_WB, run.sim.start.joints);
  const Vector2 p_GB = satellite_from_mass_centre(model, posture);
  EXPECT_LT((run.sim.start.v_WB - Vector2(0.01, 0.0) - deg_to_rad(2.0) * perpendicular(p_GB)).norm(), 1e-15);
}

TEST_F(ExperimentTest, NamesAMissingFileAndTheKeyThatRefersToIt) {
  expect_only(break_file("testbeds/modern.yaml", "../robots/yoshida", "../robots/yoshda"),
              "testbeds/modern.yaml", 9, "robot", file("robots/yoshda_umetani.yaml") + " does not exist");
  expect_only(break_file("experiments/standing_target.yaml", "modern.yaml", "moder.yaml"),
              "experiments/standing_target.yaml", 6, "testbed", "does not exist");
}

TEST_F(ExperimentTest, ReportsTheErrorsOfAllFilesAtOnce) {
  write("configs/robots/yoshida_umetani.yaml",
        replaced(read_all(file("robots/yoshida_umetani.yaml")), "mass_kg: 6.256", "mass_kg: -6.256"));
  write("configs/tables/glass_1800.yaml",
        replaced(read_all(file("tables/glass_1800.yaml")), "size_m: [1.8", "size_m: [.nan"));
  write("configs/testbeds/modern.yaml",
        replaced(read_all(file("testbeds/modern.yaml")), "rate_norm: largest", "rate_norm: bigest"));
  const auto problems = break_file("experiments/standing_target.yaml", "mount: table", "mounted: table");
  std::vector<std::string> places;
  for (const ConfigProblem& problem : problems) {
    places.push_back(std::filesystem::path(problem.file).filename().string() + ' ' + problem.key);
  }
  EXPECT_THAT(places, testing::UnorderedElementsAre(
                          "yoshida_umetani.yaml satellite.mass_kg", "glass_1800.yaml size_m[0]",
                          "modern.yaml control.rate_norm", "standing_target.yaml target.mounted"));
}

TEST_F(ExperimentTest, RefusesLimitsAboveThoseOfTheJoints) {
  expect_only(break_file("testbeds/modern.yaml", "deg_s: 60", "deg_s: 91"), "testbeds/modern.yaml", 18,
              "control.max_joint_rate_deg_s", "a joint of the robot is slower");
}

TEST_F(ExperimentTest, RefusesAStartOutsideTheJointLimits) {
  expect_only(break_file("experiments/standing_target.yaml", "[22, 129]", "[22, 199]"),
              "experiments/standing_target.yaml", 14, "start.joints_deg[1]",
              "joint 2 starts outside its limits");
  expect_only(break_file("experiments/standing_target.yaml", "[22, 129]", "[22, 129, 5]"),
              "experiments/standing_target.yaml", 14, "start.joints_deg",
              "is a list of 3, but the robot has 2 joints");
}

TEST_F(ExperimentTest, RefusesATableSmallerThanTheRobot) {
  expect_only(break_file("tables/glass_1800.yaml", "[1.8, 1.8]", "[1.8, 1.0]"), "tables/glass_1800.yaml", 4,
              "size_m", "smaller than the robot");
}

TEST_F(ExperimentTest, RefusesACameraThatDoesNotSeeTheTable) {
  expect_only(break_file("cameras/modern_1280x1024_100hz.yaml", "2.6]", "2.3]"),
              "cameras/modern_1280x1024_100hz.yaml", 18, "position_m", "does not see the whole table");
  expect_only(break_file("cameras/modern_1280x1024_100hz.yaml", "2.6]", "0.1]"),
              "cameras/modern_1280x1024_100hz.yaml", 18, "position_m", "hangs lower than an LED");
}

TEST_F(ExperimentTest, RefusesATargetOutOfReach) {
  expect_only(break_file("experiments/standing_target.yaml", "[0.096, 0.363]", "[0.6, 0.6]"),
              "experiments/standing_target.yaml", 19, "target.position_m", "cannot reach the target");
}

TEST_F(ExperimentTest, RefusesALoopThatIsTooSlowForTheTimeToLive) {
  expect_only(break_file("testbeds/modern.yaml", "period_ms: 10", "period_ms: 100\n  time_to_live_ms: 200"),
              "testbeds/modern.yaml", 16, "loop.time_to_live_ms", "one late command");
  expect_only(break_file("testbeds/modern.yaml", "period_ms: 10", "period_ms: 121"), "testbeds/modern.yaml",
              15, "loop.period_ms", "is out of range");
}

TEST_F(ExperimentTest, RefusesPhasesThatCannotWork) {
  const std::string name = "experiments/standing_target.yaml";
  expect_only(break_file(name, "{phase: settle, duration_s: 1}", "{phase: settle}"), name, 24,
              "phases[0].duration_s", "missing");
  expect_only(break_file(name, "{phase: arm, timeout_s: 2}", "{phase: arm}"), name, 26, "phases[2].timeout_s",
              "missing");
  expect_only(
      break_file(name, "{phase: arm, timeout_s: 2}", "{phase: arm, timeout_s: 2, max_distance_mm: 4}"), name,
      26, "phases[2].max_distance_mm", "has no meaning");
  expect_only(break_file(name, "mount: table", "mount: none"), name, 27, "phases[3].phase",
              "there is no target");
  expect_only(break_file(name, "mass_centre_m: [0.0, 0.0]", "velocity_m_s: [0, 0]"), name, 12, "start",
              "the position is missing");
}

TEST_F(ExperimentTest, RefusesPhasesThatWouldWaitForADriveThatNobodyArms) {
  const std::string name = "experiments/standing_target.yaml";
  expect_only(break_file(name, "  - {phase: arm, timeout_s: 2}\n", ""), name, 26, "phases[2].phase",
              "the robot is not armed then");
  expect_only(break_file(name, "  - {phase: check, timeout_s: 5}\n", ""), name, 25, "phases[1].phase",
              "only a robot that was checked can be armed");
  const std::string again = "  - {phase: disarm, timeout_s: 5}\n  - {phase: release, timeout_s: 5}\n";
  expect_only(break_file(name, "  - {phase: disarm, timeout_s: 5}\n", again), name, 31, "phases[7].phase",
              "the robot is not armed then");
  EXPECT_TRUE(break_file(name, "  - {phase: disarm, timeout_s: 5}\n",
                         "  - {phase: disarm, timeout_s: 5}\n  - {phase: arm, timeout_s: 2}\n")
                  .empty());
}

TEST_F(ExperimentTest, RefusesFaultsWithoutEndOrOnJointsThatAreNotThere) {
  const std::string name = "experiments/standing_target.yaml";
  const auto with_fault = [&](const std::string& fault) {
    return break_file(name, "\nphases:", "\nfaults:\n  - {fault: " + fault + "}\nphases:");
  };
  EXPECT_TRUE(with_fault("glare, begin_s: 1, end_s: 2").empty());
  expect_only(with_fault("glare, begin_s: 1"), name, 24, "faults[0].end_s", "missing");
  expect_only(with_fault("glare, begin_s: 1, end_s: 1"), name, 24, "faults[0].end_s", "is not after begin_s");
  expect_only(with_fault("pot_stuck, begin_s: 1, end_s: 2, index: 2"), name, 24, "faults[0].index",
              "no such LED or joint");
}

TEST_F(ExperimentTest, ChecksReplacedSettingsByTheRulesOfTheTestbed) {
  const std::string name = "experiments/standing_target.yaml";
  expect_only(break_file(name, "\nphases:", "\nsettings:\n  guidance:\n    position_gain: 3\nphases:"), name,
              25, "settings.guidance.position_gain", "lacks its unit");
}

TEST_F(ExperimentTest, ANameIsOneThatAFolderMayHave) {
  const std::string experiment = "experiments/standing_target.yaml";
  for (const std::string name :
       {"\"../../X\"", "a/b", "..", ".", "\"two words\"", "na\u00efve", "\"a\\nb\""}) {
    const auto problems = break_file(experiment, "name: standing_target", "name: " + name);
    expect_only(problems, experiment, 4, "name", "cannot be a folder's name");
  }
  const auto problems = break_file(experiment, "name: standing_target", "name: " + std::string(65, 'x'));
  expect_only(problems, experiment, 4, "name", "cannot be a folder's name");
  EXPECT_THAT(break_file(experiment, "name: standing_target", "name: Night_2.b-" + std::string(54, 'x')),
              testing::IsEmpty());
}

}  // namespace
}  // namespace freefloat
