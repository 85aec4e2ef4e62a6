#include "planning/tilt_effect.h"

#include <gtest/gtest.h>

#include <cmath>

#include "config/load/load_experiment.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

TiltEffect effect_of(const std::string& experiment, const std::string& tilt, double seconds) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/" + experiment,
                                           {"simulation.residuals.tilt_g=" + tilt});
  Preview preview;
  preview.seconds = seconds;
  return find_tilt_effect(config, HandWorkspace{0.1, 0.5, 0.5}, preview);
}

TEST(TiltEffect, MovesAStandingTargetOutOfReach) {
  const TiltEffect effect = effect_of("standing_target.yaml", "1e-3", 8.8);
  EXPECT_NEAR(effect.acceleration, 9.80665e-3, 1e-12);
  EXPECT_NEAR(effect.seconds, 10.0, 1e-9);
  EXPECT_NEAR(effect.robot_drift, 0.4903325, 1e-6);
  EXPECT_EQ(effect.relative_drift, effect.robot_drift);
  // The target is 0.3755 m from the mass centre, 0.1245 m from the outer edge.
  const double room = 0.5 - std::hypot(0.096, 0.363);
  EXPECT_NEAR(effect.time_to_leave, std::sqrt(2.0 * room / effect.acceleration), 1e-6);
  EXPECT_NE(describe_tilt(effect).find("the target leaves the annulus 5.0 s after the start"),
            std::string::npos)
      << describe_tilt(effect);
}

TEST(TiltEffect, MovesAFloatingTargetWithTheRobot) {
  const TiltEffect effect = effect_of("moving_target.yaml", "1e-3", 5.0);
  EXPECT_GT(effect.robot_drift, 0.1);
  EXPECT_EQ(effect.relative_drift, 0.0);
  EXPECT_TRUE(std::isinf(effect.time_to_leave));
}

TEST(TiltEffect, IsNotSpokenOfOnALevelTable) {
  EXPECT_EQ(describe_tilt(effect_of("standing_target.yaml", "0", 5.0)), "");
}

}  // namespace
}  // namespace freefloat
