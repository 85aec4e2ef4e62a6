#include "runlog/cycle_encoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "mcap/crc32.h"
#include "mcap/encode.h"
#include "runlog/robot_frames.h"

namespace freefloat {

std::int64_t since_epoch_ns(Time at, std::int64_t epoch_ns) {
  std::int64_t ns = 0;
  const bool overflow = __builtin_add_overflow(at.time_since_epoch().count(), epoch_ns, &ns);
  return overflow ? std::numeric_limits<std::int64_t>::max() : std::max<std::int64_t>(0, ns);
}

builtin_interfaces::Time ros_time(Time at, std::int64_t epoch_ns) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t ns = since_epoch_ns(at, epoch_ns);
  return {static_cast<std::int32_t>(ns / kSecond), static_cast<std::uint32_t>(ns % kSecond)};
}

CycleEncoder::CycleEncoder(std::vector<std::string> joint_names, std::int64_t epoch_ns, RobotParameters robot,
                           std::vector<TargetFacts> targets)
    : joint_names_(std::move(joint_names)),
      epoch_ns_(epoch_ns),
      robot_(std::move(robot)),
      targets_(robot_.markers.size(), std::move(targets)) {
  for (std::size_t i = joint_names_.size(); i < kMaxJoints; ++i)
    joint_names_.push_back("joint_" + std::to_string(i + 1));
  pose_.header.frame_id = kTableFrame;
  twist_.header.frame_id = kTableFrame;
}

template <const auto& topic>
bool CycleEncoder::wants() const {
  return wanted_[find_topic(topic)];
}

template <const auto& topic, Message T>
void CycleEncoder::put(const T& message) {
  static_assert(std::same_as<T, typename std::remove_cvref_t<decltype(topic)>::Content>);
  if (!wants<topic>()) return;
  freefloat::encode(cdr_, message);
  (*take_)(find_topic(topic), cdr_.bytes());
}

void CycleEncoder::encode(const CycleRecord& record, const TopicSet& wanted, const Take& take) {
  wanted_ = wanted;
  take_ = &take;
  targets_.add(record);
  // The check is made of the input's bytes, whether they are wanted or not.
  put<kCycleInputTopic>(record.input);
  if (wants<kInputCheckTopic>()) {
    if (!wants<kCycleInputTopic>()) freefloat::encode(cdr_, record.input);
    put<kInputCheckTopic>(InputCheck{crc32_of(cdr_.bytes())});
  }
  if (record.input.law) put<kLawAnswerTopic>(*record.input.law);
  if (record.input.target_markers) put<kTargetMarkersTopic>(*record.input.target_markers);
  put<kLoopTimingTopic>(record.timing);
  if (record.truth) put<kTruthTopic>(*record.truth);
  if (record.input.joints && wants<kJointStatesTopic>()) put_joint_states(*record.input.joints, record.truth);
  put_poses(record.output.estimate);
  if (targets_.has_several()) put<kTargetsTopic>(targets_.places());
  if (record.output.guidance.status != TaskStatus::kIdle) {
    twist_.header.stamp = ros_time(record.output.now, epoch_ns_);
    twist_.twist.linear = {record.output.guidance.v_WE.x(), record.output.guidance.v_WE.y(), 0.0};
    put<kHandVelocityTopic>(twist_);
  }
  put<kCycleOutputTopic>(record.output);
}

void CycleEncoder::put_joint_states(const JointFeedback& joints, const std::optional<Truth>& truth) {
  joint_state_.header.stamp = ros_time(joints.sample_time, epoch_ns_);
  const Eigen::Index count = joints.angles.size();
  joint_state_.name.assign(joint_names_.begin(), joint_names_.begin() + count);
  joint_state_.position.assign(joints.angles.data(), joints.angles.data() + count);
  joint_state_.velocity.assign(joints.rates.data(), joints.rates.data() + joints.rates.size());
  // A board tells no torques.
  joint_state_.effort.clear();
  if (truth && truth->motor_torques.size() == count)
    joint_state_.effort.assign(truth->motor_torques.data(), truth->motor_torques.data() + count);
  put<kJointStatesTopic>(joint_state_);
}

void CycleEncoder::put_poses(const StateEstimate& estimate) {
  if (!estimate.valid) return;
  const RobotState& robot = estimate.robot;
  put_pose<kSatellitePoseTopic>(estimate.at, robot.p_WB, robot.theta_WB);
  put_pose<kHandPoseTopic>(estimate.at, estimate.p_WE, robot.theta_WB + robot.joints.sum());
  // With one LED seen the target has no known direction.
  const double target_angle = targets_.attitude() ? targets_.attitude()->angle : 0.0;
  if (estimate.target.valid) put_pose<kTargetPoseTopic>(estimate.at, estimate.target.p_WT, target_angle);
  if (!robot_.links.empty() && wants<kFramesTopic>())
    put<kFramesTopic>(robot_frames(robot_, estimate, epoch_ns_, target_angle, targets_.places()));
}

template <const auto& topic>
void CycleEncoder::put_pose(Time at, const Vector2& position, double angle) {
  pose_.header.stamp = ros_time(at, epoch_ns_);
  pose_.pose.position = {position.x(), position.y(), 0.0};
  pose_.pose.orientation = turn_about_z(angle);
  put<topic>(pose_);
}

}  // namespace freefloat
