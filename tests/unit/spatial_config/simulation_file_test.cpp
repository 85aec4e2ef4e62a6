#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spatial/config/load_simulation.h"
#include "support/config_files.h"
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
  const TreeSimulationConfig config = load_simulation(write("s.yaml", kSimulation));
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
  const TreeSimulationConfig planar = load_simulation(kConfigs + "robots/yoshida_umetani.yaml");
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

/// Simulations of the pair whose first joint has one drive.
class GivenMotions : public SimulationFiles {
 protected:
  std::string with_drive(const std::string& drive, const std::string& start = "") const {
    return write("s.yaml", "model: model.yaml\nduration_s: 8\njoints:\n  - {joint: lower, " + start +
                               "drive: {" + drive + "}}\n");
  }
  TreeSimulationConfig load(const std::string& drive, const std::string& start = "") const {
    return load_simulation(with_drive(drive, start));
  }
  ConfigProblem problem(const std::string& drive, const std::string& start = "") const {
    return problem_of([&] { load(drive, start); });
  }
};

TEST_F(GivenMotions, HaveSegmentsOneAfterTheOther) {
  const TreeSimulationConfig config = load(
      "segments: [{to_deg: 90, end_s: 2, end_rate_deg_s: 45}, {to_deg: 180, end_s: 4}, {to_rad: 0, begin_s: "
      "5, "
      "end_s: 7}]",
      "angle_deg: 30, ");
  const auto& pieces = std::get<MotionSegments>(config.drives[0]).pieces;
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_NEAR(pieces[0].from, kPi / 6.0, 1e-15);
  EXPECT_NEAR(pieces[0].to, kPi / 2.0, 1e-15);
  EXPECT_NEAR(pieces[1].from_rate, kPi / 4.0, 1e-15);
  EXPECT_EQ(pieces[1].begin, 2.0);
  EXPECT_EQ(pieces[2].begin, 5.0);
  EXPECT_EQ(pieces[2].to_rate, 0.0);

  EXPECT_EQ(problem("segments: [{to_deg: 9, end_s: 3}, {to_deg: 0, begin_s: 2, end_s: 4}]").key,
            "joints[0].drive.segments[1].begin_s");
  EXPECT_THAT(
      problem("segments: [{to_deg: 9, end_s: 3, end_rate_deg_s: 1}, {to_deg: 0, begin_s: 4, end_s: 5}]")
          .problem,
      HasSubstr("still moving"));
  EXPECT_EQ(problem("segments: [{to_deg: 9, end_s: 3, end_rate_deg_s: 1}]").key,
            "joints[0].drive.segments[0]");
  EXPECT_EQ(problem("segments: [{to_deg: 9, end_s: 3}, {to_deg: 0, end_s: 3}]").key,
            "joints[0].drive.segments[1].end_s");
  EXPECT_EQ(problem("segments: [{to_m: 9, end_s: 3}]").key, "joints[0].drive.segments[0].to_m");
  EXPECT_THAT(problem("segments: [{end_s: 3}]").problem, HasSubstr("where to"));
  EXPECT_THAT(problem("segments: [{to_deg: 3}]").problem, HasSubstr("missing"));
  EXPECT_EQ(problem("segments: []").key, "joints[0].drive.segments");
}

TEST_F(GivenMotions, SwingAboutTheStart) {
  const TreeSimulationConfig config = load(
      "sines: [{amplitude_deg: 90, frequency_hz: 0.5, phase_deg: 90}, {amplitude_rad: 0.1, frequency_hz: 2}]",
      "angle_deg: 30, ");
  const auto& terms = std::get<SineMotion>(config.drives[0]).terms;
  ASSERT_EQ(terms.size(), 2u);
  EXPECT_NEAR(terms[0].amplitude, kPi / 2.0, 1e-15);
  EXPECT_NEAR(terms[0].frequency, kPi, 1e-15);
  EXPECT_NEAR(terms[0].phase, kPi / 2.0, 1e-15);
  EXPECT_NEAR(motion_at(config.drives[0], config.start.joints[0], 0.0).value, 2.0 * kPi / 3.0, 1e-14);
  EXPECT_EQ(problem("sines: [{frequency_hz: 0.5}]").key, "joints[0].drive.sines[0]");
  EXPECT_EQ(problem("sines: [{amplitude_deg: 1, frequency_hz: 0}]").key,
            "joints[0].drive.sines[0].frequency_hz");
}

TEST_F(GivenMotions, ComeFromTables) {
  write("m.csv", "time_s,a_deg,b_rad,c\n0,0,0,0\n4,90,1,1\n8,0,0,0\n");
  const TreeSimulationConfig config = load("motion_table: {file: m.csv, column: a_deg}");
  const MotionPoint middle = motion_at(config.drives[0], 0.0, 4.0);
  EXPECT_NEAR(middle.value, kPi / 2.0, 1e-15);
  EXPECT_NEAR(middle.rate, 0.0, 1e-15);
  EXPECT_EQ(problem("motion_table: {file: m.csv, column: c}").key, "joints[0].drive.motion_table.column");
  EXPECT_EQ(problem("motion_table: {file: m.csv, column: d_rad}").key, "joints[0].drive.motion_table.column");
  EXPECT_THAT(problem("motion_table: {file: m.csv, column: b_rad}", "angle_deg: 3, ").problem,
              HasSubstr("where the joint starts"));
  write("m.csv", "time_s,a_deg\n0,0\n7,0\n");
  EXPECT_THAT(problem("motion_table: {file: m.csv, column: a_deg}").problem, HasSubstr("from 0 to 7 s"));
}

TEST_F(SimulationFiles, LockABase) {
  const std::string locked = replaced(kSimulation, "base: {", "base: {locked: true, ");
  EXPECT_EQ(load_simulation(write("s.yaml", locked)).tree.base_kind, BaseKind::kFixed);
  EXPECT_THAT(problem_with("base: {", "base: {locked: true, velocity_m_s: [1, 0, 0], ").problem,
              HasSubstr("no velocity"));
}

}  // namespace
}  // namespace freefloat
