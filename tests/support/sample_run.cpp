#include "support/sample_run.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "model/generalized_jacobian.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLead = 0.012;        // s, the estimate is ahead of its cycle
constexpr double kCaptureBegin = 1.2;  // s
constexpr double kRendezvous = 10.0;   // s after kCaptureBegin
constexpr double kTilt = 2e-5;         // multiples of g

RobotParameters sample_robot() {
  RobotParameters robot;
  robot.name = "yoshida_umetani";
  robot.satellite_mass = 6.256;
  robot.satellite_inertia = 0.169;
  robot.satellite_to_joint = {0.19, 0.0};
  robot.satellite_size = {0.3, 0.3};
  robot.links = {{0.747, 0.0424, {0.162, 0.0}, {0.188, 0.0}}, {0.620, 0.0141, {0.124, 0.0}, {0.226, 0.0}}};
  robot.joint_limits = {{-3.4, 3.4, 0.6}, {-3.0, 3.0, 0.6}};
  return robot;
}

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : engine_(seed) {}

  /// Standard normal by Box and Muller, from the engine's bits alone.
  double operator()() {
    const double u = (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53;
    const double v = (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53;
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * kPi * v);
  }
  Vector2 vector() {
    const double x = (*this)();
    return {x, (*this)()};
  }

 private:
  std::mt19937_64 engine_;
};

/// The testbed and its made-up controller.
class SampleTestbed {
 public:
  SampleTestbed(SampleScenario scenario, double period)
      : scenario_(scenario), period_(period), robot_(sample_robot()), model_(robot_), noise_(7) {
    truth_.robot.joints.resize(2);
    truth_.robot.joint_rates = JointVector::Zero(2);
    if (scenario == SampleScenario::kStandingTarget) {
      truth_.robot.theta_WB = deg_to_rad(83.0);
      truth_.robot.joints << deg_to_rad(22.0), deg_to_rad(129.0);
      truth_.target.p = {-0.15, 0.42};
    } else {
      truth_.robot.theta_WB = deg_to_rad(19.0);
      truth_.robot.joints << deg_to_rad(-165.0), deg_to_rad(-30.0);
      truth_.target.v = {0.038, 0.063};
      truth_.target.p = Vector2(-0.817, -0.507) - kCaptureBegin * truth_.target.v;
    }
    place_bodies();
  }

  const Truth& truth() const { return truth_; }
  bool captured() const { return captured_; }

  CycleRecord run_cycle(double time, SupervisorState state, bool capturing) {
    CycleRecord sample;
    sample.output.now = Time{} + from_seconds(time);
    sample.output.state = state;
    sample.truth = truth_;
    sample.output.estimate = estimate(time);
    sample.output.guidance = guide(time, capturing);
    sample.output.resolved = resolve(sample.output.guidance.v_WE, state == SupervisorState::kActive);
    sample.output.command.rates = sample.output.resolved.limited;
    sample.output.command.enable = state != SupervisorState::kDisarmed;
    JointVector& measured_rates = sample.input.joints.emplace().rates;
    measured_rates = truth_.robot.joint_rates;
    for (int i = 0; i < 2; ++i) measured_rates[i] += 0.004 * noise_();
    const bool covered = time > 4.3 && time < 5.1;
    int seen = covered ? 4 : 6;
    if (std::fmod(time + 1.0, 3.1) < 0.5 * period_) seen = 5;
    auto& markers = sample.input.markers.emplace().markers;
    for (int i = 0; i < seen; ++i) markers[i].seen = true;
    sample.timing.compute = from_seconds(2.5e-4 * std::exp(0.25 * noise_()));
    if (std::abs(noise_()) > 3.1) sample.timing.compute += from_seconds(0.0035);
    sample.timing.slack =
        from_seconds(period_) - sample.timing.compute - from_seconds(4e-5 * std::abs(noise_()));
    return sample;
  }

  void advance(const CycleRecord& sample) {
    // Drives follow the command with a lag of 30 ms.
    RobotState& robot = truth_.robot;
    robot.joint_rates +=
        (sample.output.command.rates - robot.joint_rates) * (1.0 - std::exp(-period_ / 0.03));
    constexpr int kSubsteps = 4;
    for (int k = 0; k < kSubsteps; ++k) {
      const double h = period_ / kSubsteps;
      const AngularInertia inertia = compute_angular_inertia(model_, posture());
      robot.w_WB = satellite_rate(inertia, robot.joint_rates, truth_.angular_momentum);
      robot.theta_WB += h * robot.w_WB;
      robot.joints += h * robot.joint_rates;
    }
    const Vector2 pull = model_.total_mass() * 9.81 * kTilt * Vector2(0.6, 0.8);
    truth_.linear_momentum += period_ * pull;
    truth_.angular_momentum += period_ * 4e-5;
    truth_.p_WG += period_ * truth_.linear_momentum / model_.total_mass();
    if (!captured_) truth_.target.p += period_ * truth_.target.v;
    place_bodies();
    if (captured_) {
      truth_.target.p = truth_.p_WE + grip_;
      truth_.target.v = truth_.v_WE;
    }
  }

 private:
  Posture posture() const { return compute_posture(truth_.robot.theta_WB, truth_.robot.joints); }

  void place_bodies() {
    const Posture now = posture();
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model_, now);
    const Vector2 v_WG = truth_.linear_momentum / model_.total_mass();
    truth_.robot.p_WB = truth_.p_WG + satellite_from_mass_centre(model_, now);
    truth_.p_WE = truth_.p_WG + compute_hand(model_, now).p_GX;
    truth_.v_WE = v_WG + jacobian.position() * truth_.robot.joint_rates +
                  truth_.angular_momentum * jacobian.by_momentum.head<2>();
  }

  StateEstimate estimate(double time) {
    // Errors wander with a time constant of about 50 ms.
    const double keep = std::exp(-period_ / 0.05);
    const double fresh = std::sqrt(1.0 - keep * keep);
    hand_error_ = keep * hand_error_ + fresh * 1.6e-4 * noise_.vector();
    attitude_error_ = keep * attitude_error_ + fresh * 6e-4 * noise_();
    momentum_error_ = keep * momentum_error_ + fresh * 1.5e-3 * noise_.vector();
    StateEstimate result;
    result.valid = time > 0.15;
    result.at = Time{} + from_seconds(time + kLead);
    result.robot = truth_.robot;
    result.robot.theta_WB += kLead * truth_.robot.w_WB + attitude_error_;
    result.p_WE = truth_.p_WE + kLead * truth_.v_WE + hand_error_;
    result.v_WE = truth_.v_WE + 8.0 * hand_error_;
    result.p_WG = truth_.p_WG + 0.5 * hand_error_;
    result.linear_momentum = truth_.linear_momentum + momentum_error_;
    result.angular_momentum = truth_.angular_momentum + 0.2 * momentum_error_.x();
    const double settling = std::exp(-time / 0.3);
    result.sigma_hand = 1.9e-4 + 6e-4 * settling;
    result.sigma_attitude = 6e-4 + 2e-3 * settling;
    result.worst_innovation = 1.2 + 0.5 * std::abs(noise_());
    result.target.valid = result.valid;
    result.target.p_WT = truth_.target.p + kLead * truth_.target.v - 0.6 * hand_error_;
    result.target.v_WT = truth_.target.v;
    return result;
  }

  GuidanceOutput guide(double time, bool capturing) {
    GuidanceOutput out;
    const Vector2 error = truth_.target.p - truth_.p_WE;
    out.distance = error.norm();
    out.closing_speed = (truth_.target.v - truth_.v_WE).norm();
    if (!capturing) {
      v_wanted_ *= std::exp(-period_ / 0.15);
      out.v_WE = v_wanted_;
      return out;
    }
    out.status = TaskStatus::kRunning;
    if (scenario_ == SampleScenario::kStandingTarget) {
      out.p_WE_goal = truth_.target.p;
      Vector2 wanted = 1.4 * error;
      if (wanted.norm() > 0.06) wanted *= 0.06 / wanted.norm();
      const Vector2 change = wanted - v_wanted_;
      v_wanted_ += change * std::min(1.0, 0.15 * period_ / std::max(change.norm(), 1e-12));
    } else {
      const double left = std::max(kCaptureBegin + kRendezvous - time, 0.4);
      out.p_WE_goal = Vector2(-0.817, -0.507) + kRendezvous * Vector2(0.038, 0.063);
      v_wanted_ += period_ * (4.0 * (truth_.target.v - v_wanted_) / left + 6.0 * error / (left * left));
      const Vector2 radial = truth_.p_WE - truth_.p_WG;
      const double outward = v_wanted_.dot(radial) / radial.norm();
      if (scenario_ == SampleScenario::kMovingTarget && radial.norm() >= 0.4696 && outward > 0.0) {
        v_wanted_ -= outward * radial / radial.norm();
        out.tangent_corrected = true;
      }
    }
    out.v_WE = v_wanted_;
    if (out.distance < 0.004 && out.closing_speed < 0.009) {
      out.close_gripper = true;
      out.status = TaskStatus::kDone;
      captured_ = true;
      grip_ = error;
    }
    return out;
  }

  ResolvedRates resolve(const Vector2& v_WE, bool active) {
    ResolvedRates result;
    result.raw = result.limited = JointVector::Zero(2);
    const PointJacobian jacobian = compute_generalized_jacobian(model_, posture()).position();
    const Eigen::Matrix2d square = jacobian;
    result.determinant = square.determinant();
    result.sigma_min = square.jacobiSvd().singularValues()[1];
    if (!active) return result;
    result.raw = square.inverse() * (v_WE - truth_.linear_momentum / model_.total_mass());
    result.scale = std::min(1.0, deg_to_rad(15.0) / std::max(result.raw.cwiseAbs().maxCoeff(), 1e-9));
    result.limited = result.scale * result.raw;
    if (result.scale < 1.0) v_wanted_ = square * result.limited;
    return result;
  }

  SampleScenario scenario_;
  double period_;
  RobotParameters robot_;
  PlanarModel model_;
  Noise noise_;
  Truth truth_;
  Vector2 hand_error_ = Vector2::Zero();
  double attitude_error_ = 0.0;
  Vector2 momentum_error_ = Vector2::Zero();
  Vector2 v_wanted_ = Vector2::Zero();
  Vector2 grip_ = Vector2::Zero();
  bool captured_ = false;
};

void describe_run(RunRecord& record, SampleScenario scenario, double period) {
  const bool standing = scenario == SampleScenario::kStandingTarget;
  const bool corrected = scenario == SampleScenario::kMovingTarget;
  record.config.experiment.name = standing    ? "standing_target"
                                  : corrected ? "moving_target"
                                              : "moving_target_without_gws";
  record.config.experiment.description =
      standing    ? "Capture of a target that stands on the table."
      : corrected ? "Capture of a target that drifts along the edge of the guaranteed workspace."
                  : "The same drifting target without the tangent correction: meets a singularity.";
  record.config.testbed_name = "modern";
  record.config.camera.name = "modern_1280x1024_100hz";
  record.config.sim.seed = 7;
  record.build_id = "0.1.0-sample";
  record.command = "freefloat run configs/experiments/" + record.config.experiment.name +
                   ".yaml --testbed modern --seed 7";
  record.log_path = "runs/sample/run.mcap";
  for (const char* path : {"configs/testbeds/modern.yaml", "configs/robots/yoshida_umetani.yaml",
                           "configs/cameras/modern_1280x1024_100hz.yaml"})
    record.config.sources.push_back({path, ""});
  record.config.controller.robot = sample_robot();
  record.workspace.guaranteed_radius = 0.489645284008921;
  record.workspace.inner = 0.240453678089863;
  record.workspace.outer = 0.489645284008921;
  record.config.controller.period = from_seconds(period);
  record.config.controller.max_joint_rate = deg_to_rad(15.0);
  record.config.controller.singularity_threshold = 0.03;
  record.link.sent = 1520;
  record.link.received = 1519;
  record.link.rejected = 1;
  record.link.round_trip = from_seconds(0.0043);
}

}  // namespace

RunRecord make_sample_run(SampleScenario scenario, double samples_per_second) {
  const double period = 1.0 / samples_per_second;
  RunRecord record;
  describe_run(record, scenario, period);
  SampleTestbed testbed(scenario, period);
  const double time_out = kCaptureBegin + 13.0;
  double captured_at = kUnknown;
  double end = time_out + 3.0;
  for (int cycle = 0; cycle * period < end; ++cycle) {
    const double time = cycle * period;
    const bool capturing = time >= kCaptureBegin && time < time_out && !testbed.captured();
    const SupervisorState state = time < 0.8                        ? SupervisorState::kDisarmed
                                  : time < 1.0                      ? SupervisorState::kReady
                                  : time < kCaptureBegin            ? SupervisorState::kArmed
                                  : capturing || testbed.captured() ? SupervisorState::kActive
                                                                    : SupervisorState::kHold;
    record.samples.push_back(testbed.run_cycle(time, state, capturing));
    CycleRecord& sample = record.samples.back();
    if (!sample.input.markers->markers[5].seen) sample.output.faults |= 2U;
    if (testbed.captured() && std::isnan(captured_at)) {
      captured_at = time;
      end = time + 3.0;
    }
    testbed.advance(sample);
  }

  const bool captured = std::isfinite(captured_at);
  const double capture_end = captured ? captured_at : time_out;
  const auto at = [](double seconds) { return Time{} + from_seconds(seconds); };
  const auto passed = [&](const char* name, PhaseKind kind, double begin, double phase_end) {
    record.phases.push_back({{.kind = kind, .name = name}, Verdict::kPassed, at(begin), at(phase_end)});
  };
  passed("settle", PhaseKind::kSettle, 0.0, 0.8);
  passed("check", PhaseKind::kCheck, 0.8, 1.0);
  passed("arm", PhaseKind::kArm, 1.0, kCaptureBegin);
  const bool standing = scenario == SampleScenario::kStandingTarget;
  passed("capture", standing ? PhaseKind::kCaptureStanding : PhaseKind::kCaptureMoving, kCaptureBegin,
         capture_end);
  PhaseResult& capture = record.phases.back();
  capture.capture = CaptureNumbers{};
  const CycleRecord& last =
      *std::find_if(record.samples.begin(), record.samples.end(),
                    [&](const CycleRecord& s) { return s.output.now >= at(capture_end - 1e-6); });
  capture.capture->distance = last.output.guidance.distance;
  capture.capture->relative_speed = last.output.guidance.closing_speed;
  if (captured) capture.capture->duration = capture_end - kCaptureBegin;
  if (captured && standing) capture.capture->straightness = 0.012;
  if (!captured) {
    capture.verdict = Verdict::kFailed;
    capture.reason = "no capture within 13 s; the arm met a dynamic singularity";
  }
  passed("hold", PhaseKind::kHold, capture_end, capture_end + 2.0);
  passed("release", PhaseKind::kRelease, capture_end + 2.0, capture_end + 2.5);
  if (!captured) record.phases.back().verdict = Verdict::kSkipped;
  passed("disarm", PhaseKind::kDisarm, capture_end + 2.5, capture_end + 3.0);
  return record;
}

}  // namespace freefloat
