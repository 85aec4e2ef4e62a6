#include "guidance/lead_hand.h"

#include <algorithm>

#include "guidance/chart.h"
#include "guidance/hand_laws.h"

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
HandWorkspace widen(const HandWorkspace& workspace, const TaskSpaceState& s) {
  const double hand = (s.p_WE - s.p_WG).norm();
  const double target = (s.p_WT - s.p_WG).norm();
  HandWorkspace wide = workspace;
  wide.outer = std::max({workspace.outer, hand + kEdgeClearance, target + 2.0 * kEdgeClearance});
  wide.inner = std::min({workspace.inner, hand - kEdgeClearance, target - 2.0 * kEdgeClearance});
  return wide;
}

HandVelocity lead_as_printed(const LeadSetup& setup, const TaskSpaceState& now_s, Time now,
                             const CapturePlan& plan) {
  const GuidanceConfig& config = setup.config;
  if (!setup.moving) {
    const Vector2 velocity = approach_standing_target(config, now_s, ChartKind::kCartesian);
    return {velocity, velocity};
  }
  const double floor = config.sampling == RendezvousSampling::kEuler
                           ? config.rendezvous_floor_cycles * setup.period
                           : setup.period;
  const double remaining = std::max(to_seconds(plan.rendezvous - now), floor);
  const TaskSpaceState s = with_tangent_at_meeting(now_s, remaining);
  HandVelocity velocity =
      rendezvous_rate(config.sampling, s.p_WT - s.p_WE, s.v_WT - s.v_WE, s.v_WT, remaining, setup.period);
  if (config.tangent_correction)
    correct_to_tangent(s, setup.workspace.guaranteed_radius, config.boundary_margin, velocity);
  return velocity;
}

/// The optimal path to the meeting, straight in the plan's chart.
HandVelocity meet_target(const LeadSetup& setup, const TaskSpaceState& s, Time now, const CapturePlan& plan) {
  const double remaining = std::max(to_seconds(plan.rendezvous - now), kTrackingHorizon);
  const ChartState state = to_chart(plan.chart, with_tangent_at_meeting(s, remaining));
  const HandVelocity rate =
      rendezvous_rate(RendezvousSampling::kCubic, state.target - state.hand,
                      state.target_rate - state.hand_rate, state.target_rate, remaining, setup.period);
  const Vector2 mean = from_chart(plan.chart, s, rate.mean);
  // The end velocity is that of where the hand will be then: a polar chart turns on the way.
  TaskSpaceState after = s;
  after.p_WE += setup.period * mean;
  after.p_WG += setup.period * s.v_WG;
  return {mean, from_chart(plan.chart, after, rate.end)};
}

}  // namespace

HandVelocity lead_hand(const LeadSetup& setup, const TaskSpaceState& now_s, Time now, CapturePlan& plan) {
  const GuidanceConfig& config = setup.config;
  if (config.method == GuidanceMethod::kYoshidaUmetani1990) return lead_as_printed(setup, now_s, now, plan);
  const TaskSpaceState s = setup.approach != nullptr ? aim_along(*setup.approach, now_s, now) : now_s;

  if (plan.chart != ChartKind::kCartesian && !line_crosses_hole(s, setup.workspace, config.boundary_margin)) {
    plan.chart = ChartKind::kCartesian;
  }
  HandVelocity velocity;
  if (setup.moving) {
    velocity = meet_target(setup, s, now, plan);
  } else {
    velocity.mean =
        limit_acceleration(config, s.v_WE, approach_standing_target(config, s, plan.chart), setup.period);
    velocity.end = velocity.mean;
  }
  keep_in_annulus(s, widen(setup.workspace, s), kEdgeClearance, kEdgeGain, velocity);
  return velocity;
}

}  // namespace freefloat
