#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load_simulation.h"
#include "config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::HasSubstr;

const std::string kModel = R"(name: pair
base: {kind: free, mass_kg: 10, mass_centre_m: [0, 0, 0], inertia_kg_m2: [1, 1, 1, 0, 0, 0]}
links:
  - name: lower
    parent: base
    mass_kg: 2
    mass_centre_m: [0.1, 0, 0]
    inertia_kg_m2: [0.1, 0.2, 0.2, 0, 0, 0]
    joint: {kind: revolute, position_m: [0.2, 0, 0], axis: [0, 0, 1]}
  - name: upper
    parent: lower
    mass_kg: 1
    mass_centre_m: [0.1, 0, 0]
    inertia_kg_m2: [0.1, 0.2, 0.2, 0, 0, 0]
    joint: {kind: prismatic, name: slide, position_m: [0.3, 0, 0], axis: [1, 0, 0]}
end_points:
  - {name: hand, body: upper, position_m: [0.2, 0, 0]}
)";

const std::string kSimulation = R"(model: model.yaml
duration_s: 8
base: {position_m: [1, 2, 3], rotation_zyx_deg: [90, 0, 0], force_n: [0, 0, 1]}
joints:
  - {joint: lower, angle_deg: 30, start_rate_deg_s: 6, drive: {table: {file: t.csv, column: a_nm, between: linear}}}
  - {joint: slide, shift_m: 0.1, drive: {quintic: {to_m: 0.2, begin_s: 1}}}
)";

class SimulationFiles : public ConfigFiles {
 protected:
  SimulationFiles() {
    write("model.yaml", kModel);
    write("t.csv", "time_s,a_nm,b_nm\n0,1.5,0\n2,-2.5,0\r\n");
  }
  /// The only problem of the simulation with one part of it changed.
  ConfigProblem problem_with(const std::string& from, const std::string& to) const {
    const std::string file = write("s.yaml", replaced(kSimulation, from, to));
    return problem_of([&] { load_simulation(file); });
  }
};

TEST_F(SimulationFiles, HoldStartDrivesAndForces) {
  const SimulationConfig config = load_simulation(write("s.yaml", kSimulation));
  EXPECT_EQ(config.name, "pair");
  EXPECT_EQ(config.duration, 8.0);
  EXPECT_EQ(config.start.p_WB, Vector3(1.0, 2.0, 3.0));
  EXPECT_NEAR(config.start.R_WB(1, 0), 1.0, 1e-15);
  EXPECT_FALSE(config.start.v_WB.has_value());
  EXPECT_EQ(config.base_wrench[2], 1.0);
  EXPECT_NEAR(config.start.joints[0], kPi / 6.0, 1e-15);
  EXPECT_NEAR(config.start.joint_rates[0], kPi / 30.0, 1e-15);
  const auto& table = std::get<TorqueTable>(config.drives[0]);
  EXPECT_EQ(table.time, (std::vector<double>{0.0, 2.0}));
  EXPECT_EQ(table.torque, (std::vector<double>{1.5, -2.5}));
  EXPECT_EQ(table.rule, TableRule::kLinear);
  const auto& quintic = std::get<Quintic>(config.drives[1]);
  EXPECT_EQ(quintic.from, 0.1);
  EXPECT_EQ(quintic.to, 0.2);
  EXPECT_EQ(quintic.begin, 1.0);
  EXPECT_EQ(quintic.end, 8.0);
}

TEST_F(SimulationFiles, MayBeAModelOrAPlanarRobotAlone) {
  EXPECT_EQ(load_simulation(path("model.yaml")).drives.size(), 2u);
  const SimulationConfig planar = load_simulation(kConfigs + "robots/yoshida_umetani.yaml");
  EXPECT_EQ(planar.tree.base_kind, BaseKind::kPlanar);
}

TEST_F(SimulationFiles, NameThePlaceOfWhatIsWrong) {
  ConfigProblem problem = problem_with("joint: lower", "joint: elbow");
  EXPECT_EQ(problem.line, 5);
  EXPECT_EQ(problem.key, "joints[0].joint");
  EXPECT_EQ(problem.value, "elbow");
  EXPECT_THAT(problem.allowed, HasSubstr("lower_joint, slide"));

  EXPECT_EQ(problem_with("shift_m: 0.1", "angle_deg: 3").key, "joints[1].angle_deg");
  EXPECT_EQ(problem_with("to_m: 0.2", "to_deg: 2").key, "joints[1].drive.quintic.to_deg");
  EXPECT_EQ(problem_with("to_m: 0.2, ", "").key, "joints[1].drive.quintic");
  EXPECT_EQ(problem_with("begin_s: 1", "begin_s: 9").key, "joints[1].drive.quintic.begin_s");
  EXPECT_EQ(problem_with("joint: slide, shift_m: 0.1", "joint: upper, shift_m: 0.1, start_rate_m_s: 1").key,
            "joints[1]");
  EXPECT_THAT(problem_with("{quintic: ", "{force_n: 1, quintic: ").problem, HasSubstr("one drive, not 2"));
  EXPECT_THAT(
      problem_with("joint: slide, shift_m: 0.1, drive: {quintic: {to_m: 0.2, begin_s: 1}}", "joint: lower")
          .problem,
      HasSubstr("twice"));
  EXPECT_EQ(problem_with("duration_s: 8", "duration_s: -8").key, "duration_s");
  EXPECT_EQ(problem_with("model.yaml", "none.yaml").key, "model");
}

TEST_F(SimulationFiles, RefuseTablesThatAreNone) {
  EXPECT_EQ(problem_with("a_nm", "c_nm").key, "joints[0].drive.table.column");
  EXPECT_EQ(problem_with("t.csv", "none.csv").key, "joints[0].drive.table.file");
  write("t.csv", "time_s,a_nm\n0,1\n1,nan\n");
  ConfigProblem problem = problem_with("duration_s: 8", "duration_s: 9");
  EXPECT_EQ(problem.line, 3);
  EXPECT_EQ(problem.value, "nan");
  write("t.csv", "time_s,a_nm\n1,1\n1,2\n");
  EXPECT_THAT(problem_with("duration_s: 8", "duration_s: 9").problem, HasSubstr("do not rise"));
  write("t.csv", "time_s,a_nm\n1,1,3\n");
  EXPECT_THAT(problem_with("duration_s: 8", "duration_s: 9").problem, HasSubstr("3 cells"));
}

TEST_F(SimulationFiles, RefusePathsThatTheModelCannotFollow) {
  const std::string text =
      "model: model.yaml\nduration_s: 8\nend_point_path: {end_point: hand, follow: pose, to_m: [1, 0, 0]}\n";
  EXPECT_THAT(problem_of([&] { load_simulation(write("s.yaml", text)); }).problem,
              HasSubstr("only 2 joints"));
  EXPECT_EQ(problem_of([&] { load_simulation(write("s.yaml", replaced(text, "hand", "foot"))); }).key,
            "end_point_path.end_point");
}

}  // namespace
}  // namespace freefloat
