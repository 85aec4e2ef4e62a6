#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "config/load/load_testbed.h"
#include "config/yaml/write_yaml.h"
#include "config_kinds/check_file.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace testing_support;

/// A copy of the configurations, in which testbeds can be written.
class BasedOn : public ConfigFiles {
 protected:
  BasedOn() {
    std::filesystem::copy(kFrozenConfigs, path("configs"), std::filesystem::copy_options::recursive);
  }

  std::string testbed(const std::string& name, const std::string& text) const {
    return write("configs/testbeds/" + name, text);
  }
  ConfigProblem problem_in(const std::string& text) const {
    const std::string file = testbed("mine.yaml", text);
    return problem_of([&] { load_testbed(file); });
  }
};

const std::string kMine = "name: mine\nbased_on: modern.yaml\n";

TEST_F(BasedOn, TakesWhatIsNotGiven) {
  const LoadedTestbed modern = load_testbed(path("configs/testbeds/modern.yaml"));
  const LoadedTestbed mine = load_testbed(testbed(
      "mine.yaml", kMine + "safety: {max_hand_sigma_mm: 4}\ncamera: ../cameras/vt_512x492_30hz.yaml\n"));
  EXPECT_EQ(mine.file.name, "mine");
  EXPECT_EQ(mine.file.description, "");
  EXPECT_EQ(mine.file.controller.safety.max_hand_sigma, 0.004);
  EXPECT_EQ(mine.file.controller.safety.target_timeout, modern.file.controller.safety.target_timeout);
  EXPECT_EQ(mine.file.controller.guidance.position_gain, modern.file.controller.guidance.position_gain);
  EXPECT_EQ(mine.robot.name, modern.robot.name);
  EXPECT_EQ(mine.camera.name, "vt_512x492_30hz");
}

TEST_F(BasedOn, MayBeAChainThroughOtherFolders) {
  testbed("mine.yaml", kMine + "loop: {period_ms: 20}\n");
  const std::string file = write("other/deep/third.yaml",
                                 "name: third\nbased_on: ../../configs/testbeds/mine.yaml\n"
                                 "control: {max_joint_rate_deg_s: 30}\n");
  const LoadedTestbed third = load_testbed(file);
  EXPECT_EQ(third.file.controller.period, from_seconds(0.02));
  EXPECT_NEAR(third.file.controller.max_joint_rate, 0.5236, 1e-4);
  EXPECT_EQ(third.robot.name, load_testbed(path("configs/testbeds/modern.yaml")).robot.name);
  EXPECT_EQ(check_file(file), "testbed");
}

TEST_F(BasedOn, ErrorsNameTheFileInWhichTheValueStands) {
  const ConfigProblem own = problem_in(kMine + "safety:\n  max_hand_sigma_mm: -1\n");
  EXPECT_EQ(own.file, path("configs/testbeds/mine.yaml"));
  EXPECT_EQ(own.line, 4);
  testbed("first.yaml", "name: first\nbased_on: modern.yaml\nvision: {window_size_px: 1}\n");
  const ConfigProblem inherited =
      problem_in("name: mine\nbased_on: first.yaml\nvision: {gate_floor_mm: 4}\n");
  EXPECT_EQ(inherited.file, path("configs/testbeds/first.yaml"));
  EXPECT_EQ(inherited.line, 3);
  EXPECT_EQ(inherited.key, "vision.window_size_px");
}

TEST_F(BasedOn, NameIsAlwaysItsOwn) {
  const ConfigProblem problem = problem_in("based_on: modern.yaml\n");
  EXPECT_EQ(problem.key, "name");
  EXPECT_EQ(problem.problem, "missing");
}

TEST_F(BasedOn, BadBasesAreNamed) {
  const auto first_problem = [&](const std::string& base) {
    const std::string file = testbed("mine.yaml", "name: mine\nbased_on: " + base + '\n');
    const auto problems = problems_of([&] { load_testbed(file); });
    for (const ConfigProblem& problem : problems) {
      if (problem.key == "based_on") return problem.problem;
    }
    return std::string();
  };
  EXPECT_THAT(first_problem("none.yaml"), HasSubstr("none.yaml"));
  EXPECT_THAT(first_problem("none.yaml"), HasSubstr("does not exist"));
  EXPECT_EQ(first_problem("mine.yaml"), "leads in a circle: that file is based on this one");
  EXPECT_EQ(first_problem("../robots/yoshida_umetani.yaml"), "is not a testbed's file");
  EXPECT_EQ(first_problem("../experiments/standing_target.yaml"), "is not a testbed's file");
  EXPECT_EQ(first_problem("[modern.yaml]"), "is not text");
  testbed("other.yaml", "name: other\nbased_on: mine.yaml\n");
  EXPECT_THAT(first_problem("other.yaml"), HasSubstr("circle"));
  const auto problems = problems_of([&] { load_testbed(path("configs/testbeds/mine.yaml")); });
  EXPECT_EQ(problems.back().file, path("configs/testbeds/other.yaml"));  // where the circle closes
}

TEST_F(BasedOn, CheckNamesEachProblemOnce) {
  const std::string file = testbed("mine.yaml", kMine + "loop: {period_ms: 10}\nloop: {period_ms: 20}\n");
  EXPECT_THAT(problem_of([&] { check_file(file); }).problem, HasSubstr("duplicate key"));
}

TEST_F(BasedOn, IsNoSetting) {
  const std::string experiment = path("configs/experiments/standing_target.yaml");
  const ConfigProblem problem = problem_of([&] { load_experiment(experiment, {"based_on=paper.yaml"}); });
  EXPECT_EQ(problem.file, "--set");
  EXPECT_EQ(problem.problem, "cannot be a setting");
}

TEST_F(BasedOn, LogKeepsOneTextWithAllValues) {
  const std::string file =
      write("lab/mine.yaml",
            "name: mine\ndescription: \"it's \\\"mine\\\": a \\\\ test\"\n"
            "based_on: ../configs/testbeds/modern.yaml\nsafety: {max_hand_sigma_mm: 4}\n");
  const std::string experiment = path("configs/experiments/standing_target.yaml");
  const RunConfig run = load_experiment(experiment, {"testbed=" + file});
  ASSERT_EQ(run.sources.at(1).path, file);
  EXPECT_THAT(run.sources.at(1).text, Not(HasSubstr("based_on")));
  for (const ConfigSource& source : run.sources) {
    EXPECT_EQ(source.path.find("modern.yaml"), std::string::npos) << source.path;
  }
  // It reads the same without the file that it was based on.
  std::filesystem::remove_all(path("configs/testbeds"));
  const RunConfig again = load_experiment(experiment, run.settings, kept_config_files(run.sources));
  EXPECT_EQ(again.testbed_name, "mine");
  EXPECT_EQ(again.controller.safety.max_hand_sigma, 0.004);
  EXPECT_EQ(again.controller.guidance.position_gain, run.controller.guidance.position_gain);
  EXPECT_EQ(again.camera.name, run.camera.name);
}

TEST_F(BasedOn, ShippedHilTestbedsAreTheOthersWithABoard) {
  for (const auto& [hil, base] : {std::pair("hil", "modern"), {"hil_paper", "paper"}}) {
    const LoadedTestbed with_board = load_testbed(kConfigs + "testbeds/" + hil + ".yaml");
    const LoadedTestbed without = load_testbed(kConfigs + "testbeds/" + base + ".yaml");
    EXPECT_TRUE(with_board.file.hardware.link && with_board.file.hardware.plant);
    EXPECT_FALSE(without.file.hardware.link);
    EXPECT_EQ(with_board.file.controller.period, without.file.controller.period);
    EXPECT_EQ(with_board.file.controller.max_joint_rate, without.file.controller.max_joint_rate);
  }
}

TEST(WriteYaml, IsReadAsTheSameValues) {
  const std::string text =
      "plain: a b, c\nquoted: \"x: \\\"y\\\" \\\\ \\n\"\nempty_text: ''\nnumber: 1.5e-3\nflag: true\n"
      "list: [1, 2]\nnested:\n  - {a: 1, b: [x, y]}\n  - {a: 2}\nnothing:\nno_map: {}\nno_list: []\n";
  Problems problems;
  const ConfigNode node = parse_yaml(text, "first", problems);
  const ConfigNode again = parse_yaml(write_yaml(node), "second", problems);
  EXPECT_EQ(problems.count(), 0u);
  const auto same = [](const auto& self, const ConfigNode& a, const ConfigNode& b) -> bool {
    if (a.kind != b.kind || a.text != b.text || a.quoted != b.quoted || a.keys != b.keys) return false;
    if (a.items.size() != b.items.size()) return false;
    for (std::size_t i = 0; i < a.items.size(); ++i) {
      if (!self(self, a.items[i], b.items[i])) return false;
    }
    return true;
  };
  EXPECT_TRUE(same(same, node, again)) << write_yaml(node);
}

}  // namespace
}  // namespace freefloat
