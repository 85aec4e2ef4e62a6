// From a run in a world that differs from the files to files that do not: through the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/record_run.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

ProgramOutcome run_freefloat(const std::string& arguments) {
  return run_command(std::string(FF_PROGRAM) + " " + arguments + " 2>&1");
}

nlohmann::json ask(const std::string& arguments) {
  const ProgramOutcome outcome = run_command(std::string(FF_PROGRAM) + " " + arguments + " --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  return nlohmann::json::parse(outcome.text, nullptr, false);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// One run with everything wrong, and a copy of the configuration to be put right.
class CalibrateCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = testing::TempDir() + "/calibrate_" + std::to_string(getpid());
    fs::create_directories(folder_);
    fs::copy(source_dir() + "/configs", folder_ + "/configs", fs::copy_options::recursive);
    record_run(
        source_dir() + "/configs/experiments/identify.yaml",
        {"simulation.imaging.render=false", "simulation.truth.robot.links[1].mass_kg=0.75",
         "simulation.truth.delays.to_board_ms=22",
         "simulation.truth.drives=[{pot_offset_deg: 1.5}, {pot_offset_deg: -1, tacho_range_deg_s: 350}]"},
        log());
    record_run(source_dir() + "/configs/experiments/identify.yaml",
               {"simulation.imaging.render=false", "phases=[{phase: settle, duration_s: 2}]"}, still());
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static std::string log() { return folder_ + "/run.mcap"; }
  static std::string still() { return folder_ + "/still.mcap"; }
  static std::string config(const std::string& name) { return folder_ + "/configs/" + name; }

  static inline std::string folder_;
};

TEST_F(CalibrateCommand, FindsTheDelayAndWritesItBesideTheComments) {
  const auto found = ask("calibrate delays " + log() + " --report " + folder_ + "/delays.html --write " +
                         config("testbeds/modern.yaml"));
  EXPECT_NEAR(found.at("command_to_motion").at("delay_ms").get<double>(), 22.5, 1.0);
  const std::string testbed = text_of(config("testbeds/modern.yaml"));
  EXPECT_THAT(testbed, HasSubstr("# Wire, board and half a period."));
  EXPECT_THAT(testbed, Not(HasSubstr("actuation_delay_ms: 7\n")));
  EXPECT_EQ(run_freefloat("check " + config("testbeds/modern.yaml")).exit_code, 0);
  EXPECT_THAT(text_of(folder_ + "/delays.html"), HasSubstr("<svg"));
}

TEST_F(CalibrateCommand, FindsOffsetAndScaleOfTheJointsSensors) {
  const auto found = ask("calibrate joints " + log() + " --write " + config("testbeds/paper.yaml"));
  const auto& joints = found.at("joints");
  EXPECT_NEAR(joints[0].at("settings").at("pot_offset_deg").get<double>(), 1.5, 0.1);
  EXPECT_NEAR(joints[1].at("settings").at("pot_offset_deg").get<double>(), -1.0, 0.1);
  EXPECT_NEAR(joints[1].at("settings").at("tacho_range_deg_s").get<double>(), 350.0, 2.0);
  EXPECT_EQ(run_freefloat("check " + config("testbeds/paper.yaml")).exit_code, 0);
  EXPECT_THAT(run_freefloat("board-parameters " + config("testbeds/paper.yaml")).text,
              HasSubstr(".pot_offset_urad = 26"));
}

/// 2.2 N m/A on the joint's side, 24 V, 4 ohm; joint 2 as its file has it.
TEST_F(CalibrateCommand, FindsTheMotorsByTheDutyThatTheBoardDrove) {
  const std::string run = folder_ + "/motors.mcap";
  record_run(
      source_dir() + "/configs/experiments/identify.yaml",
      {"simulation.imaging.render=false", "simulation.truth.drives=[{torque_constant_nm_a: 0.022}, {}]"},
      run);
  const std::string testbed = config("testbeds/modern.yaml");
  const auto found = ask("calibrate joints " + run + " --write " + testbed).at("joints");
  const double torques[] = {2.2 * 24.0 / 4.0, 2.5 * 24.0 / 4.0};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& motor = found[i].at("motor");
    ASSERT_TRUE(motor.at("found").get<bool>()) << motor;
    const double sigma = motor.at("torque_sigma_nm");
    EXPECT_LT(sigma, 0.03 * torques[i]);
    EXPECT_NEAR(motor.at("torque_nm").get<double>(), torques[i], 3.0 * sigma) << motor;
    EXPECT_NEAR(motor.at("friction_nm").get<double>(), 0.02, 0.006) << motor;
  }
  EXPECT_NEAR(found[0].at("settings").at("torque_constant_nm_a").get<double>(), 0.022, 3e-4);
  EXPECT_NEAR(found[1].at("settings").at("resistance_ohm").get<double>(), 4.0, 0.2);
  EXPECT_THAT(text_of(testbed), HasSubstr("motor's torque known to"));
  EXPECT_EQ(run_freefloat("check " + testbed).exit_code, 0);
  // A robot that did not move tells nothing of its motors.
  EXPECT_THAT(run_freefloat("calibrate joints " + still()).text, HasSubstr("motor          has turned for"));
}

/// The drives cannot move a joint whose sensors count the wrong way: the board stops at once.
TEST_F(CalibrateCommand, FindsReversedAndFarOffSensorsWherePeopleMoveTheJoints) {
  const std::string experiment = source_dir() + "/configs/experiments/identify.yaml";
  const std::string truth =
      "simulation.truth.drives=[{pot_reversed: true, tacho_reversed: true}, {pot_offset_deg: 70}]";
  RunConfig shaken = load_experiment(
      experiment, {truth, "phases=[{phase: settle, duration_s: 8}]",
                   "faults=[{fault: push, force_n: 20, begin_s: 1, end_s: 1.5}, {fault: push, force_n: -20, "
                   "begin_s: 1.5, end_s: 2.5}, {fault: push, force_n: 20, begin_s: 2.5, end_s: 3}]"});
  shaken.experiment.readonly = true;
  const std::string by_hand = folder_ + "/by_hand.mcap";
  record_run(shaken, by_hand);
  const std::string testbed = config("testbeds/by_hand.yaml");
  fs::copy_file(source_dir() + "/configs/testbeds/modern.yaml", testbed);
  const std::string jog = "run " + experiment + " --testbed " + testbed + " --set '" + truth +
                          "' --set simulation.imaging.render=false --log-dir " + folder_ + "/jogs";
  EXPECT_EQ(run_freefloat(jog).exit_code, 1);
  const auto found = ask("calibrate joints " + by_hand + " --write " + testbed).at("joints");
  EXPECT_TRUE(found[0].at("settings").at("pot_reversed").get<bool>());
  EXPECT_TRUE(found[0].at("settings").at("tacho_reversed").get<bool>());
  EXPECT_NEAR(found[0].at("settings").at("pot_offset_deg").get<double>(), 0.0, 0.3);
  EXPECT_FALSE(found[1].at("settings").at("pot_reversed").get<bool>());
  EXPECT_NEAR(found[1].at("settings").at("pot_offset_deg").get<double>(), 70.0, 0.3);
  const ProgramOutcome now = run_freefloat(jog);
  EXPECT_EQ(now.exit_code, 0) << now.text;
}

TEST_F(CalibrateCommand, FindsAMassAndWritesTheRobotsFile) {
  const std::string robot = config("robots/yoshida_umetani.yaml");
  const auto found = ask("identify " + log() + " --write " + robot +
                         " --hold mass_centres,satellite.mass_kg,links[0].mass_kg");
  EXPECT_EQ(found.at("rank"), found.at("unknowns"));
  bool seen = false;
  for (const auto& value : found.at("values")) {
    if (value.at("key") != "links[1].mass_kg") continue;
    seen = true;
    EXPECT_NEAR(value.at("value").get<double>(), 0.75, 0.01);
  }
  EXPECT_TRUE(seen);
  EXPECT_THAT(text_of(robot), HasSubstr("# identified: "));
  EXPECT_THAT(text_of(robot), HasSubstr("# Body 0. Table 2"));
  EXPECT_EQ(run_freefloat("check " + robot).exit_code, 0);
  EXPECT_THAT(run_freefloat("identify " + log() + " --write " + robot).text, HasSubstr("other numbers"));
}

/// Half a kilogram more than the experiment says, from 6 s of jogs behind the capture.
TEST_F(CalibrateCommand, FindsWhatTheHandHoldsFromTheMotionAfterACapture) {
  const std::string log = folder_ + "/payload.mcap";
  const std::string experiment = source_dir() + "/configs/experiments/moving_target.yaml";
  const std::vector<std::string> settings{
      "simulation.imaging.render=false", "target.mass_kg=1.5", "target.inertia_kg_m2=0.008",
      "payload={mass_kg: 1.0, inertia_kg_m2: 0.005, fixed: false}",
      "phases=[{phase: settle, duration_s: 0.5}, {phase: check, timeout_s: 5}, {phase: arm, timeout_s: 2}, "
      "{phase: capture_moving, timeout_s: 60}, {phase: jog, joint_rates_deg_s: [20, -20], duration_s: "
      "1.5}, {phase: jog, joint_rates_deg_s: [-20, 0], duration_s: 1.5}, {phase: jog, joint_rates_deg_s: "
      "[0, 20], duration_s: 1.5}, {phase: jog, joint_rates_deg_s: [-20, 20], duration_s: 1.5}, {phase: "
      "release, timeout_s: 5}, {phase: disarm, timeout_s: 5}]"};
  record_run(experiment, settings, log);
  std::string set;
  for (const std::string& setting : settings) set += " --set '" + setting + "'";
  const auto found = ask("identify --payload " + log);
  EXPECT_TRUE(found.at("told").get<bool>()) << found;
  EXPECT_NEAR(found.at("mass_kg").get<double>(), 1.5, 0.1) << found;
  EXPECT_LT(found.at("mass_low_kg").get<double>(), 1.5);
  EXPECT_GT(found.at("mass_high_kg").get<double>(), 1.5);
  EXPECT_GT(found.at("mass_low_kg").get<double>(), 1.0);
  EXPECT_GE(found.at("seconds").get<double>(), 5.0);
  EXPECT_THAT(run_freefloat("identify --payload " + log).text,
              HasSubstr("the experiment assumes 1.000 kg, 0.0050 kg m^2: that is not what was captured"));
  // And while the run goes on.
  const ProgramOutcome live = run_freefloat("run " + experiment + " --log-dir " + folder_ + "/held" + set);
  EXPECT_THAT(live.text, HasSubstr("payload, from 5.")) << live.text;
  EXPECT_THAT(live.text, HasSubstr("; the experiment assumes 1.000 kg"));
  const ProgramOutcome empty = run_freefloat("identify --payload " + CalibrateCommand::log());
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_THAT(empty.text, HasSubstr("at least 5 s are needed: capture, then jog each joint"));
}

/// The first link 8 mm longer than it is: no masses make such a motion conserve momentum.
TEST_F(CalibrateCommand, GivesNoIntervalsAndWritesNothingWhereTheMotionContradictsTheRobotsFile) {
  const std::string wrong = folder_ + "/wrong.yaml";
  std::string text = text_of(source_dir() + "/configs/robots/yoshida_umetani.yaml");
  text.replace(text.find("to_end_m: [0.188"), 16, "to_end_m: [0.196");
  std::ofstream(wrong) << text;
  const auto found = ask("identify " + log() + " --robot " + wrong);
  EXPECT_FALSE(found.at("sound").get<bool>());
  for (const auto& value : found.at("values")) {
    if (value.at("held").get<bool>()) continue;
    EXPECT_TRUE(value.at("low").is_null()) << value;
  }
  const ProgramOutcome refused =
      run_freefloat("identify " + log() + " --robot " + wrong + " --write " + wrong);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.text,
              HasSubstr("nothing was done; the motion contradicts the conservation of momentum"));
  EXPECT_EQ(text_of(wrong), text);
}

TEST_F(CalibrateCommand, SuggestsAMotionThatRunsAndTellsWhatWasOpen) {
  const std::string first = folder_ + "/first.mcap";
  record_run(
      source_dir() + "/configs/experiments/identify.yaml",
      {"simulation.imaging.render=false",
       "phases=[{phase: settle, duration_s: 0.5}, {phase: check, timeout_s: 5}, {phase: arm, timeout_s: 2}, "
       "{phase: jog, joint_rates_deg_s: [0, 20], duration_s: 3}, {phase: jog, joint_rates_deg_s: [0, -20], "
       "duration_s: 3}, {phase: disarm, timeout_s: 5}]"},
      first);
  const std::string next = folder_ + "/next.yaml";
  const auto before = ask("identify " + first + " --testbed " + source_dir() +
                          "/configs/testbeds/modern.yaml --suggest " + next);
  EXPECT_TRUE(before.at("suggestion").at("directions")[0].at("will_tell").get<bool>());
  EXPECT_EQ(run_freefloat("check " + next).exit_code, 0);
  const ProgramOutcome run =
      run_freefloat("run " + next + " --set simulation.imaging.render=false --log-dir " + folder_ + "/runs");
  EXPECT_EQ(run.exit_code, 0) << run.text;
  std::string second;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ + "/runs"))
    if (entry.path().extension() == ".mcap") second = entry.path().string();
  const auto after = ask("identify " + first + " " + second);
  EXPECT_GT(after.at("rank").get<int>(), before.at("rank").get<int>());
  EXPECT_THAT(run_freefloat("identify " + first + " --testbed gone.yaml --suggest " + next).text,
              HasSubstr("--testbed"));
}

TEST_F(CalibrateCommand, SaysInWordsWhatALogLacks) {
  for (const std::string what : {"calibrate delays ", "identify "}) {
    const ProgramOutcome outcome = run_freefloat(what + still());
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.text, HasSubstr("the drives were never on"));
  }
  EXPECT_THAT(run_freefloat("calibrate joints " + still()).text, HasSubstr("has moved too little"));
  EXPECT_THAT(run_freefloat("identify " + log() + " --hold mass").text, HasSubstr("mass_centres"));
  EXPECT_THAT(run_freefloat("calibrate delays " + config("testbeds/modern.yaml")).text, HasSubstr("MCAP"));
}

}  // namespace
}  // namespace freefloat
