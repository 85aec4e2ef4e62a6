#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcap/cdr.h"
#include "mcap/standard_messages.h"
#include "model/robot_parameters.h"
#include "runlog/cycle_record.h"
#include "runlog/run_topics.h"
#include "runlog/target_places.h"

namespace freefloat {

/// Topics by their places in kRunTopics.
using TopicSet = std::bitset<kRunTopicCount>;

/// @param at Run time.
/// @param epoch_ns Wall time of the run's time zero; 0: not known.
/// @return Log time, ns: never negative, at the largest number where it would overflow.
std::int64_t since_epoch_ns(Time at, std::int64_t epoch_ns);

/// @return The same, split as ROS does.
builtin_interfaces::Time ros_time(Time at, std::int64_t epoch_ns);

/// Turns what is known of a cycle into the messages of its topics; the same record gives the same bytes, in
/// the log and on a live channel.
class CycleEncoder {
 public:
  /// Hears a topic's place in kRunTopics and its message; the bytes are valid during the call.
  using Take = std::function<void(std::size_t place, std::span<const std::uint8_t> message)>;

  /// @param joint_names For /joint_states; missing ones are called joint_1, joint_2, ...
  /// @param robot For /tf, which is left out where it has no links. @param targets Two LEDs tell how one is
  /// turned.
  CycleEncoder(std::vector<std::string> joint_names, std::int64_t epoch_ns, RobotParameters robot = {},
               std::vector<TargetFacts> targets = {});

  /// Calls `take` for each message in the order of the log: the input first, the output last, which tells a
  /// reader that the cycle is whole.
  /// @param wanted Messages of other topics are not made.
  void encode(const CycleRecord& record, const TopicSet& wanted, const Take& take);

  /// @return Where the targets are after the newest record.
  const TargetWatch& targets() const { return targets_; }

 private:
  template <const auto& topic, Message T>
  void put(const T& message);
  void put_joint_states(const JointFeedback& joints, const std::optional<Truth>& truth);
  void put_poses(const StateEstimate& estimate);
  template <const auto& topic>
  void put_pose(Time at, const Vector2& position, double angle);
  template <const auto& topic>
  bool wants() const;

  std::vector<std::string> joint_names_;
  std::int64_t epoch_ns_ = 0;
  RobotParameters robot_;
  TargetWatch targets_;
  CdrWriter cdr_;
  sensor_msgs::JointState joint_state_;
  geometry_msgs::PoseStamped pose_;
  geometry_msgs::TwistStamped twist_;
  // Of the call under way.
  TopicSet wanted_;
  const Take* take_ = nullptr;
};

}  // namespace freefloat
