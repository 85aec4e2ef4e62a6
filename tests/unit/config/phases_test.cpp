// Phases beside captures and turns: what they need, repeats, conditions.
#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "support/config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace testing_support;

class PhasesFile : public ConfigFiles {
 protected:
  /// The shipped circle with other phases between `arm` and `hold`, and what stands after the phases.
  std::string experiment(const std::string& phases, const std::string& after = "") const {
    std::string text = read_all(kConfigs + "experiments/circle.yaml");
    text = replaced(text, "../testbeds/", kConfigs + "testbeds/");
    const std::size_t begin = text.find("  - phase: follow_path");
    const std::size_t end = text.find("  - {phase: hold");
    return write("phases.yaml", text.substr(0, begin) + phases + text.substr(end) + after);
  }

  RunConfig load(const std::string& phases, const std::string& after = "") const {
    return load_experiment(experiment(phases, after));
  }

  ConfigProblem problem_with(const std::string& phases, const std::string& after = "") const {
    const std::string file = experiment(phases, after);
    return problem_of([&] { load_experiment(file); });
  }

  static std::vector<std::string> names_of(const RunConfig& run) {
    std::vector<std::string> names;
    for (const Phase& phase : run.experiment.phases) names.push_back(phase.name);
    return names;
  }
};

TEST_F(PhasesFile, ArriveWithTheirNumbersInSiUnits) {
  const RunConfig run = load(
      "  - {phase: move_to, joints_deg: [90, -45], attitude_deg: 30, max_rate_deg_s: 18, timeout_s: 9}\n"
      "  - {phase: gripper, action: close, timeout_s: 3}\n"
      "  - {phase: jog, joint_rates_deg_s: [9, 0], duration_s: 2}\n"
      "  - {phase: jog, for: operator, timeout_s: 60}\n"
      "  - {phase: wait, until: \"hand_speed_m_s < 0.01\", timeout_s: 7}\n"
      "  - {phase: wait, for: operator, timeout_s: 600}\n");
  const auto& phases = run.experiment.phases;
  EXPECT_DOUBLE_EQ(phases[3].posture[1], deg_to_rad(-45));
  EXPECT_DOUBLE_EQ(*phases[3].attitude, deg_to_rad(30));
  EXPECT_DOUBLE_EQ(phases[3].posture_rate, deg_to_rad(18));
  EXPECT_EQ(phases[4].gripper, GripperAction::kClose);
  EXPECT_DOUBLE_EQ(phases[5].jog_rates[0], deg_to_rad(9));
  EXPECT_EQ(phases[5].timeout, from_seconds(5.0)) << "ends by itself";
  EXPECT_EQ(phases[6].ended_by, EndedBy::kOperator);
  EXPECT_TRUE(phases[7].until);
  EXPECT_EQ(phases[8].ended_by, EndedBy::kOperator);
}

TEST_F(PhasesFile, SayWhatTheyLack) {
  EXPECT_EQ(problem_with("  - {phase: move_to, timeout_s: 9}\n").key, "phases[3].joints_deg");
  EXPECT_EQ(problem_with("  - {phase: gripper, timeout_s: 9}\n").key, "phases[3].action");
  EXPECT_EQ(problem_with("  - {phase: jog, duration_s: 9}\n").key, "phases[3].joint_rates_deg_s");
  EXPECT_EQ(problem_with("  - {phase: wait, timeout_s: 9}\n").key, "phases[3].duration_s");
  EXPECT_EQ(problem_with("  - {phase: wait, for: operator}\n").key, "phases[3].timeout_s");
}

TEST_F(PhasesFile, RefuseWhatMeansNothingInThem) {
  EXPECT_EQ(problem_with("  - {phase: wait, for: operator, timeout_s: 9, duration_s: 3}\n").key,
            "phases[3].duration_s");
  EXPECT_EQ(problem_with("  - {phase: settle, duration_s: 3, action: open}\n").key, "phases[3].action");
  EXPECT_THAT(
      problem_with("  - {phase: wait, for: operator, until: \"hand_speed_m_s < 1\", timeout_s: 9}\n").problem,
      HasSubstr("already when the operator"));
}

TEST_F(PhasesFile, RefusePosturesAndRatesThatTheRobotDoesNotHave) {
  const ConfigProblem limit = problem_with("  - {phase: move_to, joints_deg: [349, 0], timeout_s: 9}\n");
  EXPECT_EQ(limit.key, "phases[3].joints_deg[0]");
  EXPECT_THAT(limit.problem, HasSubstr("joint 1 cannot go there"));
  EXPECT_THAT(problem_with("  - {phase: move_to, joints_deg: [3], timeout_s: 9}\n").problem,
              HasSubstr("is a list of 1, but the robot has 2 joints"));
  EXPECT_THAT(problem_with("  - {phase: jog, joint_rates_deg_s: [3, 2, 1], duration_s: 9}\n").problem,
              HasSubstr("is a list of 3, but the robot has 2 joints"));
}

TEST_F(PhasesFile, AreRepeatedUnderNamesThatTellWhichTimeItIs) {
  const RunConfig run = load(
      "  - repeat:\n      times: 3\n      phases:\n"
      "        - {phase: wait, duration_s: 1}\n"
      "        - {phase: hold, name: rest, duration_s: 1}\n");
  EXPECT_THAT(names_of(run),
              ElementsAre("settle", "check", "arm", "wait (1 of 3)", "rest (1 of 3)", "wait (2 of 3)",
                          "rest (2 of 3)", "wait (3 of 3)", "rest (3 of 3)", "hold", "disarm"));
}

TEST_F(PhasesFile, AreRepeatedWithinEachOther) {
  const RunConfig run = load(
      "  - repeat:\n      times: 2\n      phases:\n"
      "        - repeat: {times: 2, phases: [{phase: wait, duration_s: 1}]}\n");
  EXPECT_THAT(names_of(run), testing::Contains("wait (2 of 2) (1 of 2)"));
  EXPECT_EQ(run.experiment.phases.size(), 9u);
}

TEST_F(PhasesFile, ThatAreRepeatedAreWrongOnceAndWhereTheyStand) {
  const ConfigProblem problem = problem_with(
      "  - repeat:\n      times: 3\n      phases:\n"
      "        - {phase: wait, duration_s: 1}\n"
      "        - {phase: hold, duration_s: -1}\n");
  EXPECT_EQ(problem.key, "phases[3].repeat.phases[1].duration_s");
}

TEST_F(PhasesFile, RefuseARepeatThatIsNone) {
  EXPECT_THAT(problem_with("  - repeat: {times: 1, phases: [{phase: wait, duration_s: 1}]}\n").key,
              HasSubstr("repeat.times"));
  EXPECT_THAT(problem_with("  - repeat: {times: 2.5, phases: [{phase: wait, duration_s: 1}]}\n").key,
              HasSubstr("repeat.times"));
  EXPECT_THAT(problem_with("  - repeat: {times: 2, phases: []}\n").problem, HasSubstr("nothing to repeat"));
  EXPECT_THAT(
      problem_with("  - {repeat: {times: 2, phases: [{phase: wait, duration_s: 1}]}, name: x}\n").problem,
      HasSubstr("beside other keys"));
  EXPECT_THAT(problem_with("  - repeat: {times: 99, phases: [{phase: wait, duration_s: 1}, {phase: wait, "
                           "duration_s: 1}]}\n")
                  .problem,
              HasSubstr("is a list of 203"));
}

TEST_F(PhasesFile, ConditionsOfTheRunAreRead) {
  const RunConfig run =
      load("", "\nsuccess:\n  - max(loop_compute_ms) < 5\n  - final(hand_speed_m_s) <= 0.01\n");
  ASSERT_EQ(run.experiment.success.size(), 2u);
  EXPECT_EQ(run.experiment.success[1].text, "final(hand_speed_m_s) <= 0.01");
}

TEST_F(PhasesFile, AConditionThatIsNoneIsToldWithLineColumnAndRemedy) {
  const ConfigProblem problem = problem_with("", "\nsuccess:\n  - max(loop_speed) < 5\n");
  EXPECT_GT(problem.line, 20);
  EXPECT_EQ(problem.key, "success[0]");
  EXPECT_EQ(problem.value, "max(loop_speed) < 5");
  EXPECT_THAT(problem.problem, HasSubstr("column 5: there is no quantity `loop_speed`"));
  EXPECT_THAT(problem.allowed, HasSubstr("loop_compute_ms"));
  EXPECT_THAT(problem_with("  - {phase: wait, until: \"loop_compute_ms < 1\", timeout_s: 9}\n").problem,
              HasSubstr("not known before the run is over"));
}

}  // namespace
}  // namespace freefloat
