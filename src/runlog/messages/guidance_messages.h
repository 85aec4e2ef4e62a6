#pragma once

#include "control/controller_state.h"
#include "mcap/message.h"
#include "runlog/messages/cycle_messages.h"

// What guidance remembers from cycle to cycle; part of the controller's memory.

namespace freefloat {

template <>
inline constexpr std::array<std::string_view, 4> kEnumeratorNames<LoopSearchMode>{"search", "fit", "ready",
                                                                                  "failed"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumeratorNames<DetumbleMode>{"look", "move", "rest",
                                                                                "done"};
template <>
inline constexpr std::array<std::string_view, 6> kEnumeratorNames<ReorientationMode>{
    "observe", "plan", "move", "rest", "done", "failed"};

void describe(auto& v, Is<DriftFit> auto& m) {
  v("count", m.count);
  v("origin_m", m.origin);
  v("time_1_s", m.t1);
  v("time_2_s2", m.t2);
  v("time_3_s3", m.t3);
  v("time_4_s4", m.t4);
  v("way_0_m", m.p0);
  v("way_1_m_s", m.p1);
  v("way_2_m_s2", m.p2);
}

void describe(auto& v, Is<Meeting> auto& m) {
  v("joints_rad", m.joints);
  v("joint_rates_rad_s", m.rates);
  v("time_s", m.time);
  v("miss_m", m.miss);
  v("sigma_min_m", m.sigma_min);
}

void describe(auto& v, Is<MeetingSearch> auto& m) {
  v("start", m.start);
  v("round", m.round);
  v("found", m.found);
  v("best", m.best);
  v("best_cost_s", m.best_cost);
  v("way", m.way);
  v.used("ways", m.ways, m.ways.size());
}

void describe(auto& v, Is<MeetingPlanner> auto& m) {
  v("planned", m.planned);
  v("plan", m.plan);
  v("at_ns", m.at);
  v("failed", m.failed);
  v("failed_searches", m.failed_searches);
  v("search", m.search);
  v("number", m.number);
  v("way", m.way);
  v.used("ways", m.ways, m.ways.size());
}

void describe(auto& v, Is<FallWatch> auto& m) {
  v("count", m.count);
  v("last_ns", m.last);
  v("place_m", m.p);
  v("velocity_m_s", m.v);
  v("fitted_m_s2", m.fitted);
  v("acceleration_m_s2", m.acceleration);
}

void describe(auto& v, Is<JointLoop> auto& m) {
  v("first", m.first);
  v("second", m.second);
  v("first_side_rad", m.first_side);
  v("second_side_rad", m.second_side);
}

void describe(auto& v, Is<LoopPrediction> auto& m) {
  v("loop", m.loop);
  v("side", m.side);
  v("step", m.step);
  v("time_s", m.time);
  v("turn_by_joints_rad", m.turn_by_joints);
  v("turn_by_momentum_rad", m.turn_by_momentum);
  v("clearance_m", m.clearance);
}

void describe(auto& v, Is<LoopSearchState> auto& m) {
  v("mode", m.mode);
  v("need_rad", m.need);
  v("shape", m.shape);
  v("size", m.size);
  v("open", m.open);
  v("prediction", m.prediction);
  v("found", m.found);
  v("best", m.best);
  v("best_time_s", m.best_time);
  v("quickest_s", m.quickest);
  v("loops", m.loops);
  v("low", m.low);
  v("high", m.high);
  v("missing_low_rad", m.missing_low);
  v("missing_high_rad", m.missing_high);
  v("factor", m.factor);
  v("trials", m.trials);
  v("fitted", m.fitted);
}

void describe(auto& v, Is<ReorientationState> auto& m) {
  v("mode", m.mode);
  v("begun", m.begun);
  v("begin_ns", m.begin);
  v("last_ns", m.last);
  v("goal_rad", m.goal);
  v("home_rad", m.home);
  v("drift", m.drift);
  v("search", m.search);
  v("mode_since_ns", m.mode_since);
  v("loops_done", m.loops_done);
  v("needed_time_s", m.needed_time);
  v("available_time_s", m.available_time);
}

void describe(auto& v, Is<PathMotion> auto& m) {
  v("stage", m.stage);
  v("begin_m", m.begin);
  v("approach_from_m", m.approach_from);
  v("resume_at_m", m.resume_at);
  v("along_m", m.along);
  v("speed_m_s", m.speed);
  v("still_for_s", m.still_for);
}

void describe(auto& v, Is<PathPrediction> auto& m) {
  v("motion", m.motion);
  v("hand_m", m.p_WE);
  v("mass_centre_m", m.p_WG);
  v("mass_centre_velocity_m_s", m.v_WG);
  v("arm", m.arm);
  v("step_s", m.step);
  v("elapsed_s", m.elapsed);
  v("output", m.output);
}

void describe(auto& v, Is<PathFollowing> auto& m) {
  v("begun", m.begun);
  v("last_ns", m.last);
  v("motion", m.motion);
  v("prediction", m.prediction);
  v("output", m.output);
}

void describe(auto& v, Is<PostureMotion> auto& m) {
  v("begun", m.begun);
  v("last_ns", m.last);
  v("from_rad", m.from);
  v("along_rad", m.along);
  v("speed_rad_s", m.speed);
  v("still_for_s", m.still_for);
}

void describe(auto& v, Is<DetumbleState> auto& m) {
  v("mode", m.mode);
  v("begun", m.begun);
  v("goal_rad", m.goal);
  v("motion", m.motion);
  v("since_ns", m.since);
  v("from_ns", m.from);
  v("from_attitude_rad", m.from_attitude);
  v("begin_rate_rad_s", m.begin_rate);
  v("dictated_rate_rad_s", m.dictated_rate);
  v("least_rate_rad_s", m.least_rate);
  v("measured_rate_rad_s", m.measured_rate);
}

}  // namespace freefloat
