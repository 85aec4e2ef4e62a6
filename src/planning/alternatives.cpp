#include "planning/alternatives.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/preview.h"
#include "types/angle.h"

namespace freefloat {

namespace {

std::string point_text(const Vector2& p) {
  return fmt::format("[{:.3f}, {:.3f}]", p.x(), p.y());
}

/// The well-conditioned posture and its mirror image, the angle of joint 1 that the file gives first.
void add_postures(const RunConfig& config, const ControlSetup& setup, std::vector<Alternative>& list) {
  if (!(setup.good_posture.sigma_min > 0.0)) return;
  const JointLimits& limit = config.controller.robot.joint_limits.front();
  for (const double turn : {0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0}) {
    for (const double side : {1.0, -1.0}) {
      JointVector joints = side * setup.good_posture.joints;
      joints[0] = wrap_angle(config.sim.start.joints[0] + deg_to_rad(turn));
      if (joints[0] <= limit.min || joints[0] >= limit.max) continue;
      std::vector<std::string> numbers;
      for (const double joint : joints) numbers.push_back(fmt::format("{:.0f}", rad_to_deg(joint)));
      const std::string text = fmt::format("[{}]", fmt::join(numbers, ", "));
      list.push_back({AlternativeKind::kPosture,
                      "begin with the joints at " + text + " deg",
                      {"start.joints_deg=" + text}});
    }
  }
}

/// The first phase that waits takes longer, or less long.
void add_waits(const RunConfig& config, std::vector<Alternative>& list) {
  const auto& phases = config.experiment.phases;
  const auto waits = std::find_if(phases.begin(), phases.end(),
                                  [](const Phase& phase) { return phase.kind == PhaseKind::kSettle; });
  if (waits == phases.end()) return;
  const double present = to_seconds(waits->duration);
  for (const double more : {-1.0, 1.0, -2.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 15.0}) {
    if (present + more < 0.5) continue;  // pictures must be seen before the check
    list.push_back({AlternativeKind::kWait,
                    fmt::format("begin the capture {:.0f} s {}: {} for {:.1f} s", std::abs(more),
                                more > 0.0 ? "later" : "earlier", waits->name, present + more),
                    {fmt::format("phases[{}].duration_s={:.1f}", waits - phases.begin(), present + more)}});
  }
}

/// The target that is captured first.
const TargetParameters& captured_target(const RunConfig& config) {
  return target_of(config.sim, first_target(config.experiment));
}

/// @return Its key in the file.
std::string key_of_target(const RunConfig& config) {
  if (config.sim.more_targets.empty()) return "target";
  return fmt::format("targets[{}]", first_target(config.experiment));
}

/// The target comes along the same line, only slower.
void add_speeds(const RunConfig& config, std::vector<Alternative>& list) {
  const Vector2 v = mass_centre_velocity(captured_target(config));
  for (const double share : {0.75, 0.5, 0.35, 0.25}) {
    list.push_back({AlternativeKind::kSpeed,
                    fmt::format("let the target come with {:.0f} mm/s instead of {:.0f} mm/s",
                                1e3 * share * v.norm(), 1e3 * v.norm()),
                    {fmt::format("{}.velocity_m_s=[{:.4f}, {:.4f}]", key_of_target(config), share * v.x(),
                                 share * v.y())}});
  }
}

/// A standing target is moved along its ray from the mass centre, the robot sideways to a target's path.
void add_places(const RunConfig& config, const ControlSetup& setup, bool moving,
                std::vector<Alternative>& list) {
  const StateEstimate start = estimate_at_start(config);
  const HandWorkspace& workspace = setup.workspace;
  const Vector2 arm = start.target.p_WT - start.p_WG;
  constexpr std::array<double, 5> shares{0.85, 0.15, 0.65, 0.35, 0.5};  // of the annulus' width
  if (!moving) {
    for (const double share : shares) {
      const double radius = workspace.inner + share * (workspace.outer - workspace.inner);
      const Vector2 place =
          start.p_WG + radius * (arm.norm() > 1e-6 ? Vector2(arm.normalized()) : Vector2(1, 0));
      list.push_back({AlternativeKind::kPlace,
                      fmt::format("put the target at {} m, {:.0f} mm from where it is", point_text(place),
                                  1e3 * (place - start.target.p_WT).norm()),
                      {key_of_target(config) + ".position_m=" + point_text(place)}});
    }
    return;
  }
  const Vector2 v = mass_centre_velocity(captured_target(config));
  if (!(v.norm() > 1e-6)) return;
  const Vector2 side = perpendicular(v.normalized());
  const double off = side.dot(arm);  // of the path from the mass centre
  std::vector<double> shifts;
  for (const double share : shares)
    shifts.push_back(off - std::copysign(workspace.inner + share * (workspace.outer - workspace.inner), off));
  std::sort(shifts.begin(), shifts.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  for (const double shift : shifts) {
    const Vector2 centre = start.p_WG + shift * side;
    list.push_back({AlternativeKind::kPlace,
                    fmt::format("put the robot's mass centre at {} m, {:.0f} mm from where it is",
                                point_text(centre), 1e3 * std::abs(shift)),
                    {"start.mass_centre_m=" + point_text(centre)}});
  }
}

}  // namespace

std::vector<Alternative> list_alternatives(const RunConfig& config, const ControlSetup& setup) {
  std::vector<Alternative> list;
  const Phase* capture = first_capture(config.experiment);
  if (capture == nullptr) return list;
  const bool moving = capture->kind == PhaseKind::kCaptureMoving;
  add_postures(config, setup, list);
  if (moving) {
    add_waits(config, list);
    add_speeds(config, list);
  }
  add_places(config, setup, moving, list);
  if (config.sim.residuals.tilt > 0.0)
    list.push_back({AlternativeKind::kLevel, "level the table", {"simulation.residuals.tilt_g=0"}});
  return list;
}

}  // namespace freefloat
