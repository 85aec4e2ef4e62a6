// What people do by `freefloat bring-up`: look at the list, do what it asks for, look again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kBoard = " --charuco 7x5 --square-mm 80";
constexpr int kMostSteps = 20;

/// A folder to work in, with the shipped configuration and a world that is another.
class BringUpCommand : public testing::Test {
 protected:
  BringUpCommand() : place_(testing::TempDir() + "/bring_up_" + std::to_string(getpid())) {
    fs::create_directories(place_);
    fs::copy(source_dir() + "/configs", place_ + "/configs", fs::copy_options::recursive);
    fs::copy(source_dir() + "/tests/integration/bring_up/world", place_ + "/configs/world");
  }
  ~BringUpCommand() override { fs::remove_all(place_); }

  /// `freefloat ...` as it would be typed here; errors are in the text.
  ProgramOutcome type(const std::string& line) const {
    const std::string program =
        line.starts_with("freefloat ") ? std::string(FF_PROGRAM) + line.substr(9) : line;
    return run_command("cd " + place_ + " && " + program + " 2>&1");
  }
  nlohmann::json list(const std::string& options = {}) const {
    const ProgramOutcome outcome = run_command("cd " + place_ + " && " + FF_PROGRAM + " bring-up lab --json" +
                                               kBoard + options + " 2>/dev/null");
    return nlohmann::json::parse(outcome.text, nullptr, false);
  }
  static nlohmann::json step_of(const nlohmann::json& list, const std::string& id) {
    for (const auto& step : list.at("steps")) {
      if (step.at("step") == id) return step;
    }
    return {};
  }
  std::string path(const std::string& name) const { return place_ + "/" + name; }
  std::string text_of(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
  }
  void begin_lab(const std::string& testbed) const {
    const ProgramOutcome outcome = type("freefloat bring-up lab --from " + testbed);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  }

  /// What people do with a board and the camera.
  void draw_pictures(int held) const {
    const ProgramOutcome drawn =
        run_command("cd " + place_ + " && " + FF_DRAW_BOARDS + " configs/world/as_hung.yaml lab/pictures " +
                    std::to_string(held) + " 2>&1");
    ASSERT_EQ(drawn.exit_code, 0) << drawn.text;
  }

  std::string place_;
};

TEST_F(BringUpCommand, LeadsFromNothingToTheFirstCaptureWhereNothingIsAsTheFilesSay) {
  EXPECT_EQ(list().at("command"), "freefloat bring-up lab --from configs/testbeds/modern.yaml");
  begin_lab("configs/world/strange.yaml");
  const std::string jog = text_of("lab/jog.yaml"), capture = text_of("lab/capture.yaml");
  nlohmann::json now = list(" --skip pc");
  std::string before;
  for (int i = 0; i < kMostSteps && !now.at("done").get<bool>(); ++i) {
    const std::string id = now.at("next");
    ASSERT_NE(id, before) << now.dump(2);  // what was done is said done
    before = id;
    if (step_of(now, id).contains("needs") &&
        step_of(now, id).at("needs").get<std::string>().starts_with("put")) {
      draw_pictures(15);
    }
    const ProgramOutcome outcome = type(now.at("command"));
    ASSERT_EQ(outcome.exit_code, 0) << id << ": " << now.at("command") << "\n" << outcome.text;
    now = list(" --skip pc");
  }
  EXPECT_TRUE(now.at("done").get<bool>());
  for (const auto& step : now.at("steps"))
    EXPECT_EQ(step.at("state"), step.at("step") == "pc" ? "skipped" : "done") << step.dump(2);
  EXPECT_THAT(step_of(now, "capture").at("found").get<std::string>(), HasSubstr("captured after"));
  EXPECT_THAT(step_of(now, "pc").at("found").get<std::string>(), HasSubstr("--skip pc"));
  // The experiments were made once, and nothing shipped was edited.
  EXPECT_EQ(text_of("lab/jog.yaml"), jog);
  EXPECT_EQ(text_of("lab/capture.yaml"), capture);
  EXPECT_EQ(run_command("diff -r " + source_dir() + "/configs " + place_ + "/configs").text,
            "Only in " + place_ + "/configs: world\n");
}

TEST_F(BringUpCommand, LeadsOnWhereSensorsKeepTheDrivesFromMovingTheJoints) {
  write("configs/world/backwards.yaml",
        "name: backwards\nbased_on: ../testbeds/modern.yaml\nsimulation:\n  truth:\n    drives:\n"
        "      - {pot_reversed: true, tacho_reversed: true}\n      - {pot_offset_deg: 70}\n");
  begin_lab("configs/world/backwards.yaml");
  const std::string jog = "freefloat run lab/jog.yaml --log-dir lab/runs/jog";
  EXPECT_EQ(type(jog).exit_code, 1);
  const auto failed = step_of(list(" --skip pc --skip lens --skip pose"), "first-jog");
  EXPECT_EQ(failed.at("state"), "failed");
  EXPECT_THAT(failed.at("needs").get<std::string>(),
              HasSubstr("lab/by_hand.yaml --readonly, move each joint"));
  const ProgramOutcome by_hand = type("freefloat run lab/by_hand.yaml --readonly --log-dir lab/runs/hand");
  EXPECT_EQ(by_hand.exit_code, 0) << by_hand.text;
  const ProgramOutcome found =
      type("freefloat calibrate joints lab/runs/hand/*/run.mcap --write lab/testbed.yaml");
  EXPECT_EQ(found.exit_code, 0) << found.text;
  const ProgramOutcome now = type(jog);
  EXPECT_EQ(now.exit_code, 0) << now.text;
}

TEST_F(BringUpCommand, CallsAStepDoneOnlyWhenItsCommandHasLeftSomething) {
  begin_lab("configs/testbeds/modern.yaml");
  EXPECT_EQ(list().at("next"), "pc");
  write("lab/doctor.json", "{}");
  EXPECT_EQ(step_of(list(), "pc").at("state"), "open");
  write(
      "lab/doctor.json",
      R"({"findings": [{"grade": "problem", "subject": "timer", "text": "is late", "remedy": "another PC"}]})");
  EXPECT_EQ(step_of(list(), "pc").at("state"), "failed");
  EXPECT_THAT(step_of(list(), "pc").at("found").get<std::string>(), HasSubstr("another PC"));
  write("lab/table_check.json", R"({"agrees": true, "words": "all agree", "fingerprint": "00000000"})");
  EXPECT_EQ(step_of(list(), "check").at("state"), "open");
  type("freefloat doctor lab/testbed.yaml --seconds 0.1 --log-dir lab/runs --record lab/doctor.json");
  EXPECT_THAT(step_of(list(), "pc").at("state").get<std::string>(), testing::AnyOf("done", "failed"));
}

TEST_F(BringUpCommand, MakesTheFilesThatAreMissingAndNoOthers) {
  begin_lab("configs/testbeds/hil.yaml");
  EXPECT_EQ(type("freefloat check lab/jog.yaml lab/capture.yaml lab/robot.yaml lab/camera.yaml").exit_code,
            0);
  EXPECT_THAT(text_of("lab/testbed.yaml"), HasSubstr("instrument_port"));
  write("lab/robot.yaml", text_of("lab/robot.yaml") + "# ours\n");
  fs::remove(path("lab/jog.yaml"));
  EXPECT_EQ(list().at("next"), "files");
  begin_lab("configs/testbeds/modern.yaml");
  EXPECT_THAT(text_of("lab/robot.yaml"), HasSubstr("# ours"));
  EXPECT_THAT(text_of("lab/testbed.yaml"), HasSubstr("instrument_port"));
  EXPECT_EQ(list().at("next"), "pc");
}

TEST_F(BringUpCommand, SaysInWordsWhatIsWrongWithTheFolder) {
  write("file", "");
  EXPECT_THAT(type("freefloat bring-up file").text, HasSubstr("file is a file, not a folder"));
  EXPECT_EQ(type("freefloat bring-up file").exit_code, 1);
  EXPECT_THAT(type("freefloat bring-up lab --skip joint").text, HasSubstr("no such step; pc, lens, pose"));
  EXPECT_NE(type("freefloat bring-up lab --from nowhere.yaml").exit_code, 0);
  EXPECT_FALSE(fs::exists(path("lab")));
  begin_lab("configs/testbeds/modern.yaml");
  write("lab/camera.yaml", text_of("lab/camera.yaml") + "shutter: 3\n");
  const ProgramOutcome unsound = type("freefloat bring-up lab");
  EXPECT_EQ(unsound.exit_code, 1);
  EXPECT_THAT(unsound.text, HasSubstr("lab/camera.yaml:"));
  EXPECT_THAT(unsound.text, HasSubstr("shutter"));
  fs::remove_all(path("lab"));
  fs::create_directories(path("lab"));
  write("lab/testbed.yaml", "name: ours\nbased_on: ../configs/testbeds/modern.yaml\n");
  EXPECT_EQ(type("freefloat bring-up lab --from configs/testbeds/paper.yaml").exit_code, 1);
  EXPECT_THAT(type("freefloat bring-up lab").text, HasSubstr("lies outside of lab"));
}

TEST_F(BringUpCommand, RefusesALensOfAnotherResolution) {
  begin_lab("configs/testbeds/paper.yaml");
  const std::string unnamed = type("freefloat bring-up lab --skip pc").text;
  EXPECT_THAT(unnamed, HasSubstr("say which it is"));
  EXPECT_THAT(unnamed, Not(HasSubstr("calibrate camera lab")));
  draw_pictures(2);
  const std::string before = text_of("lab/camera.yaml");
  const ProgramOutcome outcome = type(list(" --skip pc").at("command"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("512x492"));
  EXPECT_THAT(outcome.text, HasSubstr("1280x1024"));
  EXPECT_EQ(text_of("lab/camera.yaml"), before);
}

}  // namespace
}  // namespace freefloat
