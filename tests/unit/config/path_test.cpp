// Paths of the hand in an experiment.
#include <gmock/gmock.h>

#include "config/files/path_points.h"
#include "config/load/load_experiment.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using namespace testing_support;

class PathFile : public ConfigFiles {
 protected:
  /// The shipped circle with another path.
  std::string experiment(const std::string& from, const std::string& to) const {
    std::string text = read_all(kConfigs + "experiments/circle.yaml");
    text = replaced(text, "../testbeds/", kConfigs + "testbeds/");
    return write("circle.yaml", replaced(text, from, to));
  }

  ConfigProblem problem_with(const std::string& from, const std::string& to) const {
    const std::string file = experiment(from, to);
    return problem_of([&] { load_experiment(file); });
  }

  static constexpr const char* kCircle = "circle: {centre_m: [-0.342, -0.112], radius_m: 0.08}";
};

TEST_F(PathFile, GivesTheControllerItsPaths) {
  const RunConfig run = load_experiment(experiment("speed_m_s: 0.05", "speed_m_s: 0.04"));
  ASSERT_EQ(run.controller.paths.size(), 1u);
  const HandPath& path = run.controller.paths[0];
  ASSERT_TRUE(path.circle);
  EXPECT_EQ(*path.circle->radius, 0.08);
  EXPECT_EQ(path.speed, 0.04);
  EXPECT_EQ(path.resolve_with, ResolveWith::kGeneralizedJacobian);
  EXPECT_EQ(run.experiment.phases[3].path_number, 0u);
  EXPECT_EQ(run.experiment.phases[3].max_rms, 0.001);
}

TEST_F(PathFile, TakesPointsFromAFileAndKeepsItsText) {
  const std::string csv = write("letter.csv", "x_m,y_m\n-0.38,-0.16\n-0.36,-0.10\r\n\n-0.33,-0.10\n");
  const RunConfig run = load_experiment(experiment(kCircle, "points_file: letter.csv"));
  ASSERT_EQ(run.controller.paths.at(0).points.size(), 3u);
  EXPECT_EQ(run.controller.paths[0].points[1], Vector2(-0.36, -0.10));
  // A replay reads it from the log.
  const RunConfig kept = load_experiment(run.sources.front().path, {}, kept_config_files(run.sources));
  EXPECT_EQ(kept.controller.paths[0].points, run.controller.paths[0].points);
  EXPECT_EQ(run.sources.back().path, csv);
}

TEST_F(PathFile, IsRefusedWithFileAndLine) {
  const auto problem_in = [](const std::string& text) {
    Problems problems;
    EXPECT_TRUE(read_path_points(text, "p.csv", problems).empty());
    return problem_of([&] { problems.throw_if_any(); });
  };
  EXPECT_THAT(problem_in("").problem, HasSubstr("columns x_m and y_m"));
  EXPECT_THAT(problem_in("x,y\n1,2\n").problem, HasSubstr("columns x_m and y_m"));
  EXPECT_THAT(problem_in("x_m,y_m\n0.1,0.2\n").problem, HasSubstr("no two points"));
  const ConfigProblem word = problem_in("x_m,y_m\n0.1,0.2\n0.1,left\n");
  EXPECT_EQ(word.line, 3);
  EXPECT_EQ(word.key, "y_m");
  EXPECT_EQ(word.value, "left");
  EXPECT_EQ(problem_in("x_m,y_m\n0.1,nan\n").line, 2);
  EXPECT_EQ(problem_in("x_m,y_m\n0.1,1e300\n").line, 2);
  EXPECT_THAT(problem_in("x_m,y_m\n0.1\n").problem, HasSubstr("missing in this line"));
  const ConfigProblem twice = problem_in("x_m,y_m\n0.1,0.2\n\n0.1,0.2\n");
  EXPECT_EQ(twice.line, 4);
  EXPECT_THAT(twice.problem, HasSubstr("point of the line before"));
  std::string many = "x_m,y_m\n";
  for (int i = 0; i <= static_cast<int>(kMostPathPoints); ++i)
    many += "0." + std::to_string(10000 + i) + ",0\n";
  EXPECT_THAT(problem_in(many).problem, HasSubstr("too many points"));
}

TEST_F(PathFile, ThatIsNotThereIsNamedWithTheKeyThatWantsIt) {
  const ConfigProblem problem = problem_with(kCircle, "points_file: none.csv");
  EXPECT_THAT(problem.key, HasSubstr("points_file"));
  EXPECT_THAT(problem.problem, HasSubstr("does not exist"));
}

TEST_F(PathFile, MustBeOneAndOnlyOne) {
  EXPECT_THAT(problem_with(kCircle, "name: nowhere").problem, HasSubstr("has no path"));
  EXPECT_THAT(problem_with(kCircle, std::string(kCircle) + "\n    line: {to_m: [0, 0.3]}").problem,
              HasSubstr("more than one path"));
}

TEST_F(PathFile, TooFastForItsCircleIsRefusedWithTheSpeedThatWouldDo) {
  const ConfigProblem problem = problem_with("speed_m_s: 0.05", "speed_m_s: 0.1");
  EXPECT_THAT(problem.problem, HasSubstr("too fast for so small a circle"));
  EXPECT_THAT(problem.allowed, HasSubstr("0.0894"));
}

TEST_F(PathFile, ThatLeavesTheAnnulusIsRefusedWithPlaceAndDistances) {
  const ConfigProblem problem = problem_with("[-0.342, -0.112]", "[-0.422, -0.112]");
  EXPECT_THAT(problem.problem, HasSubstr("leaves the singularity-free annulus"));
  EXPECT_THAT(problem.allowed, HasSubstr("0.2405 m to 0.4896 m"));
}

TEST_F(PathFile, NeedsAnArmedRobot) {
  EXPECT_THAT(problem_with("  - {phase: arm, timeout_s: 2}\n", "").problem, HasSubstr("not armed"));
}

}  // namespace
}  // namespace freefloat
