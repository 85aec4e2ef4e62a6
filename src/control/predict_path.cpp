#include "control/predict_path.h"

#include <algorithm>

#include "control/resolve_rates.h"
#include "model/fixed_base_jacobian.h"

namespace freefloat {

namespace {

constexpr double kShortestStep = 0.05;    // s
constexpr double kMostSteps = 400.0;      // of a whole path: more make the steps longer
constexpr double kEdgeClearance = 0.002;  // m kept from the annulus' edges
constexpr double kMostCorrection = 0.5;   // of a step's error that is corrected in it

}  // namespace

ResolvedRates resolve_hand(const ControlSetup& setup, const PlanarModel& model, ResolveWith with,
                           const ArmState& arm, const Vector2& v_WE, const Vector2& v_WG) {
  const DampingConfig damping{setup.config.singularity_threshold, setup.config.max_damping};
  const Posture posture = compute_posture(arm.theta_WB, arm.joints);
  GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
  if (with == ResolveWith::kGeneralizedJacobian)
    return resolve_rates(damping, jacobian, v_WE, v_WG, arm.angular_momentum);
  jacobian.matrix.topRows<2>() = compute_fixed_base_jacobian(model, posture);
  return resolve_rates(damping, jacobian, v_WE, Vector2::Zero(), 0.0);
}

bool refuse_outside_annulus(const ControlSetup& setup, const Vector2& p_WX, const Vector2& p_WG,
                            PathOutput& output) {
  if (setup.unloaded().joint_count() != 2) return false;
  const double radius = (p_WX - p_WG).norm();
  const double beyond = radius - (setup.workspace.outer - kEdgeClearance);
  const double within = setup.workspace.inner + kEdgeClearance - radius;
  if (beyond <= 0.0 && within <= 0.0) return false;
  output.stage = PathStage::kRefused;
  output.refusal = beyond > 0.0 ? PathRefusal::kOuterEdge : PathRefusal::kInnerEdge;
  output.refused_at = p_WX;
  output.refused_by = std::max(beyond, within);
  return true;
}

void PathPrediction::begin(const PlanarModel& model, const PathTable& table, const StateEstimate& estimate) {
  *this = PathPrediction{};
  motion = begin_path_motion(table, estimate.p_WE);
  p_WE = estimate.p_WE;
  p_WG = estimate.p_WG;
  v_WG = estimate.linear_momentum / model.total_mass();
  arm = arm_state(estimate);
  const double way = PlacedPath(table, motion.begin).length() + (motion.begin - p_WE).norm();
  step = std::max(kShortestStep, way / table.path.speed / kMostSteps);
  output.begin = motion.begin;
  output.length = PlacedPath(table, motion.begin).length();
  // A circle through its own centre is none.
  if (table.path.circle && !(output.length > 0.0)) {
    output.stage = PathStage::kRefused;
    output.refusal = PathRefusal::kNoSuchPath;
  }
}

void PathPrediction::advance(const ControlSetup& setup, const PlanarModel& model, const PathTable& table) {
  if (over()) return;
  const PathReference wanted = advance_path(table, elapsed > 0.0 ? step : 0.0, step, p_WE, motion);
  if (motion.stage == PathStage::kDone) {
    output.stage = PathStage::kDone;
    return;
  }
  const double gain = std::min(setup.config.guidance.position_gain, kMostCorrection / step);
  const Vector2 v_WE = wanted.v_WE + gain * (wanted.p_WE - p_WE);
  const ResolvedRates resolved = resolve_hand(setup, model, table.path.resolve_with, arm, v_WE, v_WG);
  if (!judge(setup, model, wanted, resolved)) return;
  move(model, resolved.raw);
  elapsed += step;
}

bool PathPrediction::judge(const ControlSetup& setup, const PlanarModel& model, const PathReference& wanted,
                           const ResolvedRates& resolved) {
  const auto refuse = [&](PathRefusal why, double by) {
    output.stage = PathStage::kRefused;
    output.refusal = why;
    output.refused_by = by;
  };
  output.refused_at = wanted.p_WE;
  output.refused_after = elapsed;
  const MotionLimits& limits = setup.limits;
  for (Eigen::Index j = 0; j < arm.joints.size(); ++j) {
    const JointLimits& joint = limits.joints[j];
    const double beyond = std::max(joint.min + limits.joint_margin - arm.joints[j],
                                   arm.joints[j] - (joint.max - limits.joint_margin));
    if (beyond <= 0.0) continue;
    output.refused_joint = static_cast<int>(j);
    refuse(PathRefusal::kJointLimit, beyond);
    return false;
  }
  // On the approach the hand comes from where it is, maybe from outside.
  if (motion.stage == PathStage::kFollow && refuse_outside_annulus(setup, wanted.p_WE, p_WG, output))
    return false;
  if (!(resolved.sigma_min >= kLeastSigmaShare * setup.config.singularity_threshold)) {
    refuse(PathRefusal::kSingular, resolved.sigma_min);
    return false;
  }
  const LimitedRates limited =
      scale_to_limit(resolved.raw, setup.config.max_joint_rate, setup.config.rate_norm);
  if (limited.scale < 1.0) {
    resolved.raw.cwiseAbs().maxCoeff(&output.refused_joint);
    refuse(PathRefusal::kRateLimit, limited.scale > 0.0 ? 1.0 / limited.scale : 0.0);
    return false;
  }
  const Vector2 p_WB = p_WG + satellite_from_mass_centre(model, compute_posture(arm.theta_WB, arm.joints));
  if (const double room = limits.edge_clearance(p_WB); room < 0.0) {
    refuse(PathRefusal::kTableEdge, -room);
    return false;
  }
  return true;
}

/// The robot follows, the mass centre drifts.
void PathPrediction::move(const PlanarModel& model, const JointVector& rates) {
  move_arm(model, rates, step, arm);
  p_WG += step * v_WG;
  p_WE = p_WG + compute_hand(model, compute_posture(arm.theta_WB, arm.joints)).p_GX;
}

}  // namespace freefloat
