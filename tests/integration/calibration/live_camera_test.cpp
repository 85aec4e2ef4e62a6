// A board held before a live camera: pictures go through the acquisition that a run has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/camera_calibration.h"
#include "calibration/watch_camera.h"
#include "config/load/load_testbed.h"
#include "hal/make/make_camera.h"
#include "support/run_program.h"
#include "support/source_dir.h"
#include "unit/calibration/shown_boards.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;

TEST(LiveCamera, EmulatedGenicamCameraTellsTheLensThatItSeesThrough) {
  const LoadedTestbed testbed = load_testbed(source_dir() + "/configs/testbeds/genicam_emulated.yaml");
  CameraParameters file = testbed.camera;
  const CameraParameters truth = test_lens();
  file.width = truth.width;
  file.height = truth.height;
  file.rate = 20.0;
  CameraQuestion question;
  VirtualClock clock;
  ShownBoards world(boards_all_over(question.layout, truth), 4, clock);
  const MarkerSourceConfig& source = *testbed.file.hardware.camera;
  const auto camera = make_emulated_camera(source, file, clock,
                                           {.config = source.emulated, .world = &world, .lockstep = true});
  PictureSearch search;
  const std::atomic<bool> stop = false;
  watch_camera({source.path, *camera, clock, {}}, question.layout, stop, search, [](const std::string&) {});
  ASSERT_GE(search.views.size(), 20u);
  const auto found = calibrate_camera(std::move(search.views), {}, question);
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ(found->fit.lens.width, truth.width);
  EXPECT_NEAR(found->fit.lens.fx, truth.fx, 2.0);
  EXPECT_NEAR(found->fit.lens.cx, truth.cx, 2.0);
  EXPECT_NEAR(found->fit.lens.cy, truth.cy, 2.0);
}

TEST(LiveCamera, CommandSaysInWordsThatThereIsNone) {
  const auto ask = [](const std::string& source) {
    return run_command(std::string(FF_PROGRAM) + " calibrate camera " + source + " --board 9x6 2>&1");
  };
  const ProgramOutcome simulated = ask(source_dir() + "/configs/testbeds/modern.yaml");
  EXPECT_EQ(simulated.exit_code, 1);
  EXPECT_THAT(simulated.text, AllOf(HasSubstr("modern.yaml"), HasSubstr("hardware.camera")));
  const ProgramOutcome missing = ask("/dev/video97");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.text, HasSubstr("/dev/video97"));
}

}  // namespace
}  // namespace freefloat
