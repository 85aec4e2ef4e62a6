// Captures by parts that labs own, emulated: servos behind pseudo-terminals, motion capture behind a socket.
// Through the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pseudo_terminal.h"
#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

class OwnedParts : public testing::TestWithParam<const char*> {
 protected:
  ProgramOutcome run(const std::string& experiment, const std::string& more) const {
    const std::string configs = source_dir() + "/configs/";
    return run_command(std::string(FF_PROGRAM) + " run " + configs + "experiments/" + experiment +
                       ".yaml --testbed " + configs + "testbeds/" + GetParam() +
                       ".yaml --set simulation.imaging.render=false " + more);
  }
};

TEST_P(OwnedParts, CaptureAMovingTarget) {
  const TestFolder folder;
  const ProgramOutcome outcome = run("moving_target", "--log-dir " + folder.path().string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("7 of 7 phases passed"));
}

TEST_P(OwnedParts, RepeatARunToTheLastBit) {
  const TestFolder first;
  const TestFolder second;
  ASSERT_EQ(run("standing_target", "--seed 3 --log-dir " + first.path().string()).exit_code, 0);
  ASSERT_EQ(run("standing_target", "--seed 3 --log-dir " + second.path().string()).exit_code, 0);
  const auto log = [](const TestFolder& folder) {
    return (run_folder(folder.path(), "standing_target") / "run.mcap").string();
  };
  const ProgramOutcome compared =
      run_command(std::string(FF_PROGRAM) + " log diff " + log(first) + " " + log(second));
  EXPECT_EQ(compared.exit_code, 0) << compared.text;
  EXPECT_THAT(compared.text, HasSubstr("alike to the last bit"));
}

INSTANTIATE_TEST_SUITE_P(Emulated, OwnedParts,
                         testing::Values("dynamixel", "odrive", "natnet", "ros2_poses", "camera_and_tracker"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace freefloat
