#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "console/desk.h"
#include "ros/ros_messages.h"
#include "runtime/ros_config.h"

namespace freefloat::ros {

/// What people ask by ROS 2, and what becomes of it: anyone may stop; the rest only where the testbed allows
/// it, and not while somebody commands by the page. Knows no network.
///
/// A jog goes on while its messages come, at most `kJogPatience` apart, and ends by itself. Stop is carried
/// out at once, in the thread that brings it.
class RosCommands {
 public:
  using Instant = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds kJogPatience{300};
  static constexpr std::chrono::milliseconds kJogPeriod{20};      ///< newer jogs replace those not yet asked
  static constexpr std::chrono::milliseconds kAfterRefusal{500};  ///< the next jog is not asked before

  /// @param desk Outlives it. @param commander Any thread: who commands by the page; empty: nobody.
  RosCommands(console::Desk& desk, const RosConfig& config, std::function<std::string()> commander);

  // Any thread.

  std_srvs::TriggerResponse stop() noexcept;
  /// @param what `pause` or `resume` of a run.
  std_srvs::TriggerResponse hold(std::string_view what);
  /// @param jog Rates by joints' names, rad/s; displacements are not followed.
  void jog(const control_msgs::JointJog& jog, Instant now);
  /// @param jog The hand's velocity in the table's frame, m/s; the turn is not followed.
  void jog(const geometry_msgs::Twist& jog, Instant now);
  /// Puts a simulated target somewhere else. @param pose Seen from the table.
  void place_target(const geometry_msgs::PoseStamped& pose);

  /// What comes by time; to be called at least every 20 ms by one thread.
  void tick(Instant now);

 private:
  struct Jog {
    std::string what;
    nlohmann::json request;
  };

  /// @return Why not; empty: it may be asked.
  std::string object(bool allowed, const char* key) const;
  console::Answer ask(std::string_view what, const nlohmann::json& request);
  void refuse(std::string_view what, const std::string& words);
  void take(Jog jog, Instant now);

  console::Desk& desk_;
  const RosConfig config_;
  const std::function<std::string()> commander_;
  const console::Caller caller_;

  std::mutex mutex_;
  std::optional<Jog> wanted_;  // newest that was not yet asked
  bool jogging_ = false;
  Instant heard_{};
  Instant next_ask_{};
  Instant next_refusal_told_{};
};

}  // namespace freefloat::ros
