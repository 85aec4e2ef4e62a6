#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace {

using testing::HasSubstr;

using freefloat::ProgramOutcome;

ProgramOutcome run_program(const std::string& arguments) {
  return freefloat::run_command(std::string(FF_PROGRAM) + " simulate " + arguments);
}

std::string config(const std::string& name) {
  return freefloat::source_dir() + "/configs/" + name + ".yaml";
}

/// A file that is removed again.
struct TemporaryFile {
  explicit TemporaryFile(const std::string& name)
      : path((std::filesystem::path(testing::TempDir()) / (std::to_string(getpid()) + name)).string()) {}
  ~TemporaryFile() { std::filesystem::remove(path); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path;
};

TEST(SimulateCommand, SimulatesEveryShippedFile) {
  for (const auto& entry :
       std::filesystem::directory_iterator(freefloat::source_dir() + "/configs/simulations")) {
    const ProgramOutcome outcome = run_program(entry.path().string() + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << entry.path();
    const auto json = nlohmann::json::parse(outcome.text);
    EXPECT_EQ(json.at("final").at("time_s"), json.at("duration_s"));
    EXPECT_LT(json.at("energy_error_j").get<double>(), 1e-10);
    EXPECT_LT(json.at("linear_momentum_error_ns").get<double>(), 1e-10);
    EXPECT_LT(json.at("angular_momentum_error_nms").get<double>(), 1e-10);
  }
}

TEST(SimulateCommand, TakesAModelWithFlags) {
  const ProgramOutcome outcome =
      run_program(config("robots/yoshida_umetani") +
                  " --duration-s 0.5 --joints-rad -0.962,-0.45 --joint-rates-rad-s 0.634,0.573"
                  " --torques-nm -0.199,0.017 --base-position-m -0.748,1.34,0"
                  " --base-euler-zyx-rad -0.932,0,0 --base-velocity-m-s -0.431,0.273,0"
                  " --base-angular-velocity-rad-s 0,0,-0.616 --json");
  ASSERT_EQ(outcome.exit_code, 0);
  const auto final = nlohmann::json::parse(outcome.text).at("final");
  // planar_dynamics of the reference values, at 0.5 s.
  EXPECT_NEAR(final.at("base_position_m")[0], -0.9585576855070058, 1e-10);
  EXPECT_NEAR(final.at("base_position_m")[1], 1.467437070589945, 1e-10);
  EXPECT_NEAR(final.at("joints")[0].at("angle_rad"), -1.1106248937562506, 1e-10);
  EXPECT_NEAR(final.at("joints")[1].at("angle_rad"), 0.5516989146134829, 1e-10);
}

TEST(SimulateCommand, WritesTableReportAndVideo) {
  const TemporaryFile csv("simulate.csv"), report("simulate.html"), video("simulate.mp4");
  const ProgramOutcome outcome =
      run_program(config("simulations/single_arm") + " --duration-s 4 --csv " + csv.path + " --report " +
                  report.path + " --video " + video.path);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, HasSubstr("balance of energy"));
  std::ifstream table(csv.path);
  int rows = 0;
  for (std::string line; std::getline(table, line);) ++rows;
  EXPECT_EQ(rows, 1 + 81);
  EXPECT_GT(std::filesystem::file_size(report.path), 50'000u);
  EXPECT_GT(std::filesystem::file_size(video.path), 10'000u);
  std::ifstream file(video.path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(bytes, HasSubstr("avc1")) << "H.264, which browsers play";
}

TEST(SimulateCommand, PlaysATableThatItHasWritten) {
  const TemporaryFile csv("torques.csv"), file("played.yaml");
  ASSERT_EQ(run_program(config("models/mixed_rprp") + " --duration-s 2 --torques-nm 0.3,0.2,-0.1,0.4 --csv " +
                        csv.path)
                .exit_code,
            0);
  std::ofstream(file.path) << "model: " << config("models/mixed_rprp")
                           << "\nduration_s: 2\njoints:\n  - {joint: link_1, drive: {table: {file: "
                           << csv.path << ", column: link_1_joint_nm, between: linear}}}\n";
  const auto torque_at_end = nlohmann::json::parse(run_program(file.path + " --json").text)
                                 .at("final")
                                 .at("joints")[0]
                                 .at("torque_nm");
  EXPECT_DOUBLE_EQ(torque_at_end, 0.3);
}

TEST(SimulateCommand, ReportsInverseDynamicsThenForwardSimulationAsSaha) {
  const auto deviation = [](const std::string& transfer) {
    const ProgramOutcome outcome =
        run_program(config("simulations/saha_1993") + " --inverse-then-forward " + transfer + " --json");
    EXPECT_EQ(outcome.exit_code, 0);
    return nlohmann::json::parse(outcome.text).at("deviation").at("end_points")[0];
  };
  EXPECT_LT(deviation("continuous").at("distance_m").get<double>(), 1e-10);
  const auto held = deviation("held");
  EXPECT_NEAR(held.at("along_axes_m")[0].get<double>() / held.at("travel_m")[0].get<double>(), 0.0159, 5e-5);
  EXPECT_NEAR(deviation("linear").at("along_axes_m")[0].get<double>(), 0.7e-3, 5e-6);
}

TEST(SimulateCommand, KeepsTheResultsOfASimulationThatCannotGoOn) {
  const TemporaryFile csv("broken.csv"), file("broken.yaml");
  std::ofstream(file.path) << "model: " << config("models/saha_1993")
                           << "\nduration_s: 10\njoints: [{joint: link_2, angle_deg: 40}]\n"
                              "end_point_path: {end_point: hand, follow: planar_position, to_m: [5, 0, 0]}\n";
  const ProgramOutcome outcome = run_program(file.path + " --csv " + csv.path + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("cannot go on: at t = "));
  EXPECT_GT(std::filesystem::file_size(csv.path), 5'000u);
}

TEST(SimulateCommand, RefusesWhatDoesNotFit) {
  const auto message = [](const std::string& arguments) {
    const ProgramOutcome outcome = run_program(arguments + " 2>&1");
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    return outcome.text;
  };
  EXPECT_THAT(message(config("models/mixed_rprp") + " --torques-nm 1,2"),
              HasSubstr("--torques-nm 1,2: 2 numbers are given, 4 are wanted"));
  EXPECT_THAT(message(config("models/mixed_rprp") + " --joints-rad 1,2,x,4"), HasSubstr("'x' is not"));
  EXPECT_THAT(message("/nowhere.yaml"), HasSubstr("/nowhere.yaml"));
  EXPECT_THAT(message(config("models/mixed_rprp") + " --inverse-then-forward held"),
              HasSubstr("motion of all"));
  EXPECT_THAT(message(config("models/mixed_rprp") + " --csv /nowhere/x.csv"),
              HasSubstr("--csv: cannot write"));
}

TEST(SimulateCommand, HoldsALockedBaseAndSaysHow) {
  const TemporaryFile csv("locked.csv");
  const ProgramOutcome outcome =
      run_program(config("models/mixed_rprp") + " --duration-s 1 --lock-base --torques-nm " +
                  "0.3,0.2,-0.1,0.4 --json --csv " + csv.path);
  ASSERT_EQ(outcome.exit_code, 0);
  const auto json = nlohmann::json::parse(outcome.text);
  EXPECT_EQ(json.at("final").at("base_velocity_m_s"), (nlohmann::json{0.0, 0.0, 0.0}));
  EXPECT_GT(json.at("largest_base_reaction_n").get<double>(), 0.0);
  EXPECT_EQ(json.at("final").at("base_reaction_moment_nm").size(), 3u);
  std::string header;
  std::getline(std::ifstream(csv.path) >> std::ws, header);
  for (const char* column : {"base_reaction_force_x_n", "base_reaction_moment_z_nm", "link_1_joint_rad_s2",
                             "base_zyx_yaw_rad", "base_angular_acceleration_x_rad_s2"})
    EXPECT_THAT(header, HasSubstr(column));
  EXPECT_EQ(
      run_program(config("models/mixed_rprp") + " --lock-base --base-velocity-m-s 1,0,0 2>&1").exit_code, 1);
}

TEST(SimulateCommand, RepeatsAMotionThatItHasWritten) {
  const TemporaryFile csv("motion.csv"), file("repeated.yaml");
  const ProgramOutcome free = run_program(
      config("models/mixed_rprp") +
      " --duration-s 2 --sample-step-s 0.02 --torques-nm 0.3,0.2,-0.1,0.4 --json --csv " + csv.path);
  ASSERT_EQ(free.exit_code, 0);
  std::ofstream played(file.path);
  played << "model: " << config("models/mixed_rprp") << "\nduration_s: 2\njoints:\n";
  const char* units[] = {"_rad", "_m", "_rad", "_m"};
  for (int i = 1; i <= 4; ++i) {
    const std::string joint = "link_" + std::to_string(i);
    played << "  - {joint: " << joint << ", drive: {motion_table: {file: " << csv.path
           << ", column: " << joint << "_joint" << units[i - 1] << "}}}\n";
  }
  played.close();
  const auto repeated = nlohmann::json::parse(run_program(file.path + " --json").text).at("final");
  const auto first = nlohmann::json::parse(free.text).at("final");
  // The torques come back from the motion, and the base goes where it went.
  EXPECT_NEAR(repeated.at("joints")[0].at("torque_nm"), 0.3, 1e-4);
  EXPECT_NEAR(repeated.at("joints")[1].at("force_n"), 0.2, 1e-4);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(repeated.at("base_position_m")[i], first.at("base_position_m")[i].get<double>(), 1e-7);
}

}  // namespace
