#include "campaign/case_bound.h"

#include <algorithm>
#include <limits>

#include "bound/quickest_capture.h"
#include "control/meet_target.h"
#include "hal/sim/true_world.h"
#include "runtime/preview.h"

namespace freefloat {

namespace {

constexpr double kLookStep = 0.05;  // s

/// The robot that is simulated.
PlanarModel true_model(const RunConfig& config) {
  return PlanarModel(
      draw_world(config.sim, config.controller.robot, config.controller.table, config.camera).robot);
}

/// @return Until when target and mass centre are on the table, s, at most `longest`.
double time_on_table(const Vector2& half_table, const MeetingScene& scene, double longest) {
  const auto is_on = [&](const auto& point, double time) {
    return ((half_table - point.p_after(time).cwiseAbs()).minCoeff() >= 0.0);
  };
  double time = 0.0;
  while (time < longest && is_on(scene.target, time) && is_on(scene.mass_centre, time)) time += kLookStep;
  return std::min(time, longest);
}

}  // namespace

CaptureBegin::CaptureBegin(const RunConfig& config) : mass_(true_model(config).total_mass()) {}

void CaptureBegin::add(const CycleRecord& record) {
  if (!record.truth || scene_) return;
  if (!first_) {
    first_ = record.truth;
    first_time_ = record.output.now;
  }
  if (!is_capture(record.input.op.task) || record.output.state != SupervisorState::kActive) return;
  begin_ = record.output.now;
  target_ = record.input.op.target;
  const Truth& now = *record.truth;
  const double waited = std::max(1e-9, to_seconds(begin_ - first_time_));
  scene_.emplace();
  scene_->theta_WB = now.robot.theta_WB;
  scene_->joints = now.robot.joints;
  scene_->rates = JointVector::Zero(now.robot.joints.size());
  scene_->angular_momentum = now.angular_momentum;
  scene_->mass_centre = {now.p_WG, now.linear_momentum / mass_,
                         (now.linear_momentum - first_->linear_momentum) / (mass_ * waited)};
  scene_->target = {now.target.p, now.target.v, (now.target.v - first_->target.v) / waited};
}

double CaptureBegin::since(Time now) const {
  return scene_ ? to_seconds(now - begin_) : kUnknown;
}

double bound_of(const RunConfig& config, const MeetingScene& begin) {
  const ControllerConfig& controller = config.controller;
  const Phase* const capture = first_capture(config.experiment);
  if (capture == nullptr) return kUnknown;
  const PlanarModel model = true_model(config);
  MotionLimits limits;
  limits.joints = controller.robot.joint_limits;
  // Of the norm that limits all rates together, the largest of each counts: nobody can do more.
  const RampLimits ramp{controller.max_joint_rate, whole_ramp(controller).acceleration};
  const MeetingSetup setup{model, limits, ramp, 0.0, 0.0};
  const double latest = time_on_table(0.5 * controller.table.size, begin, to_seconds(capture->timeout));
  return quickest_capture(setup, begin, latest).value_or(std::numeric_limits<double>::infinity());
}

}  // namespace freefloat
