// Each kind of mistake in a file is refused with its exact place. The file is a robot; the reader is the same
// for all.
#include <gmock/gmock.h>

#include "config/load/load_parts.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

const std::string kRobot =
    "name: tester\n"                                                // 1
    "satellite:\n"                                                  // 2
    "  mass_kg: 6\n"                                                // 3
    "  inertia_kg_m2: 0.1\n"                                        // 4
    "  to_joint_m: [0.2, 0]\n"                                      // 5
    "  size_m: [0.3, 0.3]\n"                                        // 6
    "links:\n"                                                      // 7
    "  - mass_kg: 1\n"                                              // 8
    "    inertia_kg_m2: 0.01\n"                                     // 9
    "    to_mass_centre_m: [0.2, 0]\n"                              // 10
    "    to_end_m: [0.2, 0]\n"                                      // 11
    "joints:\n"                                                     // 12
    "  - {min_deg: -90, max_deg: 90, max_rate_deg_s: 30}\n"         // 13
    "markers:\n"                                                    // 14
    "  - {name: a, body: 0, position_m: [0, 0], height_m: 0.2}\n"   // 15
    "  - {name: b, body: 1, position_m: [0, 0], height_m: 0.2}\n";  // 16

class StrictReader : public ConfigFiles {
 protected:
  /// Changes one part of the good file, and returns the only problem that it then has.
  ConfigProblem break_file(const std::string& from, const std::string& to) {
    const std::string file = write("robot.yaml", replaced(kRobot, from, to));
    const ConfigProblem problem = problem_of([&] { load_robot(file); });
    EXPECT_EQ(problem.file, file);
    return problem;
  }

  void expect(const ConfigProblem& problem, int line, const std::string& key, const std::string& value,
              const std::string& text) {
    EXPECT_EQ(problem.line, line) << format_problem(problem);
    EXPECT_EQ(problem.key, key);
    EXPECT_EQ(problem.value, value);
    EXPECT_THAT(problem.problem, HasSubstr(text));
  }
};

TEST_F(StrictReader, AcceptsTheGoodFile) {
  const RobotParameters robot = load_robot(write("robot.yaml", kRobot));
  EXPECT_EQ(robot.name, "tester");
  EXPECT_EQ(robot.joint_count(), 1);
}

TEST_F(StrictReader, ReadsAFileAnewThatHasChanged) {
  EXPECT_EQ(load_robot(write("robot.yaml", kRobot)).name, "tester");
  EXPECT_EQ(load_robot(write("robot.yaml", replaced(kRobot, "name: tester", "name: other"))).name, "other");
  EXPECT_EQ(break_file("mass_kg: 6", "mass_kg: six").line, 3);
  EXPECT_EQ(break_file("mass_kg: 6", "mass_kg: six").line, 3) << "a second time as well";
}

TEST_F(StrictReader, NamesUnknownKeyAndTheNearestOne) {
  const ConfigProblem problem = break_file("  size_m: [0.3, 0.3]", "  size_m: [0.3, 0.3]\n  colour: red");
  expect(problem, 7, "satellite.colour", "red", "unknown key");
  EXPECT_THAT(problem.allowed, HasSubstr("mass_kg, inertia_kg_m2, to_joint_m, size_m"));

  const ConfigProblem typo = break_file("mass_kg: 6", "mas_kg: 6");
  expect(typo, 3, "satellite.mas_kg", "6", "unknown key");
  EXPECT_EQ(typo.remedy, "did you mean mass_kg?");
}

TEST_F(StrictReader, RefusesDuplicateKey) {
  expect(break_file("  mass_kg: 6\n", "  mass_kg: 6\n  mass_kg: 7\n"), 4, "satellite.mass_kg", "7",
         "duplicate key, first given in line 3");
}

TEST_F(StrictReader, NamesMissingKey) {
  const ConfigProblem problem = break_file("    inertia_kg_m2: 0.01\n", "");
  expect(problem, 8, "links[0].inertia_kg_m2", "", "missing");
  EXPECT_EQ(problem.allowed, "above 0, at most 1000000 kg m^2");
}

TEST_F(StrictReader, SaysWhichUnitIsWantedAndConvertsTheValue) {
  const ConfigProblem problem = break_file("max_rate_deg_s: 30", "max_rate_rad_s: 0.5235987755982988");
  expect(problem, 13, "joints[0].max_rate_rad_s", "0.5235987755982988", "the key has the wrong unit");
  EXPECT_EQ(problem.allowed, "max_rate_deg_s, in deg/s");
  EXPECT_EQ(problem.remedy, "write max_rate_deg_s: 30");
}

TEST_F(StrictReader, AsksForAMissingUnit) {
  expect(break_file("max_rate_deg_s: 30", "max_rate: 30"), 13, "joints[0].max_rate", "30",
         "the key lacks its unit");
}

TEST_F(StrictReader, RefusesNumbersThatAreNotFinite) {
  for (const char* value : {".nan", ".NaN", ".inf", "-.inf", "nan", "+.Inf"}) {
    expect(break_file("mass_kg: 6", std::string("mass_kg: ") + value), 3, "satellite.mass_kg", value,
           "is not a finite number");
  }
  expect(break_file("mass_kg: 6", "mass_kg: 1e999"), 3, "satellite.mass_kg", "1e999", "does not fit");
}

TEST_F(StrictReader, RefusesNeedlessZerosAndOtherNotations) {
  expect(break_file("mass_kg: 6", "mass_kg: 010"), 3, "satellite.mass_kg", "010", "needless zero");
  expect(break_file("mass_kg: 6", "mass_kg: -007.5"), 3, "satellite.mass_kg", "-007.5", "needless zero");
  for (const char* value : {"0x10", "0o10", "1_000", "6 kg", "1:30", "1,5", "six", "1e", "--6", "."}) {
    expect(break_file("mass_kg: 6", std::string("mass_kg: ") + value), 3, "satellite.mass_kg", value,
           "is not a number");
  }
}

TEST_F(StrictReader, RefusesWrongTypes) {
  expect(break_file("mass_kg: 6", "mass_kg: \"6\""), 3, "satellite.mass_kg", "\"6\"", "is text");
  expect(break_file("mass_kg: 6", "mass_kg: [6]"), 3, "satellite.mass_kg", "[6]", "is a list, not a number");
  expect(break_file("mass_kg: 6", "mass_kg:"), 3, "satellite.mass_kg", "", "has no value");
  expect(break_file("name: tester", "name: [a]"), 1, "name", "[a]", "is not text");
  expect(break_file("body: 1", "body: 0.5"), 16, "markers[1].body", "0.5", "is not a whole number");
  expect(break_file("[0.2, 0]\n  size", "[0.2]\n  size"), 5, "satellite.to_joint_m", "[0.2]",
         "is a list of 1");
  expect(break_file("[0.2, 0]\n  size", "0.2\n  size"), 5, "satellite.to_joint_m", "0.2", "is not a list");
  expect(break_file("[0.2, 0]\n  size", "[0.2, x]\n  size"), 5, "satellite.to_joint_m[1]", "x",
         "is not a number");
}

TEST_F(StrictReader, RefusesValuesOutOfRange) {
  for (const char* value : {"0", "-1", "-0.0"}) {
    const ConfigProblem problem = break_file("mass_kg: 6", std::string("mass_kg: ") + value);
    expect(problem, 3, "satellite.mass_kg", value, "is out of range");
    EXPECT_EQ(problem.allowed, "above 0, at most 100000 kg");
  }
}

TEST_F(StrictReader, ConvertsUnitsThatNoKeyHas) {
  EXPECT_EQ(break_file("to_joint_m: [0.2, 0]", "to_joint_cm: [20, 0]").remedy, "write to_joint_m: [0.2, 0]");
  EXPECT_EQ(break_file("height_m: 0.2}\n  - ", "height_cm: 20}\n  - ").remedy, "write height_m: 0.2");
  EXPECT_EQ(break_file("max_rate_deg_s: 30", "max_rate_rpm: 5").remedy, "write max_rate_deg_s: 30");
}

TEST_F(StrictReader, KnowsADecimalComma) {
  EXPECT_EQ(break_file("mass_kg: 6", "mass_kg: 0,5").remedy, "the decimal sign is a point: write 0.5");
  EXPECT_THAT(break_file("to_joint_m: [0.2, 0]", "to_joint_m: [0,2, 0,0]").remedy,
              HasSubstr("the decimal sign is a point"));
  EXPECT_EQ(break_file("to_joint_m: [0.2, 0]", "to_joint_m: 0.2, 0").remedy, "write [0.2, 0]");
}

TEST_F(StrictReader, SaysWhereAHeadingIsMissing) {
  const ConfigProblem problem = break_file("joints:\n", "");
  expect(problem, 12, "joints", "", "missing: the entries from here on are those of joints");
  EXPECT_EQ(problem.remedy, "write the line `joints:` before them");
}

TEST_F(StrictReader, ExplainsATabulator) {
  expect(break_file("  mass_kg: 6", "\tmass_kg: 6"), 3, "", "", "a tabulator");
}

TEST_F(StrictReader, SendsMacrosToXacro) {
  const std::string file = write("robot.urdf.xacro", "<robot/>");
  const ConfigProblem problem = problem_of([&] { load_robot(file); });
  EXPECT_EQ(problem.remedy, "expand it first: xacro " + file + " > " + path("robot.urdf"));
}

TEST_F(StrictReader, RefusesInertiaThatNoSuchBodyHas) {
  const ConfigProblem problem = break_file("inertia_kg_m2: 0.01", "inertia_kg_m2: 0.161");
  expect(problem, 9, "links[0].inertia_kg_m2", "0.161", "no body of this mass and size");
  EXPECT_EQ(problem.allowed, "above 0, at most mass * length^2 = 0.16 kg m^2");
  expect(break_file("inertia_kg_m2: 0.1\n", "inertia_kg_m2: 169\n"), 4, "satellite.inertia_kg_m2", "169",
         "no body");
}

TEST_F(StrictReader, RefusesRobotsThatDoNotFitTogether) {
  expect(break_file("max_deg: 90", "max_deg: -90"), 13, "joints[0].max_deg", "-90", "is not above min_deg");
  expect(break_file("body: 1", "body: 2"), 16, "markers[1].body", "2", "no such body");
  expect(break_file("name: b", "name: a"), 16, "markers[1].name", "a", "two LEDs");
  expect(break_file("markers:", "  - {min_deg: 0, max_deg: 9, max_rate_deg_s: 3}\nmarkers:"), 12, "joints",
         "[{...}, {...}]", "there are 2 joints but 1 links");
}

TEST_F(StrictReader, ReportsAllErrorsAtOnce) {
  std::string text = replaced(kRobot, "mass_kg: 6", "mass_kg: -6");
  text = replaced(text, "inertia_kg_m2: 0.01", "inertia_kg_m2: .nan");
  text = replaced(text, "max_rate_deg_s: 30", "max_rate_rad_s: 1");
  text = replaced(text, "name: tester\n", "");
  text = replaced(text, "height_m: 0.2}\n  - ", "height_m: 0.2, height_m: 1}\n  - ");
  const std::string file = write("robot.yaml", text);
  std::vector<std::string> found;
  for (const ConfigProblem& problem : problems_of([&] { load_robot(file); })) {
    found.push_back(std::to_string(problem.line) + ' ' + problem.key);
  }
  EXPECT_THAT(found, testing::ElementsAre("1 name", "2 satellite.mass_kg", "8 links[0].inertia_kg_m2",
                                          "12 joints[0].max_rate_rad_s", "14 markers[0].height_m"));
}

TEST_F(StrictReader, WritesProblemsOnOneLineEach) {
  const ConfigProblem problem{"a.yaml", 3, "x.y_m", "-1", "is out of range", "0 to 1 m", "make it positive"};
  EXPECT_EQ(format_problem(problem),
            "a.yaml:3: x.y_m: `-1`: is out of range; allowed: 0 to 1 m; make it positive");
  const ConfigProblem escape{"a.yaml", 0, "\x1b[2J\n", "", "unknown key", "", ""};
  EXPECT_EQ(format_problem(escape), "a.yaml:  [2J : unknown key");
}

TEST_F(StrictReader, NamesAFileThatIsNotThere) {
  const ConfigProblem problem = problem_of([&] { load_robot(path("none.yaml")); });
  EXPECT_EQ(problem.file, path("none.yaml"));
  EXPECT_THAT(problem.problem, HasSubstr("does not exist"));
  EXPECT_THAT(problem_of([&] { load_robot(path("")); }).problem, HasSubstr("is a folder"));
}

}  // namespace
}  // namespace freefloat
