// The same captures through the whole program: experiment files, phases, marker measurements, estimator,
// controller and the kinematic testbed, compared with the truth at every sample up to the meeting.
#include <gtest/gtest.h>

#include <string>

#include "config/load/load_experiment.h"
#include "model/posture.h"
#include "runtime/run_session.h"
#include "support/reference_file.h"
#include "support/source_dir.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using nlohmann::json;

const std::string kExperiments = source_dir() + "/configs/experiments/";

// Near singularities, too: measurements are exact, and the estimator adds nothing.
constexpr double kHandTolerance = 1e-6;   // m
constexpr double kAngleTolerance = 1e-5;  // rad

// Cycles before the capture phase: first picture, check, arm, activation.
constexpr double kLead = 0.4;  // s

const json& reference() {
  static const json file = read_reference("yoshida_umetani_1990_captures.json");
  return file;
}

/// The experiment file with the reference's start, without the gripper, which would end the run before the
/// meeting.
RunConfig configure(const std::string& file, const json& start) {
  RunConfig config = load_experiment(kExperiments + file);
  RobotState& robot = config.sim.start;
  robot.theta_WB = deg_to_rad(start.at("Om0_deg"));
  robot.joints = to_vector(start.at("phi_deg")) * (kPi / 180.0);
  robot.p_WB = satellite_from_mass_centre(PlanarModel(config.controller.robot),
                                          compute_posture(robot.theta_WB, robot.joints));
  config.controller.guidance.capture_distance = 0.0;
  for (Phase& phase : config.experiment.phases) {
    if (phase.kind == PhaseKind::kCaptureMoving || phase.kind == PhaseKind::kCaptureStanding)
      phase.timeout = from_seconds(16.0);
  }
  return config;
}

RunConfig configure_moving(const json& start, const std::string& variant) {
  RunConfig config = configure("moving_target_without_gws.yaml", start);
  GuidanceConfig& guidance = config.controller.guidance;
  guidance.tangent_correction = variant.ends_with("gws");
  guidance.sampling = variant.starts_with("cubic") ? RendezvousSampling::kCubic : RendezvousSampling::kEuler;
  guidance.rendezvous_time = start.at("tf");
  config.controller.rate_norm =
      variant.find("two") != std::string::npos ? RateNorm::kEuclidean : RateNorm::kLargestComponent;
  BodyState& target = config.sim.target.start;
  target.v = to_vector(start.at("target_velocity"));
  target.p = to_vector(start.at("target_start")) - kLead * target.v;
  return config;
}

RunConfig configure_standing(const json& start, RateNorm norm) {
  RunConfig config = configure("moving_target_without_gws.yaml", start);
  config.experiment.phases.at(2).kind = PhaseKind::kCaptureStanding;
  config.controller.rate_norm = norm;
  config.sim.target.start = BodyState{};
  config.sim.target.start.p = to_vector(start.at("target"));
  return config;
}

/// @param look Called in every cycle of the capture with the time since its begin and the truth.
template <typename Look>
void run_capture(const RunConfig& config, const Look& look) {
  RunSession run(config);
  Time begin{};
  run.add({.on_cycle = [&](const CycleRecord& record) {
    if (record.output.state != SupervisorState::kActive) return;
    if (begin == Time{}) begin = record.input.now;
    look(to_seconds(record.input.now - begin), record);
  }});
  run.run();
}

/// @param sample t, attitude, joints, hand, ...
void compare(const json& sample, const Truth& truth) {
  EXPECT_NEAR(truth.robot.theta_WB, sample[1], kAngleTolerance) << "t = " << sample[0];
  EXPECT_NEAR(truth.robot.joints[0], sample[2], kAngleTolerance) << "t = " << sample[0];
  EXPECT_NEAR(truth.robot.joints[1], sample[3], kAngleTolerance) << "t = " << sample[0];
  EXPECT_NEAR(truth.p_WE.x(), sample[4], kHandTolerance) << "t = " << sample[0];
  EXPECT_NEAR(truth.p_WE.y(), sample[5], kHandTolerance) << "t = " << sample[0];
}

bool is_at(const json& sample, double time) {
  return std::abs(sample[0].get<double>() - time) < 1e-6;
}

void check_moving(const json& start, const std::string& variant) {
  const json& expected = start.at("runs").at(variant);
  const double final_time = start.at("tf");
  const json none = json::array();
  const json& samples = expected.contains("samples_t_Om0_phi1_phi2_x_y_tx_ty_det")
                            ? expected.at("samples_t_Om0_phi1_phi2_x_y_tx_ty_det")
                            : none;
  std::size_t compared = 0;
  double miss = -1.0;
  double max_radius = 0.0;
  int saturated = 0;
  run_capture(configure_moving(start, variant), [&](double time, const CycleRecord& record) {
    if (time > final_time + 1e-6) return;
    const Truth& truth = *record.truth;
    max_radius = std::max(max_radius, truth.p_WE.norm());
    if (is_at({final_time}, time)) {
      miss = (truth.target.p - truth.p_WE).norm();
    } else if (record.output.resolved.scale < 1.0) {
      ++saturated;
    }
    for (const json& sample : samples) {
      if (!is_at(sample, time)) continue;
      compare(sample, truth);
      EXPECT_LT((truth.target.p - Vector2(sample[6], sample[7])).norm(), 1e-11);
      ++compared;
    }
  });
  EXPECT_EQ(compared, samples.size());
  EXPECT_NEAR(miss, expected.at("miss_at_tf"), kHandTolerance);
  EXPECT_NEAR(max_radius, expected.at("max_radius"), kHandTolerance);
  EXPECT_EQ(saturated, expected.at("saturated_steps"));
}

class ClosedLoopMovingCapture : public testing::TestWithParam<std::string> {};

TEST_P(ClosedLoopMovingCapture, FollowsTheReferenceAtEverySample) {
  for (const json& start : reference().at("moving")) {
    SCOPED_TRACE(start.at("kind").get<std::string>());
    check_moving(start, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, ClosedLoopMovingCapture,
                         testing::Values("euler_inf_plain", "euler_inf_gws", "euler_two_plain",
                                         "euler_two_gws", "cubic_inf_plain", "cubic_inf_gws",
                                         "cubic_two_plain", "cubic_two_gws"),
                         [](const auto& variant) { return variant.param; });

TEST(ClosedLoopStandingCapture, FollowsTheReferenceAtEverySample) {
  for (const json& start : reference().at("standing")) {
    for (const char* clamp : {"clamp_inf", "clamp_two"}) {
      SCOPED_TRACE(start.at("target").dump() + clamp);
      const RateNorm norm =
          clamp == std::string("clamp_two") ? RateNorm::kEuclidean : RateNorm::kLargestComponent;
      const json& samples = start.at(clamp).at("samples_t_Om0_phi1_phi2_x_y_det");
      std::size_t compared = 0;
      double captured = -1.0;
      run_capture(configure_standing(start, norm), [&](double time, const CycleRecord& record) {
        const Truth& truth = *record.truth;
        const bool inside = (truth.target.p - truth.p_WE).norm() <= start.at("tol").get<double>();
        if (inside && captured < 0.0) captured = time;
        for (const json& sample : samples) {
          if (!is_at(sample, time)) continue;
          compare(sample, truth);
          ++compared;
        }
      });
      EXPECT_EQ(compared, samples.size());
      EXPECT_NEAR(captured, start.at(clamp).at("capture_time"), 1e-9);
    }
  }
}

/// Runs an experiment as its file says.
const PhaseResult& capture_outcome(RunSession& run) {
  run.run();
  return run.phases().results().at(2);
}

TEST(PublishedMovingCapture, FailsWithoutTheTangentCorrection) {
  RunSession run(load_experiment(kExperiments + "moving_target_without_gws.yaml"));
  const PhaseResult& outcome = capture_outcome(run);
  EXPECT_EQ(outcome.verdict, Verdict::kFailed);
  EXPECT_EQ(outcome.reason, "timed out after 10 s");
}

TEST(PublishedMovingCapture, SucceedsWithTheTangentCorrection) {
  RunSession run(load_experiment(kExperiments + "moving_target_reference.yaml"));
  EXPECT_EQ(capture_outcome(run).verdict, Verdict::kPassed);
  EXPECT_TRUE(run.phases().passed());
}

TEST(PublishedMovingCapture, StartsWithTheTargetWhereTheReferenceHasIt) {
  const json& start = reference().at("moving").at(0);
  for (const char* file : {"moving_target_without_gws.yaml", "moving_target_reference.yaml"}) {
    bool first = true;
    run_capture(load_experiment(kExperiments + file), [&](double, const CycleRecord& record) {
      if (!first) return;
      first = false;
      EXPECT_LT((record.truth->target.p - to_vector(start.at("target_start"))).norm(), 1e-12);
      EXPECT_LT((record.truth->p_WE - to_vector(start.at("hand_start"))).norm(), 1e-12);
    });
  }
}

}  // namespace
}  // namespace freefloat
