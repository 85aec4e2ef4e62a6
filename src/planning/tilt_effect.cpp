#include "planning/tilt_effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace freefloat {

namespace {

constexpr double kGravity = 9.80665;  // m/s^2

}  // namespace

TiltEffect find_tilt_effect(const RunConfig& config, const HandWorkspace& workspace, const Preview& preview) {
  TiltEffect effect;
  effect.tilt = config.sim.residuals.tilt;
  effect.acceleration = kGravity * effect.tilt;
  const Phase* const capture = first_capture(config.experiment);
  effect.seconds = (capture != nullptr ? seconds_until(config.experiment, *capture) : 0.0) + preview.seconds;
  effect.robot_drift = 0.5 * effect.acceleration * effect.seconds * effect.seconds;
  effect.time_to_leave = std::numeric_limits<double>::infinity();
  // A floating target falls with the robot: seen from it nothing changes.
  if (target_of(config.sim, first_target(config.experiment)).mount != TargetMount::kTable) return effect;
  effect.relative_drift = effect.robot_drift;
  const StateEstimate start = estimate_at_start(config);
  const double radius = (start.target.p_WT - start.p_WG).norm();
  const double room = std::min(radius - workspace.inner, workspace.outer - radius);
  if (effect.acceleration > 0.0)
    effect.time_to_leave = std::sqrt(2.0 * std::max(0.0, room) / effect.acceleration);
  return effect;
}

std::string describe_tilt(const TiltEffect& effect) {
  if (!(effect.tilt > 0.0)) return {};
  std::string text = fmt::format("a tilt of {:.2g} g moves the robot by {:.1f} mm in {:.1f} s", effect.tilt,
                                 1e3 * effect.robot_drift, effect.seconds);
  if (effect.relative_drift > 0.0 && effect.time_to_leave > 0.0) {
    return text +
           fmt::format("; in the worst direction the target leaves the annulus {:.1f} s after the start",
                       effect.time_to_leave);
  }
  if (effect.relative_drift > 0.0) return text + ", a standing target seen from it as well";
  return text + "; a floating target moves with it";
}

}  // namespace freefloat
