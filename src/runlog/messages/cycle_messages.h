#pragma once

#include "mcap/message.h"
#include "types/cycle.h"

// Every field of types/cycle.h, so that a replay from the log gives the same bits.

namespace freefloat {

template <>
inline constexpr std::array<std::string_view, 8> kEnumeratorNames<Request>{
    "none", "check", "arm", "activate", "hold", "disarm", "stop", "acknowledge"};
template <>
inline constexpr std::array<std::string_view, 11> kEnumeratorNames<Task>{
    "hold",        "capture_standing", "capture_moving", "release",  "jog",     "reorient",
    "follow_path", "move_to",          "grip",           "jog_hand", "detumble"};
template <>
inline constexpr std::array<std::string_view, 7> kEnumeratorNames<SupervisorState>{
    "disarmed", "ready", "armed", "active", "hold", "fault", "stopped"};
template <>
inline constexpr std::array<std::string_view, 6> kEnumeratorNames<TaskStatus>{
    "idle", "planning", "running", "waiting", "done", "unreachable"};
template <>
inline constexpr std::array<std::string_view, 5> kEnumeratorNames<PathStage>{"plan", "approach", "follow",
                                                                             "done", "refused"};
template <>
inline constexpr std::array<std::string_view, 8> kEnumeratorNames<PathRefusal>{
    "none",     "no_such_path", "outer_edge", "inner_edge",
    "singular", "joint_limit",  "rate_limit", "table_edge"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumeratorNames<MeetingWay>{"kept_left", "kept_right",
                                                                              "over_left", "over_right"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumeratorNames<ChartKind>{
    "cartesian", "polar_counter_clockwise", "polar_clockwise"};
template <>
inline constexpr std::array<std::string_view, 6> kEnumeratorNames<BoardState>{"off",     "enabled", "run",
                                                                              "timeout", "fault",   "stop"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumeratorNames<GripperState>{"open", "closing", "holding",
                                                                                "empty"};

template <>
inline constexpr std::array<std::string_view, 6> kEnumeratorNames<LawState>{"waiting", "answered", "late",
                                                                            "silent",  "ended",    "refused"};

void describe(auto& v, Is<LawAnswer> auto& m) {
  v("state", m.state);
  v("rates_rad_s", m.rates);
}

void describe(auto& v, Is<MarkerMeasurement> auto& m) {
  v("seen", m.seen);
  v("saturated", m.saturated);
  v("centroid_px", m.uv_px);
  v("position_m", m.p_WM);
  v("covariance_m2", m.covariance);
  v("peak_grey_levels", m.peak);
}

void describe(auto& v, Is<PredictedMarker> auto& m) {
  v("known", m.known);
  v("position_m", m.p_WM);
  v("velocity_m_s", m.v_WM);
  v("sigma_m", m.sigma);
}

void describe(auto& v, Is<MarkerPrediction> auto& m) {
  v("at_ns", m.at);
  v("joints_rad", m.joints);
  v("joint_sigma_rad", m.joint_sigma);
  v.used("markers", m.markers, 0);
}

void describe(auto& v, Is<MarkerFrame> auto& m) {
  v("capture_time_ns", m.capture_time);
  v("sequence", m.sequence);
  v("marker_count", m.marker_count);
  v.used("markers", m.markers, m.marker_count);
  v("blob_count", m.blob_count);
  v("full_scan", m.full_scan);
  v("prediction", m.prediction);
}

void describe(auto& v, Is<JointFeedback> auto& m) {
  v("sample_time_ns", m.sample_time);
  v("angles_rad", m.angles);
  v("rates_rad_s", m.rates);
  v("duties", m.duties);
  v("board_state", m.board_state);
  v("board_faults", m.board_faults);
  v("gripper", m.gripper);
  v("accepted_sequence", m.accepted_sequence);
  v("accepted_age_ns", m.accepted_age);
  v("clamp_flags", m.clamp_flags);
  v("rejected_frames", m.rejected_frames);
}

void describe(auto& v, Is<OperatorCommand> auto& m) {
  v("request", m.request);
  v("task", m.task);
  v("task_number", m.task_number);
  v("jog_rates_rad_s", m.jog_rates);
  v("turn_rad", m.turn);
  v("turn_tolerance_rad", m.turn_tolerance);
  v("path", m.path);
  v("posture_rad", m.posture);
  v("posture_rate_rad_s", m.posture_rate);
  v("posture_tolerance_rad", m.posture_tolerance);
  v("jog_velocity_m_s", m.jog_velocity);
  v("jog_in_hand_frame", m.jog_in_hand_frame);
  v("target", m.target);
  v("most_rate_rad_s", m.most_rate);
}

void describe(auto& v, Is<CycleInput> auto& m) {
  v("now_ns", m.now);
  v("markers", m.markers);
  v("joints", m.joints);
  v("operator_command", m.op);
}

void describe(auto& v, Is<RobotState> auto& m) {
  v("position_m", m.p_WB);
  v("attitude_rad", m.theta_WB);
  v("joints_rad", m.joints);
  v("velocity_m_s", m.v_WB);
  v("attitude_rate_rad_s", m.w_WB);
  v("joint_rates_rad_s", m.joint_rates);
}

void describe(auto& v, Is<TargetEstimate> auto& m) {
  v("valid", m.valid);
  v("position_m", m.p_WT);
  v("velocity_m_s", m.v_WT);
  v("covariance_m2", m.covariance);
  v("since_seen_ns", m.since_seen);
  v("turns", m.turns);
  v("mass_centre_m", m.p_WC);
  v("attitude_rad", m.theta_WT);
  v("attitude_rate_rad_s", m.w_WT);
}

void describe(auto& v, Is<JointComparison> auto& m) {
  v("at_ns", m.at);
  v("by_leds_rad", m.by_leds);
  v("by_pots_rad", m.by_pots);
}

void describe(auto& v, Is<StateEstimate> auto& m) {
  v("valid", m.valid);
  v("at_ns", m.at);
  v("robot", m.robot);
  v("hand_position_m", m.p_WE);
  v("hand_velocity_m_s", m.v_WE);
  v("mass_centre_m", m.p_WG);
  v("linear_momentum_ns", m.linear_momentum);
  v("angular_momentum_nms", m.angular_momentum);
  v("sigma_hand_m", m.sigma_hand);
  v("sigma_attitude_rad", m.sigma_attitude);
  v("worst_innovation_sigma", m.worst_innovation);
  v("markers_used", m.markers_used);
  v("markers_rejected", m.markers_rejected);
  v("contradicted_markers", m.contradicted_markers);
  v("contradicted_for_ns", m.contradicted_for);
  v("since_frame_ns", m.since_frame);
  v("target", m.target);
  v("compared", m.compared);
}

void describe(auto& v, Is<ReorientationOutput> auto& m) {
  v("goal_rad", m.goal);
  v("missing_rad", m.missing);
  v("loops", m.loops);
  v("needed_time_s", m.needed_time);
  v("available_time_s", m.available_time);
  v("drift_speed_m_s", m.drift_speed);
  v("drift_acceleration_m_s2", m.drift_acceleration);
}

void describe(auto& v, Is<PathOutput> auto& m) {
  v("stage", m.stage);
  v("begin_m", m.begin);
  v("along_m", m.along);
  v("length_m", m.length);
  v("error_m", m.error);
  v("lag_m", m.lag);
  v("refusal", m.refusal);
  v("refused_at_m", m.refused_at);
  v("refused_by", m.refused_by);
  v("refused_joint", m.refused_joint);
  v("refused_after_s", m.refused_after);
}

void describe(auto& v, Is<WayToMeet> auto& m) {
  v("found", m.found);
  v("time_s", m.time);
  v("waits_s", m.waits);
  v("sigma_min_m", m.sigma_min);
  v("held", m.held);
}

void describe(auto& v, Is<MeetingOutput> auto& m) {
  v("planned", m.planned);
  v("number", m.number);
  v("time_s", m.time);
  v("joints_rad", m.joints);
  v("joint_rates_rad_s", m.rates);
  v("way", m.way);
  v.used("ways", m.ways, m.ways.size());
  v("fall_m_s2", m.fall);
}

void describe(auto& v, Is<DetumbleOutput> auto& m) {
  v("begin_rate_rad_s", m.begin_rate);
  v("dictated_rate_rad_s", m.dictated_rate);
  v("least_rate_rad_s", m.least_rate);
  v("measured_rate_rad_s", m.measured_rate);
}

void describe(auto& v, Is<GuidanceOutput> auto& m) {
  v("status", m.status);
  v("chart", m.chart);
  v("unfolding", m.unfolding);
  v("tangent_corrected", m.tangent_corrected);
  v("close_gripper", m.close_gripper);
  v("hand_velocity_wanted_m_s", m.v_WE);
  v("goal_m", m.p_WE_goal);
  v("rendezvous_ns", m.rendezvous);
  v("distance_m", m.distance);
  v("closing_speed_m_s", m.closing_speed);
  v("reorientation", m.reorientation);
  v("path", m.path);
  v("meeting", m.meeting);
  v("detumble", m.detumble);
}

void describe(auto& v, Is<ResolvedRates> auto& m) {
  v("raw_rad_s", m.raw);
  v("limited_rad_s", m.limited);
  v("scale", m.scale);
  v("sigma_min_m", m.sigma_min);
  v("determinant_m2", m.determinant);
  v("damping_m", m.damping);
}

void describe(auto& v, Is<JointCommand> auto& m) {
  v("enable", m.enable);
  v("stop", m.stop);
  v("clear", m.clear);
  v("close_gripper", m.close_gripper);
  v("rates_rad_s", m.rates);
  v("time_to_live_ns", m.time_to_live);
}

void describe(auto& v, Is<CycleOutput> auto& m) {
  v("now_ns", m.now);
  v("state", m.state);
  v("faults", m.faults);
  v("latched_faults", m.latched_faults);
  v("unmet_checks", m.unmet_checks);
  v("contradicted_turns", m.contradicted_turns);
  v("estimate", m.estimate);
  v("guidance", m.guidance);
  v("resolved", m.resolved);
  v("command", m.command);
  v("prediction", m.prediction);
}

}  // namespace freefloat
