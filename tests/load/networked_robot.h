#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hal/monotonic_clock.h"
#include "hal/sim/sim_camera.h"
#include "hal/sim/sim_world.h"
#include "hal/sim/simulated_board.h"
#include "hal/udp/marker_stream.h"
#include "hal/udp/udp_socket.h"
#include "runtime/run_config.h"

namespace freefloat::load {

/// A robot that a program meets by the network alone, as a real one: the firmware's own code behind a UDP
/// port, motors and bodies, and a tracker that sends its LEDs. It notes when the bytes of a STOP arrived.
class NetworkedRobot {
 public:
  /// @param config Robot, drives, camera and start; `sim.imaging.render` must be false.
  /// @param markers_to Where the program listens for LEDs, `HOST:PORT`.
  /// @throws HalError when no port is left.
  NetworkedRobot(const RunConfig& config, const std::string& markers_to);
  ~NetworkedRobot();
  NetworkedRobot(const NetworkedRobot&) = delete;
  NetworkedRobot& operator=(const NetworkedRobot&) = delete;

  /// @return Where its board listens, `HOST:PORT`.
  std::string address() const;

  /// @return When the first frame with a STOP behind one without it came to the board's socket, each time
  /// that happened, by the kernel's stamp; since the last call.
  std::vector<std::chrono::steady_clock::time_point> take_stops();

 private:
  void live();
  void receive();
  void look_for_stop(std::span<const std::uint8_t> frame, std::chrono::steady_clock::time_point arrived);
  void answer(std::span<const std::uint8_t> frame);

  UdpSocket socket_;
  MarkerSender tracker_;
  MonotonicClock clock_;
  SimulatedBoard board_;
  SimWorld world_;
  SimCamera camera_;
  UdpAddress controller_;  // where the newest frame came from
  bool heard_ = false;
  bool stopping_ = false;

  std::mutex mutex_;
  std::vector<std::chrono::steady_clock::time_point> stops_;
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat::load
