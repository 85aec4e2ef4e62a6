#pragma once

#include "control/controller_state.h"
#include "mcap/message.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/estimator_messages.h"

// The controller's memory, every bit of it, so that a replay can start between any two cycles that have it
// logged between them.

namespace freefloat {

template <>
inline constexpr std::string_view kLoggedName<TaskSpaceState> = "Situation";
template <>
inline constexpr std::string_view kLoggedName<CapturePrediction> = "CapturePredictionState";
template <>
inline constexpr std::string_view kLoggedName<CapturePlanner> = "CapturePlannerState";

template <>
inline constexpr std::array<std::string_view, 5> kEnumeratorNames<PredictionVerdict>{
    "running", "captured", "joint_limit", "singular", "not_in_time"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumeratorNames<PlannerMode>{"search", "watch"};

template <>
inline constexpr std::array<std::string_view, 4> kEnumeratorNames<LoopSearchMode>{"search", "fit", "ready",
                                                                                  "failed"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumeratorNames<DetumbleMode>{"look", "move", "rest",
                                                                                "done"};
template <>
inline constexpr std::array<std::string_view, 6> kEnumeratorNames<ReorientationMode>{
    "observe", "plan", "move", "rest", "done", "failed"};

void describe(auto& v, Is<SupervisorMemory> auto& m) {
  v("state", m.state);
  v("latched", m.latched);
  v("last_request", m.last_request);
  v("last_task", m.last_task);
  v("acknowledged", m.acknowledged);
}

void describe(auto& v, Is<CapturePlan> auto& m) {
  v("unfold", m.unfold);
  v("chart", m.chart);
  v("elbow", m.elbow);
  v("rendezvous_ns", m.rendezvous);
}

void describe(auto& v, Is<TaskSpaceState> auto& m) {
  v("hand_m", m.p_WE);
  v("hand_velocity_m_s", m.v_WE);
  v("target_m", m.p_WT);
  v("target_velocity_m_s", m.v_WT);
  v("mass_centre_m", m.p_WG);
  v("mass_centre_velocity_m_s", m.v_WG);
  v("target_arm_m", m.p_CT);
  v("target_rate_rad_s", m.w_WT);
}

void describe(auto& v, Is<ArmState> auto& m) {
  v("attitude_rad", m.theta_WB);
  v("joints_rad", m.joints);
  v("angular_momentum_nms", m.angular_momentum);
}

void describe(auto& v, Is<CapturePrediction> auto& m) {
  v("plan", m.plan);
  v("followed", m.followed);
  v("start_ns", m.start);
  v("situation", m.task);
  v("mean_hand_velocity_m_s", m.v_WE_mean);
  v("arm", m.arm);
  v("elapsed_s", m.elapsed);
  v("smallest_sigma_m", m.smallest_sigma);
  v("steps_inside", m.steps_inside);
  v("verdict", m.verdict);
}

void describe(auto& v, Is<CapturePlanner> auto& m) {
  v("mode", m.mode);
  v("plan", m.plan);
  v("best", m.best);
  v("best_time_s", m.best_time);
  v("candidate", m.candidate);
  v("candidate_open", m.candidate_open);
  v("prediction", m.prediction);
  v("failed_searches", m.failed_searches);
  v("failed_watches", m.failed_watches);
}

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

/// A time that there may be none of, as two fields of the log: `fields(time, known)` describes them.
template <class Since, class Fields>
void describe_parts(Since& since, Fields&& fields) {
  Time time = since.value_or(Time{});
  bool known = since.has_value();
  fields(time, known);
  if constexpr (!std::is_const_v<Since>) since = known ? std::optional(time) : std::nullopt;
}

void describe(auto& v, Is<TurnComparison> auto& m) {
  v("at_ns", m.at);
  v("rates_rad_s", m.rates);
  v("turned_rad", m.turned);
  v("from_rad", m.from);
  v("contradicted", m.contradicted);
}

void describe(auto& v, Is<PictureRepetition> auto& m) {
  v("content", m.content);
  v("times", m.times);
  v("frozen", m.frozen);
}

void describe(auto& v, Is<ControllerState> auto& m) {
  const auto since = [&v](auto& value, std::string_view time_name, std::string_view known_name) {
    describe_parts(value, [&](Time& time, bool& known) {
      v(time_name, time);
      v(known_name, known);
    });
  };
  v("estimator", m.estimator);
  v("supervisor", m.supervisor);
  v("planner", m.planner);
  v("reorientation", m.reorientation);
  v("path", m.path);
  v("posture", m.posture);
  v("feedback", m.feedback);
  v("turns", m.turns);
  v("repetition", m.repetition);
  describe_parts(m.feedback_time, [&](Time& time, bool& known) {
    v("has_feedback", known);
    v("feedback_time_ns", time);
  });
  since(m.energised_since, "energised_since_ns", "energised");
  since(m.disagreeing_since, "disagreeing_since_ns", "disagreeing");
  since(m.overspeed_since, "overspeed_since_ns", "overspeed");
  describe_parts(m.last_cycle, [&](Time& time, bool& known) {
    bool first = !known;
    v("last_cycle_ns", time);
    v("first_cycle", first);
    known = !first;
  });
  v("commanded_rad_s", m.commanded);
  v("hand_velocity_m_s", m.v_WE_next);
  v("task_number", m.task_number);
  v("task_start_ns", m.task_start);
  since(m.within_tolerance_since, "within_tolerance_since_ns", "within_tolerance");
  v("close_gripper", m.close_gripper);
  v("unreachable", m.unreachable);
  v("result_not_finite", m.result_not_finite);
  v("meeting", m.meeting);
  v("fall", m.fall);
  v("detumble", m.detumble);
  v("grip_m", m.p_EC);
  v("grip_known", m.grip_known);
}

}  // namespace freefloat
