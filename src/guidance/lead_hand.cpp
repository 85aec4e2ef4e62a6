#include "guidance/lead_hand.h"

#include <algorithm>

#include "guidance/chart.h"
#include "guidance/rendezvous.h"
#include "guidance/standing_target.h"

namespace freefloat {

namespace {

// Of the continuous correction at the edges of the annulus.
constexpr double kEdgeClearance = 0.002;  // m
constexpr double kEdgeGain = 4.0;         // 1/s
// After the meeting, and shortly before, the rendezvous law becomes a tracking law with this horizon.
constexpr double kTrackingHorizon = 0.5;  // s

Vector2 limit_acceleration(const GuidanceConfig& config, const Vector2& last, const Vector2& wanted,
                           double dt) {
  const Vector2 change = wanted - last;
  const double most = config.max_hand_acceleration * dt;
  if (config.max_hand_acceleration <= 0.0 || change.norm() <= most) return wanted;
  return last + change * (most / change.norm());
}

/// The annulus, widened to what has to be passed: a target or a hand that is outside, as by the drift of the
/// mass centre, is not out of reach for that; whether it can be reached is the prediction's to say.
HandWorkspace widen(const HandWorkspace& workspace, const Situation& s) {
  const double hand = (s.p_WE - s.p_WG).norm();
  const double target = (s.p_WT - s.p_WG).norm();
  HandWorkspace wide = workspace;
  wide.outer = std::max({workspace.outer, hand + kEdgeClearance, target + 2.0 * kEdgeClearance});
  wide.inner = std::min({workspace.inner, hand - kEdgeClearance, target - 2.0 * kEdgeClearance});
  return wide;
}

CorrectedVelocity lead_as_printed(const LeadSetup& setup, const Situation& s, Time now,
                                  const CapturePlan& plan) {
  const GuidanceConfig& config = setup.config;
  Vector2 velocity;
  if (setup.moving) {
    const double floor = config.sampling == RendezvousSampling::kEuler
                             ? config.rendezvous_floor_cycles * setup.period
                             : setup.period;
    const double remaining = std::max(to_seconds(plan.rendezvous - now), floor);
    velocity =
        rendezvous_rate(config.sampling, s.p_WT - s.p_WE, s.v_WT - s.v_WE, s.v_WT, remaining, setup.period);
  } else {
    velocity = approach_standing_target(config, s, ChartKind::kCartesian);
  }
  if (!config.tangent_correction || !setup.moving) return {velocity, false};
  return correct_to_tangent(s, setup.workspace.guaranteed_radius, config.boundary_margin, velocity);
}

}  // namespace

CorrectedVelocity lead_hand(const LeadSetup& setup, const Situation& s, Time now, CapturePlan& plan) {
  const GuidanceConfig& config = setup.config;
  if (config.method == GuidanceMethod::kYoshidaUmetani1990) return lead_as_printed(setup, s, now, plan);

  if (plan.chart != ChartKind::kCartesian && !line_crosses_hole(s, setup.workspace, config.boundary_margin)) {
    plan.chart = ChartKind::kCartesian;
  }
  Vector2 velocity;
  if (setup.moving) {
    const ChartState state = to_chart(plan.chart, s);
    const double remaining = std::max(to_seconds(plan.rendezvous - now), kTrackingHorizon);
    const Vector2 rate =
        rendezvous_rate(RendezvousSampling::kCubic, state.target - state.hand,
                        state.target_rate - state.hand_rate, state.target_rate, remaining, setup.period);
    velocity = from_chart(plan.chart, s, rate);
  } else {
    velocity =
        limit_acceleration(config, s.v_WE, approach_standing_target(config, s, plan.chart), setup.period);
  }
  return keep_in_annulus(s, widen(setup.workspace, s), kEdgeClearance, kEdgeGain, velocity);
}

}  // namespace freefloat
