#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hal/clock.h"
#include "hal/device_time.h"
#include "hal/marker_sensor.h"
#include "hal/motion_capture/tracked_leds.h"
#include "ros_node/dds_node.h"

namespace freefloat {

/// @return The same where bodies are known by their places in the list.
TrackerConfig number_bodies(TrackerConfig config);

/// Poses that another program publishes by ROS 2, geometry_msgs/PoseStamped, a topic a body, as the source of
/// LEDs.
///
/// Poses of one stamp make one frame; it is handed over when all bodies have come, when a newer stamp comes,
/// or 2 ms after its first pose. Stamps are of the publisher's clock: put on the run's by the messages that
/// were under way shortest, or, where both computers' clocks are set by PTP or chrony, taken as they are.
class PoseSource final : public MarkerSensor {
 public:
  struct Options {
    Duration transfer{};  ///< from the stamp to its arrival here, of the quickest message; `clock: own`
    std::function<void()> before_waiting =
        {};  ///< whoever emulates publishers calls `take` in it; nobody waits
    std::function<std::int64_t()> wall_time = {};  ///< ns; left out: this computer's clock
  };

  /// Subscribes, unless an emulation is given.
  /// @throws HalError when there is no network to take part in.
  PoseSource(const TrackerConfig& config, const std::vector<MarkerParameters>& robot,
             const std::vector<Vector2>& target, Clock& clock, Options options);
  ~PoseSource() override;

  /// Waits for the next frame, at most 100 ms.
  ReadStatus read(MarkerFrame& frame) override;

  /// Takes a message of a body's topic. Any thread.
  /// @param body Its place in the configuration's list. @param message PoseStamped as CDR; may be anything.
  void take(std::size_t body, std::span<const std::uint8_t> message);

  /// @return What is wrong, in plain words; empty: nothing.
  std::string describe_refusals() const;

 private:
  /// Poses of one stamp.
  struct Group {
    std::int64_t stamp = 0;
    Time arrival{};  // of its first pose
    std::int64_t wall_arrival = 0;
    TrackedPoses poses;
  };

  bool is_in_order(std::size_t body, std::int64_t stamp);
  void finish();
  std::optional<Time> to_run_time(const Group& group);

  const TrackerConfig config_;
  const TrackedLeds leds_;
  Clock& clock_;
  const Options options_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::optional<std::int64_t>> last_stamps_;  // of each body
  std::optional<Group> group_;
  std::deque<MarkerFrame> ready_;
  DeviceTime time_;
  std::uint64_t frames_ = 0;
  std::uint64_t garbage_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t repeated_ = 0;
  std::uint64_t untimed_ = 0;
  double worst_age_ = 0.0;              // s
  std::unique_ptr<ros::DdsNode> node_;  // last: its threads end first
};

}  // namespace freefloat
