// Two targets captured one after the other, through the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

class TwoTargets : public testing::TestWithParam<const char*> {};

TEST_P(TwoTargets, AreCapturedOneAfterTheOtherAndReplayedToTheLastBit) {
  const TestFolder folder;
  const ProgramOutcome outcome =
      run_command(std::string(FF_PROGRAM) + " run " + source_dir() +
                  "/configs/experiments/two_targets.yaml --set recording.state_period_s=1 " + GetParam() +
                  " --log-dir " + folder.path().string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("10 of 10 phases passed"));
  const std::string log = (run_folder(folder.path(), "two_targets") / "run.mcap").string();
  const auto replay = [&](const std::string& options) {
    return run_command(std::string(FF_PROGRAM) + " replay " + log + options);
  };
  const bool pictures = std::string(GetParam()).find("render=false") == std::string::npos;
  for (const std::string options : {" --verify", " --verify --from 5", " --verify --from-frames"}) {
    if (!pictures && options.ends_with("frames")) continue;
    const ProgramOutcome replayed = replay(options);
    EXPECT_EQ(replayed.exit_code, 0) << options << replayed.text;
    EXPECT_THAT(replayed.text, HasSubstr("every bit of every output is as logged"));
    if (options.ends_with("frames")) {
      EXPECT_THAT(replayed.text, HasSubstr("every bit of every marker is as logged"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Arms, TwoTargets,
                         testing::Values("--set simulation.imaging.render=false",
                                         "--set simulation.imaging.render=false --set guidance.urgency=0.7",
                                         ""),
                         [](const auto& tested) { return "Case" + std::to_string(tested.index); });

}  // namespace
}  // namespace freefloat
