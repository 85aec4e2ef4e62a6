#include "studies/ideal_capture.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "model/guaranteed_workspace.h"

namespace freefloat {

namespace {

/// Distance of the hand from the straight line on which it should come, m.
double deviation_from(const Vector2& start, const Vector2& end, const Vector2& hand) {
  const Vector2 along = (end - start).normalized();
  const Vector2 way = hand - start;
  return std::abs(along.x() * way.y() - along.y() * way.x());
}

class IdealCapture {
 public:
  IdealCapture(const PlanarModel& model, const CaptureLaw& law, const CaptureScene& scene)
      : law_(law), scene_(scene), radius_(guaranteed_workspace_radius(model)) {
    robot_ = {&model, scene.theta_WB, scene.joints};
    start_ = robot_.hand();
    run_.min_determinant = std::abs(determinant_of(robot_.jacobian().position()));
  }

  CaptureRun run() {
    const int last = static_cast<int>(std::lround(scene_.duration / law_.dt));
    for (int k = 0;; ++k) {
      look(k * law_.dt);
      const bool there = !law_.moving && run_.capture_time >= 0.0;
      if (k == last || there) break;
      command(k * law_.dt);
    }
    run_.miss = (run_.samples.back().target - run_.samples.back().hand).norm();
    return std::move(run_);
  }

 private:
  void look(double time) {
    CaptureSample sample;
    sample.time = time;
    sample.posture = robot_.posture();
    sample.hand = robot_.hand();
    sample.target = scene_.target + time * scene_.target_velocity;
    sample.joints = robot_.joints;
    sample.determinant = determinant_of(robot_.jacobian().position());
    if (run_.sign_change < 0.0 && !run_.samples.empty() &&
        sample.determinant * run_.samples.back().determinant < 0.0) {
      run_.sign_change = time;
    }
    const bool reached = (sample.target - sample.hand).norm() <= law_.capture_radius;
    if (reached && run_.capture_time < 0.0) run_.capture_time = time;
    run_.min_determinant = std::min(run_.min_determinant, std::abs(sample.determinant));
    run_.max_radius = std::max(run_.max_radius, sample.hand.norm());
    run_.deviation = std::max(run_.deviation, deviation_from(start_, sample.target, sample.hand));
    run_.samples.push_back(sample);
  }

  /// @return Hand velocity wanted, m/s.
  Vector2 wanted(const TaskSpaceState& s, double time) {
    if (!law_.moving) {
      GuidanceConfig config;
      config.position_gain = 1.0 / law_.dt;
      config.max_hand_speed = 0.0;
      return approach_standing_target(config, s, ChartKind::kCartesian);
    }
    // Sampled by Euler's method the law is stable down to 2.6 cycles before the meeting.
    const double least = law_.sampling == RendezvousSampling::kEuler ? 4.0 * law_.dt : law_.dt;
    HandVelocity v = rendezvous_rate(law_.sampling, s.p_WT - s.p_WE, s.v_WT - s.v_WE, s.v_WT,
                                     std::max(scene_.duration - time, least), law_.dt);
    if (law_.tangent) correct_to_tangent(s, radius_, law_.margin, v);
    run_.samples.back().corrected = v.corrected;
    run_.corrected += v.corrected ? 1 : 0;
    planned_end_ = v.corrected ? std::nullopt : std::optional<Vector2>(v.end);
    return v.mean;
  }

  void command(double time) {
    TaskSpaceState s;
    s.p_WE = robot_.hand();
    s.v_WE = velocity_;
    s.p_WT = scene_.target + time * scene_.target_velocity;
    s.v_WT = scene_.target_velocity;
    const GeneralizedJacobian jacobian = robot_.jacobian();
    const ResolvedRates resolved = resolve_rates({}, jacobian, wanted(s, time), Vector2::Zero(), 0.0);
    const LimitedRates limited = scale_to_limit(resolved.raw, law_.max_joint_rate, law_.norm);
    run_.samples.back().asked_rate = resolved.raw.lpNorm<Eigen::Infinity>();
    run_.max_asked_rate = std::max(run_.max_asked_rate, run_.samples.back().asked_rate);
    velocity_ = jacobian.position() * limited.rates;
    if (planned_end_ && limited.scale == 1.0) velocity_ = *planned_end_;
    robot_.move(limited.rates, law_.dt);
  }

  const CaptureLaw law_;
  const CaptureScene scene_;
  const double radius_;
  KinematicRobot robot_;
  Vector2 start_;
  Vector2 velocity_ = Vector2::Zero();  // of the hand, as commanded last
  std::optional<Vector2> planned_end_;
  CaptureRun run_;
};

}  // namespace

CaptureRun run_ideal_capture(const PlanarModel& model, const CaptureLaw& law, const CaptureScene& scene) {
  return IdealCapture(model, law, scene).run();
}

}  // namespace freefloat
