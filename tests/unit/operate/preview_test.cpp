#include "operate/preview.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// Robot and target as an experiment starts them, perfectly known.
StateEstimate start_of(const RunConfig& config) {
  StateEstimate estimate;
  estimate.valid = true;
  estimate.robot = config.sim.start;
  const PlanarModel model(config.controller.robot);
  const Posture posture = compute_posture(estimate.robot.theta_WB, estimate.robot.joints);
  const PointMotion satellite = compute_point(model, posture, 0, Vector2::Zero());
  estimate.p_WG = estimate.robot.p_WB - satellite.p_GX;
  estimate.p_WE = estimate.p_WG + compute_hand(model, posture).p_GX;
  estimate.target.valid = true;
  estimate.target.p_WT = config.sim.target.start.p;
  estimate.target.v_WT = config.sim.target.start.v;
  return estimate;
}

RunConfig load(const std::string& experiment) {
  return load_experiment(source_dir() + "/configs/experiments/" + experiment);
}

TEST(Preview, EndsAtTheTarget) {
  const RunConfig config = load("moving_target.yaml");
  const Preview preview = preview_capture(config.controller, config.experiment, start_of(config));
  EXPECT_NE(preview.status, Preview::Status::kRefused) << preview.text;
  ASSERT_GT(preview.path.size(), 20u);
  EXPECT_LT((preview.path.back() - preview.meeting).norm(), 0.005);
  EXPECT_GT(preview.smallest_sigma, 0.0);
  EXPECT_NEAR(preview.seconds, 0.1 * static_cast<double>(preview.path.size() - 1), 1e-9);
}

TEST(Preview, RefusesWhatCannotBeReached) {
  const RunConfig config = load("standing_target.yaml");
  StateEstimate estimate = start_of(config);
  estimate.target.p_WT = {0.85, 0.85};
  const Preview preview = preview_capture(config.controller, config.experiment, estimate);
  EXPECT_EQ(preview.status, Preview::Status::kRefused);
  EXPECT_NE(preview.text, "");
  estimate.target.valid = false;
  EXPECT_EQ(preview_capture(config.controller, config.experiment, estimate).text, "the target is not seen");
}

}  // namespace
}  // namespace freefloat
