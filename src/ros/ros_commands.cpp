#include "ros/ros_commands.h"

#include <cmath>

#include "types/angle.h"

namespace freefloat::ros {
namespace {

using nlohmann::json;

constexpr double kMillimetres = 1e3;

bool all_finite(const std::vector<double>& values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

/// @return `joint_2` is 2; 0: no joint of that name.
int joint_number(const std::string& name) {
  constexpr std::string_view kPrefix = "joint_";
  if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + 1) return 0;
  const int number = name.back() - '0';
  return number >= 1 && number <= kMaxJoints ? number : 0;
}

}  // namespace

RosCommands::RosCommands(console::Desk& desk, const RosConfig& config, std::function<std::string()> commander)
    : desk_(desk),
      config_(config),
      commander_(std::move(commander)),
      caller_{"ROS 2", "domain " + std::to_string(config.domain_id)} {}

std_srvs::TriggerResponse RosCommands::stop() noexcept {
  desk_.stop(caller_);
  return {true, "stopped; it does not replace the hardwired emergency stop"};
}

std::string RosCommands::object(bool allowed, const char* key) const {
  if (!allowed) return std::string("the testbed does not allow it: ros2: {") + key + ": true}";
  const std::string commander = commander_ ? commander_() : std::string();
  return commander.empty() ? "" : commander + " commands by the page";
}

console::Answer RosCommands::ask(std::string_view what, const json& request) {
  return desk_.ask(what, request, caller_);
}

void RosCommands::refuse(std::string_view what, const std::string& words) {
  const Instant now = std::chrono::steady_clock::now();
  {
    // Of many in a moment one stands in the log.
    const std::lock_guard lock(mutex_);
    if (now < next_refusal_told_) return;
    next_refusal_told_ = now + std::chrono::seconds(1);
  }
  desk_.decided(what, false, words, caller_);
}

std_srvs::TriggerResponse RosCommands::hold(std::string_view what) {
  if (std::string objection = object(config_.allow_hold, "allow_hold"); !objection.empty()) {
    refuse(what, objection);
    return {false, std::move(objection)};
  }
  const console::Answer answer = ask(what, json::object());
  return {answer.done, answer.words};
}

void RosCommands::jog(const control_msgs::JointJog& jog, Instant now) {
  if (jog.joint_names.size() != jog.velocities.size() || !all_finite(jog.velocities)) return;
  json rates = json::array();
  for (std::size_t i = 0; i < jog.joint_names.size(); ++i) {
    const int number = joint_number(jog.joint_names[i]);
    if (number == 0) return refuse("jog_joint", "there is no joint " + jog.joint_names[i].substr(0, 40));
    while (rates.size() < static_cast<std::size_t>(number)) rates.push_back(0.0);
    rates[number - 1] = rad_to_deg(jog.velocities[i]);
  }
  take({"jog_joint", {{"rates_deg_s", rates}}}, now);
}

void RosCommands::jog(const geometry_msgs::Twist& jog, Instant now) {
  if (!std::isfinite(jog.linear.x) || !std::isfinite(jog.linear.y)) return;
  take({"jog_hand", {{"vx_mm_s", kMillimetres * jog.linear.x}, {"vy_mm_s", kMillimetres * jog.linear.y}}},
       now);
}

void RosCommands::take(Jog jog, Instant now) {
  if (const std::string objection = object(config_.allow_jog, "allow_jog"); !objection.empty())
    return refuse(jog.what, objection);
  const std::lock_guard lock(mutex_);
  heard_ = now;
  wanted_ = std::move(jog);
}

void RosCommands::tick(Instant now) {
  std::optional<Jog> jog;
  bool end = false;
  {
    const std::lock_guard lock(mutex_);
    const bool silent = now - heard_ >= kJogPatience;
    if (silent) wanted_.reset();
    end = jogging_ && (silent || !object(config_.allow_jog, "allow_jog").empty());
    if (end) jogging_ = false;
    if (!end && wanted_ && now >= next_ask_) {
      jog.swap(wanted_);
      next_ask_ = now + kJogPeriod;
    }
  }
  if (end) ask("jog_end", json::object());
  if (!jog) return;
  const bool done = ask(jog->what, jog->request).done;
  const std::lock_guard lock(mutex_);
  jogging_ = jogging_ || done;
  if (!done) next_ask_ = now + kAfterRefusal;
}

void RosCommands::place_target(const geometry_msgs::PoseStamped& pose) {
  const std::string& frame = pose.header.frame_id;
  if (std::string objection = object(config_.allow_target, "allow_target"); !objection.empty())
    return refuse("drag", objection);
  if (frame != "table" && !frame.empty())
    return refuse("drag", "a target's pose is seen from table, not from " + frame.substr(0, 40));
  const auto& turn = pose.pose.orientation;
  const double angle = 2.0 * std::atan2(turn.z, turn.w);
  if (!std::isfinite(pose.pose.position.x) || !std::isfinite(pose.pose.position.y) || !std::isfinite(angle))
    return;
  ask("drag", {{"what", "target"},
               {"position_m", {pose.pose.position.x, pose.pose.position.y}},
               {"attitude_deg", rad_to_deg(angle)}});
}

}  // namespace freefloat::ros
