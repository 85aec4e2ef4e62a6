// The captures of Sec. 3.2 and 3.3 with ideal sensing: guidance, resolved rates and limit as the reference
// has them, on a robot that follows exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "control/resolve_rates.h"
#include "guidance/hand_laws.h"
#include "model/guaranteed_workspace.h"
#include "studies/kinematic_robot.h"
#include "support/reference_file.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using nlohmann::json;

const json& reference() {
  static const json file = read_reference("yoshida_umetani_1990_captures.json");
  return file;
}

/// The law of one variant of the reference.
struct Law {
  RateNorm norm = RateNorm::kLargestComponent;
  RendezvousSampling sampling = RendezvousSampling::kEuler;
  bool tangent = false;
};

/// What the reference says of a whole capture, and what this run of it gave.
struct Summary {
  double min_abs_det = 1e9;
  double max_radius = 0.0;
  double min_radius = 1e9;
  double max_raw_rate = 0.0;
  double min_error = 1e9;
  double miss = 0.0;
  double sign_change = -1.0;
  double first_within = -1.0;
  int saturated = 0;
  int corrected = 0;
};

/// A capture, advanced from one sample to the next.
class Capture {
 public:
  Capture(const PlanarModel& model, const json& start)
      : dt_(start.at("dt")), limit_(deg_to_rad(start.at("phi_max_deg_s"))), tolerance_(start.at("tol")) {
    robot_.model = &model;
    robot_.theta_WB = deg_to_rad(start.at("Om0_deg"));
    robot_.joints = to_vector(start.at("phi_deg")) * (kPi / 180.0);
    radius_ = guaranteed_workspace_radius(model);
  }

  void aim(const Vector2& target, const Vector2& velocity, double final_time) {
    target_ = target;
    target_velocity_ = velocity;
    final_time_ = final_time;
  }

  double time() const { return dt_ * step_; }
  Vector2 target() const { return target_ + time() * target_velocity_; }
  const KinematicRobot& robot() const { return robot_; }
  const Summary& summary() const { return summary_; }

  double determinant() const {
    const PointJacobian j = robot_.jacobian().position();
    return j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
  }

  /// Takes the present sample into the summary.
  void look() {
    const double det = determinant();
    const double error = (target() - robot_.hand()).norm();
    if (summary_.sign_change < 0.0 && step_ > 0 && det * last_det_ < 0.0) summary_.sign_change = time();
    if (summary_.first_within < 0.0 && error <= tolerance_) summary_.first_within = time();
    last_det_ = det;
    summary_.min_abs_det = std::min(summary_.min_abs_det, std::abs(det));
    summary_.max_radius = std::max(summary_.max_radius, robot_.hand().norm());
    summary_.min_radius = std::min(summary_.min_radius, robot_.hand().norm());
    summary_.min_error = std::min(summary_.min_error, error);
    summary_.miss = error;
  }

  void step_standing(RateNorm norm) {
    GuidanceConfig config;
    config.position_gain = 1.0 / dt_;
    config.max_hand_speed = 0.0;
    command(norm, approach_standing_target(config, situation(), ChartKind::kCartesian));
  }

  void step_moving(const Law& law) {
    const TaskSpaceState s = situation();
    const double floor = law.sampling == RendezvousSampling::kEuler ? 4.0 * dt_ : dt_;
    HandVelocity v = rendezvous_rate(law.sampling, s.p_WT - s.p_WE, s.v_WT - s.v_WE, s.v_WT,
                                     std::max(final_time_ - time(), floor), dt_);
    if (law.tangent) correct_to_tangent(s, radius_, 0.02, v);
    summary_.corrected += v.corrected ? 1 : 0;
    const bool followed = command(law.norm, v.mean);
    if (followed && !v.corrected) next_ = v.end;
  }

 private:
  TaskSpaceState situation() const {
    TaskSpaceState s;
    s.p_WE = robot_.hand();
    s.v_WE = next_;
    s.p_WT = target();
    s.v_WT = target_velocity_;
    return s;
  }

  /// @return Whether the limit let it pass.
  bool command(RateNorm norm, const Vector2& v) {
    const GeneralizedJacobian jacobian = robot_.jacobian();
    const ResolvedRates resolved = resolve_rates({}, jacobian, v, Vector2::Zero(), 0.0);
    const LimitedRates limited = scale_to_limit(resolved.raw, limit_, norm);
    summary_.max_raw_rate = std::max(summary_.max_raw_rate, resolved.raw.lpNorm<Eigen::Infinity>());
    summary_.saturated += limited.scale < 1.0 ? 1 : 0;
    next_ = jacobian.position() * limited.rates;
    robot_.move(limited.rates, dt_);
    ++step_;
    return limited.scale == 1.0;
  }

  double dt_;
  double limit_;
  double tolerance_;
  double radius_ = 0.0;
  KinematicRobot robot_;
  Vector2 target_ = Vector2::Zero();
  Vector2 target_velocity_ = Vector2::Zero();
  double final_time_ = 0.0;
  Vector2 next_ = Vector2::Zero();
  int step_ = 0;
  double last_det_ = 0.0;
  Summary summary_;
};

/// Rounding, grown as much as the reference says that a start changed by 1e-9 rad grows.
double tolerance_of(const json& run) {
  return 1e-10 + 0.1 * run.at("sensitivity_to_1e-9_rad").get<double>();
}

void expect_time(const json& expected, double value) {
  if (expected.is_null()) {
    EXPECT_LT(value, 0.0);
  } else {
    EXPECT_NEAR(value, expected, 1e-9);
  }
}

void check_standing(const PlanarModel& model, const json& start, const json& run, RateNorm norm) {
  Capture capture(model, start);
  capture.aim(to_vector(start.at("target")), Vector2::Zero(), 0.0);
  EXPECT_LT(relative_error(capture.robot().hand(), to_vector(start.at("hand_start"))), 1e-13);
  const double tolerance = tolerance_of(run);
  for (const json& sample : run.at("samples_t_Om0_phi1_phi2_x_y_det")) {
    while (capture.time() < sample[0].get<double>() - 1e-6) {
      capture.look();
      capture.step_standing(norm);
    }
    EXPECT_NEAR(capture.robot().theta_WB, sample[1], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().joints[0], sample[2], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().joints[1], sample[3], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().hand().x(), sample[4], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().hand().y(), sample[5], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.determinant(), sample[6], tolerance) << "t = " << sample[0];
  }
  capture.look();
  expect_time(run.at("capture_time"), capture.summary().first_within);
  EXPECT_EQ(capture.summary().saturated, run.at("saturated_steps"));
  EXPECT_NEAR(capture.summary().min_abs_det, run.at("min_abs_det"), tolerance);
  EXPECT_LT(capture.summary().miss, 1e-12);
}

void check_moving(const PlanarModel& model, const json& start, const json& run, const Law& law) {
  Capture capture(model, start);
  const double final_time = start.at("tf");
  capture.aim(to_vector(start.at("target_start")), to_vector(start.at("target_velocity")), final_time);
  EXPECT_LT(relative_error(capture.robot().hand(), to_vector(start.at("hand_start"))), 1e-13);
  const double tolerance = tolerance_of(run);
  const json none = json::array();
  const json& samples = run.contains("samples_t_Om0_phi1_phi2_x_y_tx_ty_det")
                            ? run.at("samples_t_Om0_phi1_phi2_x_y_tx_ty_det")
                            : none;
  const auto advance_to = [&](double time) {
    while (capture.time() < time - 1e-6) {
      capture.look();
      capture.step_moving(law);
    }
  };
  for (const json& sample : samples) {
    advance_to(sample[0]);
    EXPECT_NEAR(capture.robot().theta_WB, sample[1], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().joints[0], sample[2], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().joints[1], sample[3], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().hand().x(), sample[4], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.robot().hand().y(), sample[5], tolerance) << "t = " << sample[0];
    EXPECT_NEAR(capture.target().x(), sample[6], 1e-14);
    EXPECT_NEAR(capture.target().y(), sample[7], 1e-14);
    EXPECT_NEAR(capture.determinant(), sample[8], tolerance) << "t = " << sample[0];
  }
  advance_to(final_time);
  capture.look();
  const Summary& summary = capture.summary();
  EXPECT_NEAR(summary.miss, run.at("miss_at_tf"), tolerance);
  EXPECT_EQ(summary.miss <= 0.005, run.at("success").get<bool>());
  EXPECT_NEAR(summary.min_error, run.at("min_err"), tolerance);
  EXPECT_NEAR(summary.min_abs_det, run.at("min_abs_det"), tolerance);
  EXPECT_NEAR(summary.max_radius, run.at("max_radius"), tolerance);
  EXPECT_NEAR(summary.min_radius, run.at("min_radius"), tolerance);
  // The rate asked for at a singularity grows with 1 / det.
  EXPECT_NEAR(rad_to_deg(summary.max_raw_rate) / run.at("max_raw_rate_deg").get<double>(), 1.0,
              tolerance / summary.min_abs_det);
  EXPECT_EQ(summary.saturated, run.at("saturated_steps"));
  EXPECT_EQ(summary.corrected, run.at("corrected_steps"));
  expect_time(run.at("det_sign_change_time"), summary.sign_change);
  expect_time(run.at("first_within_tol"), summary.first_within);
}

Law law_of(const std::string& variant) {
  Law law;
  if (variant.find("two") != std::string::npos) law.norm = RateNorm::kEuclidean;
  if (variant.find("cubic") != std::string::npos) law.sampling = RendezvousSampling::kCubic;
  law.tangent = variant.find("gws") != std::string::npos;
  return law;
}

TEST(YoshidaUmetaniStandingCapture, FollowsTheReferenceAtEverySample) {
  const PlanarModel model(table2_robot());
  for (const json& start : reference().at("standing")) {
    SCOPED_TRACE(start.at("target").dump());
    check_standing(model, start, start.at("clamp_inf"), RateNorm::kLargestComponent);
    check_standing(model, start, start.at("clamp_two"), RateNorm::kEuclidean);
  }
}

class YoshidaUmetaniMovingCapture : public testing::TestWithParam<std::string> {};

TEST_P(YoshidaUmetaniMovingCapture, FollowsTheReferenceAtEverySample) {
  const PlanarModel model(table2_robot());
  for (const json& start : reference().at("moving")) {
    SCOPED_TRACE(start.at("kind").get<std::string>());
    check_moving(model, start, start.at("runs").at(GetParam()), law_of(GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, YoshidaUmetaniMovingCapture,
                         testing::Values("euler_inf_plain", "euler_inf_gws", "euler_two_plain",
                                         "euler_two_gws", "cubic_inf_plain", "cubic_inf_gws",
                                         "cubic_two_plain", "cubic_two_gws"),
                         [](const auto& variant) { return variant.param; });

}  // namespace
}  // namespace freefloat
