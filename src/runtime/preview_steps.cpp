#include "runtime/preview_steps.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "control/resolve_rates.h"

namespace freefloat {

namespace {

constexpr double kNearShare = 1.5;  // sigma below so many damping thresholds is near a singularity
constexpr double kNearEdge = 0.01;  // m, hand from the workspace's edges

double sigma_at(const ControlSetup& setup, const ArmState& arm) {
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(setup.unloaded(), compute_posture(arm.theta_WB, arm.joints));
  return resolve_rates({}, jacobian, Vector2::Zero(), Vector2::Zero(), 0.0).sigma_min;
}

}  // namespace

Preview refused_preview(std::string text) {
  Preview preview;
  preview.status = Preview::Status::kRefused;
  preview.text = std::move(text);
  return preview;
}

PreviewStep step_at(const ControlSetup& setup, const ArmState& arm, const Vector2& p_WE,
                    const Vector2& p_WG) {
  PreviewStep step;
  step.robot.theta_WB = arm.theta_WB;
  step.robot.joints = arm.joints;
  step.robot.joint_rates = JointVector::Zero(arm.joints.size());
  const Posture posture = compute_posture(arm.theta_WB, arm.joints);
  step.robot.p_WB = p_WG + satellite_from_mass_centre(setup.unloaded(), posture);
  step.p_WE = p_WE;
  step.p_WG = p_WG;
  step.sigma_min = sigma_at(setup, arm);
  const double radius = (p_WE - p_WG).norm();
  step.edge_distance = std::min(radius - setup.workspace.inner, setup.workspace.outer - radius);
  return step;
}

void sum_up(const ControlSetup& setup, Preview& preview) {
  double most = 0.0;
  bool led_inside = false;
  preview.edge_margin = std::numeric_limits<double>::infinity();
  for (const PreviewStep& step : preview.steps) {
    preview.path.push_back(step.p_WE);
    most = std::max(most, step.rate_share);
    // A hand that starts outside comes in first.
    led_inside = led_inside || (!step.unfolding && step.edge_distance > 0.0);
    if (led_inside && !step.unfolding)
      preview.edge_margin = std::min(preview.edge_margin, step.edge_distance);
  }
  if (!led_inside) preview.edge_margin = preview.steps.back().edge_distance;
  preview.rate_margin = 1.0 - most;
  preview.seconds = preview.steps.back().time;
  const bool singular = preview.smallest_sigma < kNearShare * setup.config.singularity_threshold;
  const bool edge = preview.edge_margin < kNearEdge;
  if (singular || edge) preview.status = Preview::Status::kNearEdge;
  preview.text =
      std::string(singular ? ", near a singularity" : "") + (edge ? ", near the edge of the workspace" : "");
}

}  // namespace freefloat
