#pragma once

#include "control/controller_state.h"
#include "runlog/messages/cycle_messages.h"
#include "runlog/messages/message.h"

// The controller's memory, every bit of it, so that a replay can start between any two cycles that have it
// logged between them.

namespace freefloat {

template <>
inline constexpr std::string_view kMessageName<JointSample> = "freefloat_msgs/JointSample";
template <>
inline constexpr std::string_view kMessageName<RateHistory> = "freefloat_msgs/RateHistory";
template <>
inline constexpr std::string_view kMessageName<RobotFilterState> = "freefloat_msgs/RobotFilterState";
template <>
inline constexpr std::string_view kMessageName<TargetFilterState> = "freefloat_msgs/TargetFilterState";
template <>
inline constexpr std::string_view kMessageName<MarkerUpdate> = "freefloat_msgs/MarkerUpdate";
template <>
inline constexpr std::string_view kMessageName<EstimatorState> = "freefloat_msgs/EstimatorState";
template <>
inline constexpr std::string_view kMessageName<SupervisorMemory> = "freefloat_msgs/SupervisorMemory";
template <>
inline constexpr std::string_view kMessageName<CapturePlan> = "freefloat_msgs/CapturePlan";
template <>
inline constexpr std::string_view kMessageName<Situation> = "freefloat_msgs/Situation";
template <>
inline constexpr std::string_view kMessageName<ArmState> = "freefloat_msgs/ArmState";
template <>
inline constexpr std::string_view kMessageName<CapturePredictionState> =
    "freefloat_msgs/CapturePredictionState";
template <>
inline constexpr std::string_view kMessageName<CapturePlannerState> = "freefloat_msgs/CapturePlannerState";
template <>
inline constexpr std::string_view kMessageName<ControllerState> = "freefloat_msgs/ControllerState";

template <>
inline constexpr std::array<std::string_view, 5> kEnumeratorNames<PredictionVerdict>{
    "running", "captured", "joint_limit", "singular", "not_in_time"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumeratorNames<PlannerMode>{"search", "watch"};

void describe(auto& v, Is<JointSample> auto& m) {
  v("time_ns", m.time);
  v("angles_rad", m.angles);
  v("rates_rad_s", m.rates);
}

void describe(auto& v, Is<RateHistory> auto& m) {
  RateHistory::describe(v, m);
}

void describe(auto& v, Is<RobotFilterState> auto& m) {
  v("initialised", m.initialised);
  v("at_ns", m.at);
  v("mass_centre_m", m.p_WG);
  v("attitude_rad", m.theta_WB);
  v("joints_rad", m.joints);
  v("mass_centre_velocity_m_s", m.v_WG);
  v("angular_momentum_nms", m.angular_momentum);
  v("covariance", m.covariance);
}

void describe(auto& v, Is<TargetFilterState> auto& m) {
  v("initialised", m.initialised);
  v("at_ns", m.at);
  v("last_seen_ns", m.last_seen);
  v("position_m", m.p_WT);
  v("velocity_m_s", m.v_WT);
  v("covariance", m.covariance);
}

void describe(auto& v, Is<MarkerUpdate> auto& m) {
  v("used", m.used);
  v("rejected", m.rejected);
  v("worst_innovation_sigma", m.worst_innovation);
}

void describe(auto& v, Is<EstimatorState> auto& m) {
  v("robot", m.robot);
  v("target", m.target);
  v("history", m.history);
  v("loaded", m.loaded);
  v("last_frame_ns", m.last_frame);
  v("disturbed_since_ns", m.disturbed_since);
  v("last_update", m.last_update);
  v("compared", m.compared);
}

void describe(auto& v, Is<SupervisorMemory> auto& m) {
  v("state", m.state);
  v("latched", m.latched);
  v("last_request", m.last_request);
  v("last_task", m.last_task);
}

void describe(auto& v, Is<CapturePlan> auto& m) {
  v("unfold", m.unfold);
  v("chart", m.chart);
  v("elbow", m.elbow);
  v("rendezvous_ns", m.rendezvous);
}

void describe(auto& v, Is<Situation> auto& m) {
  v("hand_m", m.p_WE);
  v("hand_velocity_m_s", m.v_WE);
  v("target_m", m.p_WT);
  v("target_velocity_m_s", m.v_WT);
  v("mass_centre_m", m.p_WG);
  v("mass_centre_velocity_m_s", m.v_WG);
}

void describe(auto& v, Is<ArmState> auto& m) {
  v("attitude_rad", m.theta_WB);
  v("joints_rad", m.joints);
  v("angular_momentum_nms", m.angular_momentum);
}

void describe(auto& v, Is<CapturePredictionState> auto& m) {
  v("plan", m.plan);
  v("followed", m.followed);
  v("start_ns", m.start);
  v("situation", m.situation);
  v("mean_hand_velocity_m_s", m.v_WE_mean);
  v("arm", m.arm);
  v("elapsed_s", m.elapsed);
  v("smallest_sigma_m", m.smallest_sigma);
  v("steps_inside", m.steps_inside);
  v("verdict", m.verdict);
}

void describe(auto& v, Is<CapturePlannerState> auto& m) {
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

void describe(auto& v, Is<ControllerState> auto& m) {
  v("estimator", m.estimator);
  v("supervisor", m.supervisor);
  v("planner", m.planner);
  v("feedback", m.feedback);
  v("has_feedback", m.has_feedback);
  v("feedback_time_ns", m.feedback_time);
  v("energised_since_ns", m.energised_since);
  v("energised", m.energised);
  v("disagreeing_since_ns", m.disagreeing_since);
  v("disagreeing", m.disagreeing);
  v("last_cycle_ns", m.last_cycle);
  v("first_cycle", m.first_cycle);
  v("commanded_rad_s", m.commanded);
  v("hand_velocity_m_s", m.v_WE_next);
  v("task_number", m.task_number);
  v("task_start_ns", m.task_start);
  v("within_tolerance_since_ns", m.within_tolerance_since);
  v("within_tolerance", m.within_tolerance);
  v("close_gripper", m.close_gripper);
  v("unreachable", m.unreachable);
  v("result_not_finite", m.result_not_finite);
}

}  // namespace freefloat
