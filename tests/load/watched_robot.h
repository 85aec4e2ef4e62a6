#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "hal/hil/networked_robot.h"
#include "runtime/run_config.h"
#include "support/marker_sender.h"

namespace freefloat::load {

/// The simulated robot on the network, with a tracker that sends its LEDs. It notes when the bytes of a STOP
/// arrived.
class WatchedRobot {
 public:
  /// @param config Robot, drives, camera and start; `sim.imaging.render` must be false.
  /// @param markers_to Where the program listens for LEDs, `HOST:PORT`.
  /// @throws HalError when no port is left.
  WatchedRobot(const RunConfig& config, const std::string& markers_to);
  ~WatchedRobot();
  WatchedRobot(const WatchedRobot&) = delete;
  WatchedRobot& operator=(const WatchedRobot&) = delete;

  /// @return Where its board listens, `HOST:PORT`.
  std::string address() const { return robot_.address(); }

  /// @return When the first frame with a STOP behind one without it came to the board's socket, each time
  /// that happened, by the kernel's stamp; since the last call.
  std::vector<std::chrono::steady_clock::time_point> take_stops();

 private:
  void send_markers();
  void look_for_stop(std::span<const std::uint8_t> frame, std::chrono::steady_clock::time_point arrived);

  std::mutex mutex_;
  std::vector<std::chrono::steady_clock::time_point> stops_;
  bool stopping_ = false;  // of the robot's thread
  NetworkedRobot robot_;
  MarkerSender tracker_;
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat::load
