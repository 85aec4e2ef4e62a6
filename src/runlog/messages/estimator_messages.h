#pragma once

#include "control/controller_state.h"
#include "mcap/message.h"
#include "runlog/messages/cycle_messages.h"

// The estimator's memory, the part of the controller's that remembers what was seen.

namespace freefloat {

void describe(auto& v, Is<JointSample> auto& m) {
  v("time_ns", m.time);
  v("angles_rad", m.angles);
  v("rates_rad_s", m.rates);
}

void describe(auto& v, Is<RateHistory> auto& m) {
  RateHistory::describe(v, m);
}

void describe(auto& v, Is<CommandedRates> auto& m) {
  v("from_ns", m.from);
  v("before_rad_s", m.before);
  v("rates_rad_s", m.rates);
}

void describe(auto& v, Is<CommandHistory> auto& m) {
  CommandHistory::describe(v, m);
}

void describe(auto& v, Is<RobotFilterState> auto& m) {
  v("initialised", m.initialised);
  v("at_ns", m.at);
  v("mass_centre_m", m.p_WG);
  v("attitude_rad", m.theta_WB);
  v("joints_rad", m.joints);
  v("mass_centre_velocity_m_s", m.v_WG);
  v("angular_momentum_nms", m.angular_momentum);
  v("covariance_factors", m.covariance);
}

void describe(auto& v, Is<TargetFilterState> auto& m) {
  v("initialised", m.initialised);
  v("at_ns", m.at);
  v("last_seen_ns", m.last_seen);
  v("position_m", m.p_WT);
  v("velocity_m_s", m.v_WT);
  v("covariance_factors", m.covariance);
}

void describe(auto& v, Is<TumblingFilterState> auto& m) {
  v("initialised", m.initialised);
  v("at_ns", m.at);
  v("last_seen_ns", m.last_seen);
  v("mass_centre_m", m.p_WC);
  v("attitude_rad", m.theta_WT);
  v("mass_centre_in_body_m", m.p_TC);
  v("velocity_m_s", m.v_WC);
  v("attitude_rate_rad_s", m.w_WT);
  v("covariance_factors", m.covariance);
}

void describe(auto& v, Is<MarkerUpdate> auto& m) {
  v("used", m.used);
  v("rejected", m.rejected);
  v("far", m.far);
  v("worst_innovation_sigma", m.worst_innovation);
}

void describe(auto& v, Is<EstimatorState> auto& m) {
  v("robot", m.robot);
  v("target", m.target);
  v("history", m.history);
  v("commands", m.commands);
  v("loaded", m.loaded);
  v("last_frame_ns", m.last_frame);
  v("disturbed_since_ns", m.disturbed_since);
  v("last_update", m.last_update);
  v("contradicted_markers", m.contradicted_markers);
  v("contradicted_since_ns", m.contradicted_since);
  v("compared", m.compared);
  v("tumbling", m.tumbling);
  v("watched", m.watched);
}

}  // namespace freefloat
