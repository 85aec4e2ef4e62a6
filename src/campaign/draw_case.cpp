#include "campaign/draw_case.h"

#include <cmath>
#include <string>

#include "config/yaml/config_error.h"
#include "control/resolve_rates.h"
#include "model/satellite_outline.h"
#include "runtime/preview.h"
#include "types/angle.h"
#include "types/random.h"

namespace freefloat {

namespace {

constexpr double kCaptureBegin = 1.2;  // s after the run's start: settle, check and arm
constexpr double kMeetBefore = 8.0;    // s a moving target is inside by
constexpr double kTableShare =
    0.45;  // of the table's size that a target may be away from the middle at the start
constexpr double kExpectedWithin = 0.8;   // of the search's radius
constexpr double kHalfTarget = 0.02;      // m
constexpr double kBetweenTargets = 0.2;   // m, from one grapple point to another at the start
constexpr double kLargestJoint1 = 170.0;  // deg
constexpr double kLargestOther = 160.0;   // deg

/// Counts what a scene is drawn anew for: of some robots and tables none is as wanted.
class SceneTries {
 public:
  /// @param wanted Of what is drawn. @throws ConfigError
  void count(const char* wanted) {
    if (++tries_ <= kMostTries) return;
    throw ConfigError({{"", 0, "draw_scene", "true",
                        "among " + std::to_string(kMostTries) + " scenes there is none with " + wanted, "",
                        "put start and targets into the experiment, and draw keys of them by `draw`"}});
  }

 private:
  static constexpr int kMostTries = 20000;
  int tries_ = 0;
};

constexpr const char* kWantedTarget =
    "a target long enough inside the robot's singularity-free annulus, on the table and beside the satellite";

void draw_start(const SceneDraw& scene, const PlanarModel& model, Random& random, RobotState& start) {
  const int joint_count = model.joint_count();
  start = RobotState{};
  start.joints = JointVector::Zero(joint_count);
  start.joint_rates = JointVector::Zero(joint_count);
  for (SceneTries tries;; tries.count("the arm in a posture that is not singular")) {
    start.theta_WB = random.uniform(-kPi, kPi);
    for (int j = 0; j < joint_count; ++j) {
      const double most = deg_to_rad(j == 0 ? kLargestJoint1 : kLargestOther);
      start.joints[j] = random.uniform(-most, most);
    }
    const Posture posture = compute_posture(start.theta_WB, start.joints);
    const ResolvedRates resolved = resolve_rates({}, compute_generalized_jacobian(model, posture),
                                                 Vector2::Zero(), Vector2::Zero(), 0.0);
    if (resolved.sigma_min < scene.least_start_sigma) continue;
    const double x = random.uniform(-scene.centre_spread, scene.centre_spread);
    const double y = random.uniform(-scene.centre_spread, scene.centre_spread);
    start.p_WB = Vector2(x, y) + satellite_from_mass_centre(model, posture);
    return;
  }
}

/// Evenly over the annulus' area.
Vector2 draw_in_annulus(const Annulus& annulus, Random& random) {
  const double share = random.uniform();
  const double radius = std::sqrt(annulus.inner * annulus.inner +
                                  share * (annulus.outer * annulus.outer - annulus.inner * annulus.inner));
  return rotate(random.uniform(-kPi, kPi), {radius, 0.0});
}

constexpr double kPathStep = 0.05;  // s

/// @param place Of the target from the mass centre, at a time in s. @param before How long before 0 it
/// counts, s.
/// @return Whether it stays in the annulus around the time 0 for as long as the scene wants.
template <typename Place>
bool stays_inside(const SceneDraw& scene, const Annulus& annulus, const Place& place, double before) {
  const auto inside = [&](double t) {
    const double radius = place(t).norm();
    return radius > annulus.inner && radius < annulus.outer;
  };
  double stay = 0.0;
  for (double t = 0.0; stay < scene.least_stay && inside(t); t += kPathStep) stay += kPathStep;
  for (double t = -kPathStep; stay < scene.least_stay && inside(t) && t > -before; t -= kPathStep)
    stay += kPathStep;
  return stay >= scene.least_stay;
}

/// @return Whether a target, which is on the same table, lies in the satellite where that starts.
bool in_satellite(const RobotState& robot, const Vector2& size, const Vector2& p_WT) {
  return SatelliteOutline{size, robot.p_WB, robot.theta_WB}.depth_of(p_WT) > -kHalfTarget;
}

/// @return Whether a moving one would run into it.
bool hits_satellite(const RobotState& robot, const Vector2& size, const Vector2& from, const Vector2& v) {
  for (double t = 0.0; t < kCaptureBegin + kMeetBefore; t += kPathStep) {
    if (in_satellite(robot, size, from + t * v)) return true;
  }
  return false;
}

void draw_moving_target(const SceneDraw& scene, const Annulus& annulus, const Vector2& p_WG,
                        const RunConfig& config, Random& random, BodyState& target) {
  const Vector2& table_size = config.controller.table.size;
  for (SceneTries tries;; tries.count(kWantedTarget)) {
    const Vector2 point = draw_in_annulus(annulus, random);
    const double speed = random.uniform(scene.least_target_speed, scene.most_target_speed);
    const Vector2 v = rotate(random.uniform(-kPi, kPi), {speed, 0.0});
    const double when = random.uniform(0.0, kMeetBefore);  // after the capture has begun
    if (!stays_inside(
            scene, annulus, [&](double t) { return Vector2(point + t * v); }, when))
      continue;
    const Vector2 start = p_WG + point - (kCaptureBegin + when) * v;
    if (std::abs(start.x()) > kTableShare * table_size.x() ||
        std::abs(start.y()) > kTableShare * table_size.y())
      continue;
    if (hits_satellite(config.sim.start, config.controller.robot.satellite_size, start, v)) continue;
    target.p = start;
    target.v = v;
    return;
  }
}

/// A target that turns as fast as in `given`, either way: its grapple point is in the annulus at a drawn
/// time, and stays there for a while on its way around the mass centre, which goes straight.
void draw_tumbling_target(const SceneDraw& scene, const Annulus& annulus, const Vector2& p_WG,
                          const RunConfig& config, const BodyState& given, Random& random,
                          TargetParameters& target) {
  const Vector2 p_CT = -*target.mass_centre;
  const Vector2 most = kTableShare * config.controller.table.size;
  const RobotState& robot = config.sim.start;
  const Vector2& size = config.controller.robot.satellite_size;
  for (SceneTries tries;; tries.count(kWantedTarget)) {
    const double w = random.uniform() < 0.5 ? given.w : -given.w;
    const double when = random.uniform(0.0, kMeetBefore);  // after the capture has begun
    const double angle = random.uniform(-kPi, kPi);        // at that time
    const double speed = random.uniform(scene.least_target_speed, scene.most_target_speed);
    const Vector2 v = rotate(random.uniform(-kPi, kPi), {speed, 0.0});
    const Vector2 there = draw_in_annulus(annulus, random);
    const Vector2 centre = p_WG + there - rotate(angle, p_CT);  // at that time
    const auto grapple = [&](double t) { return Vector2(centre + t * v + rotate(angle + w * t, p_CT)); };
    const auto from_mass_centre = [&](double t) { return Vector2(grapple(t) - p_WG); };
    const double begin = -(kCaptureBegin + when);
    const Vector2 start = centre + begin * v;
    if (!stays_inside(scene, annulus, from_mass_centre, when) || (start.cwiseAbs() - most).maxCoeff() > 0.0)
      continue;
    bool hits = hits_satellite(robot, size, start, v);
    for (double t = begin; t < kMeetBefore - when; t += kPathStep)
      hits = hits || in_satellite(robot, size, grapple(t));
    if (hits) continue;
    target.start = {grapple(begin), angle + w * begin, v, w};
    set_grapple_velocity(v, target);
    return;
  }
}

/// People do not put it down exactly where they say.
void draw_expected_place(Random& random, TargetParameters& target) {
  if (target.search.radius <= 0.0) return;
  const double off = target.search.radius * kExpectedWithin * std::sqrt(random.uniform());
  target.search.expected_at = target.start.p + rotate(random.uniform(-kPi, kPi), {off, 0.0});
}

SceneKind kind_of(const Phase& capture) {
  return capture.kind == PhaseKind::kCaptureMoving ? SceneKind::kMoving : SceneKind::kStanding;
}

/// @return How one of several targets is captured first; kNoCapture: it is not, and stays where the file puts
/// it.
SceneKind kind_of(const Experiment& experiment, std::uint32_t target) {
  for (const Phase& phase : experiment.phases) {
    if (is_capture(phase.kind) && phase.target_number == target) return kind_of(phase);
  }
  return SceneKind::kNoCapture;
}

/// @param base What the file says. @param number Of the target. @param config Its start is drawn already.
void draw_target(const SceneDraw& scene, const Annulus& annulus, const Vector2& p_WG, const RunConfig& base,
                 Random& random, std::uint32_t number, RunConfig& config) {
  if (scene.kind == SceneKind::kNoCapture) return;
  TargetParameters& target = target_of(config.sim, number);
  target.start = BodyState{};
  if (scene.kind == SceneKind::kStanding) {
    const Vector2& satellite_size = config.controller.robot.satellite_size;
    SceneTries tries;
    do {
      tries.count(kWantedTarget);
      target.start.p = p_WG + draw_in_annulus(annulus, random);
    } while (in_satellite(config.sim.start, satellite_size, target.start.p));
    draw_expected_place(random, target);
  } else if (target.mass_centre) {
    draw_tumbling_target(scene, annulus, p_WG, config, target_of(base.sim, number).start, random, target);
  } else {
    draw_moving_target(scene, annulus, p_WG, config, random, target.start);
  }
}

/// @return Whether a target starts so near to one drawn before it that there would be no room for both.
bool stands_beside_another(const SimConfig& config, std::uint32_t number) {
  const Vector2& p_WT = target_of(config, number).start.p;
  for (std::uint32_t i = 0; i < number; ++i) {
    if ((target_of(config, i).start.p - p_WT).norm() < kBetweenTargets) return true;
  }
  return false;
}

}  // namespace

SceneKind scene_kind(const Experiment& experiment) {
  const Phase* capture = first_capture(experiment);
  return capture == nullptr ? SceneKind::kNoCapture : kind_of(*capture);
}

RunConfig draw_case(const SceneDraw& scene, const RunConfig& base, const Annulus& annulus,
                    std::uint64_t seed) {
  RunConfig config = base;
  Random random(seed, "campaign");
  const PlanarModel model(config.controller.robot);
  config.sim.seed = seed;
  draw_start(scene, model, random, config.sim.start);
  const Posture posture = compute_posture(config.sim.start.theta_WB, config.sim.start.joints);
  const Vector2 p_WG = config.sim.start.p_WB - satellite_from_mass_centre(model, posture);
  if (scene.kind == SceneKind::kNoCapture) return config;
  const bool several = !config.sim.more_targets.empty();
  for (std::uint32_t i = 0; i <= config.sim.more_targets.size(); ++i) {
    SceneDraw one = scene;
    if (several) one.kind = kind_of(config.experiment, i);
    SceneTries tries;
    do {
      tries.count("the targets apart from one another");
      draw_target(one, annulus, p_WG, base, random, i, config);
    } while (one.kind != SceneKind::kNoCapture && stands_beside_another(config.sim, i));
  }
  return config;
}

void copy_scene(const RunConfig& drawn, RunConfig& config) {
  config.sim.start = drawn.sim.start;
  for (std::uint32_t i = 0; i <= config.sim.more_targets.size(); ++i) {
    TargetParameters& target = target_of(config.sim, i);
    target.start = target_of(drawn.sim, i).start;
    target.search.expected_at = target_of(drawn.sim, i).search.expected_at;
  }
}

}  // namespace freefloat
