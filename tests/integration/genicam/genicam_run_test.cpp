// Captures whose pictures go through the acquisition of GenICam cameras: the emulated one sees the simulated
// robot.
#include <gmock/gmock.h>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

const std::string kDefects = "hardware.camera.emulated.defects=";

struct GenicamRun {
  std::vector<CycleInput> inputs;
  std::vector<CycleOutput> outputs;
  bool passed = false;
  std::string disturbances;
};

GenicamRun run_capture(const std::string& testbed, std::vector<std::string> settings = {}) {
  settings.insert(settings.begin(), "testbed=" + source_dir() + "/configs/testbeds/" + testbed + ".yaml");
  RunSession session(load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", settings));
  GenicamRun run;
  session.add({.on_cycle = [&](const CycleRecord& record) {
    run.inputs.push_back(record.input);
    run.outputs.push_back(record.output);
  }});
  session.run();
  run.passed = session.phases().passed();
  const auto& describe = session.hal().describe_disturbances;
  if (describe) run.disturbances = describe();
  return run;
}

TEST(GenicamRun, CapturesAsWithTheSimulatedCameraToTheLastBit) {
  const GenicamRun direct = run_capture("modern");
  const GenicamRun genicam = run_capture("genicam_emulated", {"hardware.camera.emulated.clock_drift=0"});
  EXPECT_TRUE(genicam.passed) << genicam.disturbances;
  ASSERT_EQ(genicam.outputs.size(), direct.outputs.size());
  for (std::size_t i = 0; i < direct.outputs.size(); ++i) {
    ASSERT_EQ(genicam.inputs[i].markers.has_value(), direct.inputs[i].markers.has_value()) << i;
    if (direct.inputs[i].markers) {
      ASSERT_EQ(genicam.inputs[i].markers->capture_time, direct.inputs[i].markers->capture_time) << i;
    }
    ASSERT_EQ(genicam.outputs[i].estimate.robot.p_WB, direct.outputs[i].estimate.robot.p_WB) << i;
  }
}

TEST(GenicamRun, CapturesWithACameraWhoseClockDriftsAndCannotBeAsked) {
  for (const char* tells : {"true", "false"}) {
    const GenicamRun run = run_capture(
        "genicam_emulated",
        {"hardware.camera.emulated.clock_drift=1e-4", "hardware.camera.emulated.clock_offset_s=86400",
         std::string("hardware.camera.emulated.tells_time=") + tells, "hardware.camera.transfer_ms=7"});
    EXPECT_TRUE(run.passed) << tells << ": " << run.disturbances;
  }
}

TEST(GenicamRun, CapturesWhileEveryThirdPictureIsLostAndSaysSo) {
  const GenicamRun run =
      run_capture("genicam_emulated", {kDefects + "[{defect: pictures_lost, begin_s: 1, end_s: 60}]"});
  EXPECT_TRUE(run.passed) << run.disturbances;
  EXPECT_THAT(run.disturbances, HasSubstr("dropped on the way"));
}

TEST(GenicamRun, PicturesOfAnotherSizeStopTheCaptureAndAreNamed) {
  const GenicamRun run =
      run_capture("genicam_emulated", {kDefects + "[{defect: other_size, begin_s: 3, end_s: 60}]"});
  EXPECT_FALSE(run.passed);
  EXPECT_THAT(run.disturbances, HasSubstr("640x1024, the camera file says 1280x1024"));
}

TEST(GenicamRun, AnUnpluggedCameraStopsTheCaptureAndIsNamed) {
  const GenicamRun run =
      run_capture("genicam_emulated", {kDefects + "[{defect: unplugged, begin_s: 3, end_s: 60}]"});
  EXPECT_FALSE(run.passed);
  EXPECT_THAT(run.disturbances, HasSubstr("the camera is gone"));
}

TEST(GenicamRun, ACameraThatWasUnpluggedBeforeTheCaptureDoesNotDisturbIt) {
  const GenicamRun run =
      run_capture("genicam_emulated", {kDefects + "[{defect: unplugged, begin_s: 0.05, end_s: 0.2}]"});
  EXPECT_TRUE(run.passed) << run.disturbances;
  EXPECT_THAT(run.disturbances, HasSubstr("went away once"));
}

}  // namespace
}  // namespace freefloat
