// Known lengths that disagree with the pictures keep a run from arming.
#include <gmock/gmock.h>

#include <filesystem>
#include <iostream>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// @return The run, ended once it is armed. @param settings Over the files.
RunConfig until_armed(const std::string& experiment, std::vector<std::string> settings = {}) {
  RunConfig config = load_experiment(experiment, std::move(settings));
  std::vector<Phase>& phases = config.experiment.phases;
  const auto arm = std::find_if(phases.begin(), phases.end(),
                                [](const Phase& phase) { return phase.kind == PhaseKind::kArm; });
  if (arm != phases.end()) phases.erase(arm + 1, phases.end());
  return config;
}

/// @return How the phase `arm` ended.
PhaseResult arm(const RunConfig& config) {
  RunSession session(config);
  session.run();
  for (const PhaseResult& phase : session.phases().results()) {
    if (phase.kind == PhaseKind::kArm) return phase;
  }
  ADD_FAILURE() << "no phase arms";
  return {};
}

const std::string kStanding = source_dir() + "/configs/experiments/standing_target.yaml";
const std::vector<std::string> kMovedCamera{"simulation.imaging.render=false",
                                            "simulation.truth.camera.position_m=[0, 0, 2.62]",
                                            "simulation.truth.camera.rotation_deg=[1.4, -0.3, 0.5]"};

TEST(LengthRefusal, DoesNotArmUnderACameraThatWasMoved) {
  for (int seed = 1; seed <= 5; ++seed) {
    std::vector<std::string> settings = kMovedCamera;
    settings.push_back("seed=" + std::to_string(seed));
    const PhaseResult phase = arm(until_armed(kStanding, settings));
    EXPECT_EQ(phase.verdict, Verdict::kFailed) << seed;
    EXPECT_THAT(phase.reason, HasSubstr("px off where lengths and camera put it")) << seed;
    EXPECT_THAT(phase.reason, HasSubstr("calibrate table")) << seed;
  }
}

TEST(LengthRefusal, SaysWhatToDoUnderACameraThatHangsTooHighToFindTheRobot) {
  // Also in a run that is to calibrate, whose files may be wrong.
  for (const char* checked : {"safety.check_lengths=true", "safety.check_lengths=false"}) {
    RunConfig config =
        load_experiment(kStanding, {"simulation.truth.camera.position_m=[0, 0, 2.7]", checked});
    RunSession session(config);
    session.run();
    for (const PhaseResult& phase : session.phases().results()) {
      if (phase.kind != PhaseKind::kCheck) continue;
      EXPECT_EQ(phase.verdict, Verdict::kFailed);
      EXPECT_THAT(phase.reason, HasSubstr("has the camera moved?"));
      EXPECT_THAT(phase.reason, HasSubstr("freefloat calibrate table CAMERA.yaml --boards"));
      EXPECT_LT(phase.reason.size(), 256u);  // what a line of the terminal and the log keep of it
    }
  }
}

TEST(LengthRefusal, ArmsUnderItForTheRunThatCalibrates) {
  std::vector<std::string> settings = kMovedCamera;
  settings.emplace_back("safety.check_lengths=false");
  EXPECT_EQ(arm(until_armed(kStanding, settings)).verdict, Verdict::kPassed);
}

TEST(LengthRefusal, LetsAnOutsideTrackerBeThatTellsNoPixels) {
  const auto trouble = [](const RunConfig& config) {
    LengthCheck check = make_length_check(config);
    MarkerFrame frame;
    frame.marker_count = static_cast<int>(config.controller.robot.markers.size());
    for (int i = 0; i < frame.marker_count; ++i) {
      frame.markers[i].seen = true;
      frame.markers[i].covariance = 1e-8 * Matrix2::Identity();
    }
    for (int picture = 1; picture < 40; ++picture) {
      frame.capture_time = Time{} + picture * std::chrono::milliseconds(25);
      check.add(frame);
    }
    return check.trouble();
  };
  RunConfig config = load_experiment(kStanding);
  EXPECT_THAT(trouble(config), HasSubstr("px off"));
  config.hardware.camera = MarkerSourceConfig{};
  config.hardware.camera->source = MarkerSource::kMarkers;
  EXPECT_EQ(trouble(config), "");
}

TEST(LengthRefusal, ArmsWithTheRightFiles) {
  constexpr int kSeeds = 50;
  int armed = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const PhaseResult phase =
        arm(until_armed(kStanding, {"simulation.imaging.render=false", "seed=" + std::to_string(seed)}));
    EXPECT_EQ(phase.verdict, Verdict::kPassed) << seed << ": " << phase.reason;
    armed += phase.verdict == Verdict::kPassed ? 1 : 0;
  }
  std::cout << "armed in " << armed << " of n = " << kSeeds << " seeds\n";
}

TEST(LengthRefusal, EveryShippedExperimentArms) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/configs/experiments")) {
    const PhaseResult phase = arm(until_armed(entry.path().string()));
    EXPECT_EQ(phase.verdict, Verdict::kPassed) << entry.path() << ": " << phase.reason;
    ++count;
  }
  EXPECT_GE(count, 9);
}

}  // namespace
}  // namespace freefloat
