// What people get wrong when they calibrate: each ends with exit code 1 and words that help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/record_run.h"
#include "support/run_program.h"
#include "support/source_dir.h"
#include "unit/calibration/rendered_board.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;
using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// @return The lens of `test_lens` in pictures of another size.
CameraParameters lens_of(int width, int height) {
  CameraParameters lens = test_lens();
  const double scale = static_cast<double>(width) / lens.width;
  lens.width = width;
  lens.height = height;
  for (double* length : {&lens.fx, &lens.fy, &lens.cx, &lens.cy}) *length *= scale;
  return lens;
}

/// Board number `i`, each held otherwise.
BoardPose hold(const BoardLayout& layout, int i) {
  const double turn = 0.35 * std::sin(1.7 * i);
  return hold_board(layout, {turn, 0.35 * std::cos(1.7 * i), 0.1 * i}, {0.02 * (i % 3 - 1), 0.01 * i, 0.42});
}

class BadCalibrationInput : public testing::Test {
 protected:
  BadCalibrationInput() : folder_(fs::path(testing::TempDir()) / ("bad_input_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~BadCalibrationInput() override { fs::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  /// @return The folder with `count` pictures of a chessboard more.
  std::string draw(const std::string& folder, const CameraParameters& lens, int first, int count) const {
    fs::create_directories(folder_ / folder);
    const BoardLayout layout;
    for (int i = first; i < first + count; ++i) {
      const std::string name = file(folder + "/board_" + std::to_string(i) + ".png");
      write_picture(render_board(lens, hold(layout, i), chess_pattern(layout)), name);
    }
    return file(folder);
  }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }

  /// @return What is said; the exit code is 1.
  static std::string refusal(const std::string& arguments) {
    const ProgramOutcome outcome = run_command(std::string(FF_PROGRAM) + " calibrate " + arguments + " 2>&1");
    EXPECT_EQ(outcome.exit_code, 1) << outcome.text;
    return outcome.text;
  }

  static std::string shipped(const std::string& name) { return source_dir() + "/configs/" + name; }

  const fs::path folder_;
};

TEST_F(BadCalibrationInput, NamesAnEmptyFolderAndWhatItLooksFor) {
  fs::create_directories(file("empty"));
  EXPECT_THAT(refusal("camera " + file("empty") + " --board 9x6"),
              AllOf(HasSubstr(file("empty")), HasSubstr("holds no picture (png, jpg")));
  EXPECT_THAT(refusal("camera " + file("nowhere") + " --board 9x6"), HasSubstr("is not there"));
}

TEST_F(BadCalibrationInput, SaysHowManyMoreThanOneViewAreNeeded) {
  const std::string one = draw("one", lens_of(400, 300), 0, 1);
  EXPECT_THAT(refusal("camera " + one + " --board 9x6"),
              AllOf(HasSubstr(one), HasSubstr("1 view of the board can be used"), HasSubstr("at least 4"),
                    HasSubstr("better 20")));
}

TEST_F(BadCalibrationInput, NamesPicturesOfAnotherSize) {
  const std::string mixed = draw("mixed", lens_of(400, 300), 0, 3);
  draw("mixed", lens_of(480, 360), 3, 2);
  EXPECT_THAT(refusal("camera " + mixed + " --board 9x6"),
              AllOf(HasSubstr("board_3.png: has 480x360 pixels, most have 400x300"),
                    HasSubstr("one camera at one resolution")));
}

TEST_F(BadCalibrationInput, SaysWhichCountOfSquaresFits) {
  const std::string boards = draw("count", lens_of(400, 300), 0, 4);
  EXPECT_THAT(refusal("camera " + boards + " --board 8x6"),
              AllOf(HasSubstr("has a board of 9x6 inner corners, not 8x6"), HasSubstr("--board 9x6")));
  EXPECT_THAT(refusal("camera " + boards + " --board 10x6"),
              AllOf(HasSubstr("only 9x6 of 10x6"), HasSubstr("--board 9x6")));
}

TEST_F(BadCalibrationInput, SaysWhichCountOfCharucoSquaresFits) {
  const BoardLayout layout = charuco_board(0.04);
  fs::create_directories(file("charuco"));
  for (int i = 0; i < 5; ++i) {
    const BoardPose pose = hold_board(layout, {0.1 * i, 0.2, 0.1 * i}, {0.0, 0.0, 0.5});
    write_picture(render_board(test_lens(), pose, charuco_pattern(layout)),
                  file("charuco/c" + std::to_string(i) + ".png"));
  }
  for (const std::string wrong : {"6x4", "8x5", "5x7", "9x6"}) {
    EXPECT_THAT(refusal("camera " + file("charuco") + " --square-mm 40 --charuco " + wrong),
                AllOf(HasSubstr("c4.png: has a ChArUco board of 7x5 squares, not " + wrong),
                      HasSubstr("give --charuco 7x5")));
  }
  EXPECT_THAT(refusal("camera " + file("charuco") + " --square-mm 50 --marker-mm 30 --charuco 7x5"),
              HasSubstr("a marker's side is"));
}

TEST_F(BadCalibrationInput, SaysThatABoardIsMirrored) {
  const BoardLayout layout = charuco_board(0.04);
  fs::create_directories(file("mirror"));
  for (int i = 0; i < 4; ++i) {
    const BoardPose pose = hold_board(layout, {0.1 * i, 0.2, 0.1}, {0.0, 0.0, 0.5});
    write_picture(mirrored(render_board(test_lens(), pose, charuco_pattern(layout))),
                  file("mirror/m" + std::to_string(i) + ".png"));
  }
  EXPECT_THAT(refusal("camera " + file("mirror") + " --charuco 7x5 --square-mm 40 --marker-mm 30"),
              AllOf(HasSubstr("m0.png: is mirrored"), HasSubstr("switch the mirroring off")));
}

TEST_F(BadCalibrationInput, RefusesPicturesOfAnotherResolutionThanTheCamera) {
  const std::string boards = draw("size", lens_of(400, 300), 0, 1);
  EXPECT_THAT(refusal("table " + shipped("cameras/modern_1280x1024_100hz.yaml") + " --boards " + boards +
                      " --board 9x6"),
              AllOf(HasSubstr("board_0.png has 400x300 pixels"), HasSubstr("is of 1280x1024"),
                    HasSubstr("calibrate camera")));
}

/// Logs of the simulated testbed, through which the same commands go.
class BadCalibrationLog : public BadCalibrationInput {
 protected:
  std::string record(const std::string& name, std::vector<std::string> settings) const {
    settings.insert(settings.begin(), "simulation.imaging.render=false");
    record_run(shipped("experiments/identify.yaml"), settings, file(name));
    return file(name);
  }

  static std::string camera() { return shipped("cameras/modern_1280x1024_100hz.yaml"); }
  static std::string robot() { return " --robot " + shipped("robots/yoshida_umetani.yaml"); }
};

TEST_F(BadCalibrationLog, SaysThatTheRobotDidNotMove) {
  const std::string still =
      record("still.mcap", {"phases=[{phase: settle, duration_s: 1}]", "simulation.residuals.tilt_g=0"});
  EXPECT_THAT(refusal("table " + camera() + " --run " + still + robot()),
              AllOf(HasSubstr(still), HasSubstr("push it over the whole table")));
  EXPECT_THAT(refusal("delays " + still),
              AllOf(HasSubstr(still), HasSubstr("the drives were never on"), HasSubstr("jog")));
  EXPECT_THAT(refusal("joints " + still),
              AllOf(HasSubstr("has moved too little"), HasSubstr("jog each joint"),
                    HasSubstr("move each joint by hand")));
}

TEST_F(BadCalibrationLog, SaysThatALogHasNoJog) {
  const std::string armed =
      record("armed.mcap", {"phases=[{phase: settle, duration_s: 0.5}, {phase: check, timeout_s: 5}, {phase: "
                            "arm, timeout_s: 2}, {phase: hold, duration_s: 1}]"});
  EXPECT_THAT(refusal("delays " + armed),
              AllOf(HasSubstr(armed), HasSubstr("no motion was ever commanded"), HasSubstr("jog")));
  EXPECT_THAT(refusal("joints " + armed),
              AllOf(HasSubstr("has moved too little"), HasSubstr("jog each joint")));
}

TEST_F(BadCalibrationLog, WritesNothingForAJointThatMovedTooLittle) {
  const std::string one = record(
      "one.mcap",
      {"phases=[{phase: settle, duration_s: 0.5}, {phase: check, timeout_s: 5}, {phase: arm, timeout_s: 2}, "
       "{phase: jog, joint_rates_deg_s: [30, 0], duration_s: 3}, {phase: disarm, timeout_s: 5}]"});
  const std::string testbed = write("testbed.yaml", "loop: {period_ms: 10}\n");
  EXPECT_THAT(refusal("joints " + one + " --write " + testbed),
              AllOf(HasSubstr(testbed + " is not written"), HasSubstr("jog each joint by 20 deg or more")));
  std::ifstream after(testbed);
  std::string line;
  EXPECT_TRUE(std::getline(after, line) && line == "loop: {period_ms: 10}");
}

TEST_F(BadCalibrationInput, NamesTheKindOfFileThatWouldBeWrittenOver) {
  const auto copy = [this](const std::string& from, const std::string& name) {
    fs::copy_file(shipped(from), file(name), fs::copy_options::overwrite_existing);
    return file(name);
  };
  const std::string camera = copy("cameras/modern_1280x1024_100hz.yaml", "camera.yaml");
  const std::string robot = copy("robots/yoshida_umetani.yaml", "robot.yaml");
  const std::string lens = write("lens.yaml", "camera_matrix: {}\n");
  const std::string notes = write("notes.txt", "remember: the milk\n");
  struct {
    std::string arguments, words;
  } const cases[] = {
      {"table " + camera + " --points p.csv --write-camera " + robot,
       "--write-camera " + robot + ": is a file of kind robot, expected is one of kind camera"},
      {"table " + camera + " --run r.mcap --robot " + robot + " --write-robot " + camera,
       "is a file of kind camera, expected is one of kind robot"},
      {"table " + lens + " --points p.csv --write-camera " + camera,
       "CAMERA.yaml " + lens + ": is a file of kind calibration, expected is one of kind camera"},
      {"camera pictures --board 9x6 --write-camera " + robot, "kind robot, expected is one of kind camera"},
      {"camera pictures --board 9x6 --ros " + camera, "kind camera, expected is one of kind calibration"},
      {"joints r.mcap --write " + robot, "kind robot, expected is one of kind testbed"},
      {"delays r.mcap --write " + camera, "kind camera, expected is one of kind testbed"},
      {"delays r.mcap --write-camera " + notes,
       "no configuration file that is known, expected is one of kind"},
  };
  for (const auto& [arguments, words] : cases) EXPECT_THAT(refusal(arguments), HasSubstr(words));
  EXPECT_EQ(run_command("cmp " + camera + " " + shipped("cameras/modern_1280x1024_100hz.yaml")).exit_code, 0);
  EXPECT_EQ(run_command("cmp " + robot + " " + shipped("robots/yoshida_umetani.yaml")).exit_code, 0);
}

TEST_F(BadCalibrationLog, FindsKnownLengthsThatContradictThePictures) {
  const std::string other = record(
      "other.mcap", {"safety.check_lengths=false", "simulation.truth.robot.markers[3].position_m=[0.19, 0]"});
  EXPECT_THAT(refusal("table " + camera() + " --run " + other + robot() + " --check"),
              AllOf(HasSubstr(camera()), HasSubstr("yoshida_umetani.yaml"), HasSubstr("calibrate table")));
  // Held although it is not so: no file is written.
  const std::string written = file("written.yaml");
  EXPECT_THAT(refusal("table " + camera() + " --run " + other + robot() +
                      " --hold tip.along,joint_2.along,joint_axis_2.x --write-camera " + written),
              AllOf(HasSubstr("what is held contradicts the pictures"), HasSubstr("tip.along")));
  EXPECT_FALSE(fs::exists(written));
}

TEST_F(BadCalibrationLog, RefusesALogOfAnotherResolutionThanTheCamera) {
  const std::string log = record("sized.mcap", {"phases=[{phase: settle, duration_s: 1}]"});
  EXPECT_THAT(refusal("table " + shipped("cameras/vt_512x492_30hz.yaml") + " --run " + log + robot()),
              AllOf(HasSubstr("512x492"), HasSubstr("1280x1024"), HasSubstr(log)));
}

TEST_F(BadCalibrationLog, SaysThatALogIsOfAnotherRobot) {
  const std::string log = record("two.mcap", {"phases=[{phase: settle, duration_s: 1}]"});
  EXPECT_THAT(refusal("table " + camera() + " --run " + log + " --robot " + source_dir() +
                      "/tests/integration/long_arm/robot_three_joints.yaml"),
              HasSubstr("LEDs"));
}

TEST_F(BadCalibrationLog, TellsALogFromAPicture) {
  const std::string text = write("notes.txt", "nothing of the kind\n");
  for (const std::string& command :
       {"delays " + text, "joints " + text, "table " + camera() + " --run " + text + robot()})
    EXPECT_THAT(refusal(command), AllOf(HasSubstr(text), HasSubstr("MCAP")));
}

}  // namespace
}  // namespace freefloat
