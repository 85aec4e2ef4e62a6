#include "hal/motion_capture/pose_source.h"

#include <algorithm>
#include <cmath>

#include "hal/hal_error.h"
#include "hal/refuse.h"
#include "mcap/standard_messages.h"
#include "ros_node/ros_message.h"
#include "ros_node/type_hash.h"

namespace freefloat {
namespace {

constexpr auto kLongestPoseWait = std::chrono::milliseconds(100);
constexpr Duration kGroupPatience = std::chrono::milliseconds(2);  // with bodies of a stamp that stay away
constexpr std::int64_t kStampSecond = 1'000'000'000;
constexpr double kOldestPose = 1.0;      // s, of a stamp by a clock that is said to be ours
constexpr double kYoungestPose = -1e-3;  // clocks that PTP or chrony sets differ by less
constexpr std::size_t kMostReady = 8;

/// @return Nothing when a number makes no sense, or the attitude is none.
std::optional<BodyPose> to_body(std::size_t number, const geometry_msgs::Pose& pose) {
  constexpr double kNormTolerance = 0.01;
  const auto& p = pose.position;
  const auto& q = pose.orientation;
  const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!std::isfinite(p.x + p.y + p.z) || !(std::abs(norm - 1.0) < kNormTolerance)) return std::nullopt;
  BodyPose body;
  body.id = static_cast<std::int32_t>(number);
  body.tracked = true;
  body.position = {p.x, p.y, p.z};
  body.quaternion = {q.x, q.y, q.z, q.w};
  return body;
}

std::int64_t system_time() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

TrackerConfig number_bodies(TrackerConfig config) {
  for (std::size_t i = 0; i < config.bodies.size(); ++i) config.bodies[i].id = static_cast<int>(i);
  return config;
}

PoseSource::PoseSource(const TrackerConfig& config, const std::vector<MarkerParameters>& robot,
                       const std::vector<Vector2>& target, Clock& clock, Options options)
    : config_(number_bodies(config)),
      leds_(config_, robot, target),
      clock_(clock),
      options_(std::move(options)),
      last_stamps_(config_.bodies.size()) {
  if (options_.before_waiting) return;
  using geometry_msgs::PoseStamped;
  try {
    node_ = std::make_unique<ros::DdsNode>(config_.domain_id, "", "freefloat_poses");
    for (std::size_t i = 0; i < config_.bodies.size(); ++i) {
      // Best effort hears whoever publishes, and nothing old is sent again.
      node_->subscribe({config_.bodies[i].topic, schema_name<PoseStamped>(), ros::type_hash<PoseStamped>()},
                       {.reliable = false}, [this, i](ros::MessageBytes message) { take(i, message); });
    }
  } catch (const std::runtime_error& error) {
    throw HalError(config_.section + ": " + error.what());
  }
}

PoseSource::~PoseSource() {
  if (node_) node_->close();
}

bool PoseSource::is_in_order(std::size_t body, std::int64_t stamp) {
  std::optional<std::int64_t>& last = last_stamps_[body];
  if (last && stamp == *last) return refuse(repeated_);
  // A publisher that begins anew, maybe on another clock, is far away; what was overtaken is near.
  if (last && stamp < *last - kStampSecond) {
    time_.restart();
    group_.reset();
    std::fill(last_stamps_.begin(), last_stamps_.end(), std::nullopt);
  } else if ((last && stamp < *last) ||
             (group_ && stamp < group_->stamp && group_->stamp - stamp < kStampSecond)) {
    return refuse(late_);
  }
  last = stamp;
  return true;
}

void PoseSource::take(std::size_t body, std::span<const std::uint8_t> message) {
  const Time arrival = clock_.now();
  const std::int64_t wall = options_.wall_time ? options_.wall_time() : system_time();
  const auto pose = ros::read_message<geometry_msgs::PoseStamped>(message);
  const auto seen = pose ? to_body(body, pose->pose) : std::nullopt;
  const std::lock_guard lock(mutex_);
  if (!seen || body >= last_stamps_.size()) {
    ++garbage_;
    return;
  }
  const std::int64_t stamp = pose->header.stamp.sec * kStampSecond + pose->header.stamp.nanosec;
  if (!is_in_order(body, stamp)) return;
  if (group_ && group_->stamp != stamp) finish();
  if (!group_) {
    group_ = Group{stamp, arrival, wall, {}};
    arrived_.notify_one();
  }
  group_->poses.bodies.push_back(*seen);
  if (group_->poses.bodies.size() == config_.bodies.size()) finish();
}

std::optional<Time> PoseSource::to_run_time(const Group& group) {
  if (!config_.shared_clock) {
    time_.learn(group.stamp, group.arrival - options_.transfer);
    return time_.to_ours(group.stamp);
  }
  const Duration age{group.wall_arrival - group.stamp};
  if (to_seconds(age) > kOldestPose || to_seconds(age) < kYoungestPose) {
    worst_age_ = to_seconds(age);
    ++untimed_;
    return std::nullopt;
  }
  return group.arrival - age;
}

void PoseSource::finish() {
  const Group group = std::move(*group_);
  group_.reset();
  const std::optional<Time> captured = to_run_time(group);
  if (!captured) return;
  MarkerFrame frame;
  leds_.fill(group.poses, frame);
  frame.capture_time = *captured;
  frame.sequence = ++frames_;
  ready_.push_back(frame);
  if (ready_.size() > kMostReady) ready_.pop_front();
  arrived_.notify_one();
}

ReadStatus PoseSource::read(MarkerFrame& frame) {
  if (options_.before_waiting) options_.before_waiting();
  std::unique_lock lock(mutex_);
  if (options_.before_waiting) {
    if (ready_.empty() && group_) finish();
  } else {
    arrived_.wait_for(lock, kLongestPoseWait, [this] { return !ready_.empty() || group_; });
    arrived_.wait_for(lock, kGroupPatience, [this] { return !ready_.empty() || !group_; });
    if (ready_.empty() && group_) finish();
  }
  if (ready_.empty()) return ReadStatus::kNone;
  const MarkerPrediction prediction = frame.prediction;
  frame = ready_.front();
  frame.prediction = prediction;
  ready_.pop_front();
  return ReadStatus::kFrame;
}

std::string PoseSource::describe_refusals() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  for (std::size_t i = 0; i < last_stamps_.size(); ++i) {
    if (!last_stamps_[i])
      add("no pose on " + config_.bodies[i].topic + " in ROS 2 domain " + std::to_string(config_.domain_id));
  }
  if (untimed_ > 0)
    add(std::to_string(untimed_) + " poses with stamps that are " + std::to_string(worst_age_) +
        " s old by this computer's clock: set both clocks by PTP or chrony, or write clock: own");
  if (late_ > 0) add(std::to_string(late_) + " poses overtaken by newer ones");
  if (repeated_ > 0) add(std::to_string(repeated_) + " poses came twice");
  if (garbage_ > 0) add(std::to_string(garbage_) + " messages that are no poses: not finite, or no attitude");
  return text;
}

}  // namespace freefloat
