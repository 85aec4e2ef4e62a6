// Captures seen by cameras that hang and see otherwise than the shipped ones: rendered, found, labelled,
// mapped to the table and captured.
#include <gtest/gtest.h>

#include <atomic>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// @param camera Settings of the camera that the standing capture is run with.
void expect_capture(const std::vector<std::string>& camera) {
  const RunConfig config =
      load_experiment(source_dir() + "/configs/experiments/standing_target.yaml", camera);
  ASSERT_TRUE(config.sim.imaging.render);
  RunSession experiment(config);
  double largest_error = 0.0;
  experiment.add({.on_cycle = [&](const CycleRecord& record) {
    const StateEstimate& estimate = record.output.estimate;
    if (!estimate.valid || !record.truth) return;
    largest_error = std::max(largest_error, (estimate.robot.p_WB - record.truth->robot.p_WB).norm());
  }});
  experiment.run();
  for (const PhaseResult& outcome : experiment.phases().results())
    EXPECT_EQ(outcome.verdict, Verdict::kPassed) << camera[0] << ": " << outcome.reason;
  EXPECT_LT(largest_error, 0.002) << camera[0];
}

TEST(CameraRun, CapturesUnderCamerasThatHangTurned) {
  for (const char* turn : {"90", "180", "-90"})
    expect_capture({std::string("camera.rotation_deg=[0.4, -0.3, ") + turn + "]"});
}

TEST(CameraRun, CapturesThroughALensOfEightTerms) {
  expect_capture({"camera.distortion_model=rational_polynomial",
                  "camera.distortion=[0.72, -0.31, 0.0009, -0.0006, -0.021, 1.02, -0.17, -0.083]"});
}

// Hung low: the table fills 45 degrees to each side.
TEST(CameraRun, CapturesThroughAFisheye) {
  expect_capture({"camera.distortion_model=equidistant", "camera.distortion=[-0.013, 0.021, -0.017, 0.0042]",
                  "camera.position_m=[0, 0, 1.5]", "camera.focal_length_px=[560, 560]"});
}

}  // namespace
}  // namespace freefloat
