#pragma once

#include "control/controller_state.h"
#include "mcap/message.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/estimator_messages.h"
#include "runlog/messages/guidance_messages.h"

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
inline constexpr std::array<std::string_view, 5> kEnumeratorNames<PredictedEnd>{
    "running", "captured", "joint_limit", "singular", "not_in_time"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumeratorNames<PlannerMode>{"search", "watch"};
FF_FIELDS(SupervisorMemory, state, latched, last_request, last_task, acknowledged)

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
  v("verdict", m.end);  // as older logs call it
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

FF_FIELDS(PictureRepetition, content, times, frozen)

FF_FIELDS(SourceRepetition, content, different, same, wavers, frozen)

void describe(auto& v, Is<TargetSourceWatch> auto& m) {
  v("newest_ns", m.newest);
  v("contradicted", m.contradicted);
  v("contradicted_since_ns", m.contradicted_since);
}

FF_FIELDS(TargetSourceMemory, watch, repetition)

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
