#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "hal/camera.h"
#include "hal/link_key.h"
#include "hal/marker_sensor.h"
#include "hal/monotonic_clock.h"
#include "hal/sim/sim_camera.h"
#include "hal/sim/sim_world.h"
#include "hal/sim/simulated_board.h"
#include "hal/sim/true_world.h"
#include "hal/udp/udp_socket.h"
#include "model/robot_parameters.h"
#include "types/table.h"

namespace freefloat {

/// The simulated robot as others meet a real one: by the network alone. Its servo board, the firmware's own
/// code, listens at a UDP port, and a camera sees it. It moves in real time, in a thread of its own.
class NetworkedRobot final : public Clock, public Camera, public MarkerSensor {
 public:
  /// Told of each frame that came to the board, in the robot's thread. @param age How long ago it arrived.
  using FrameListener = std::function<void(std::span<const std::uint8_t> frame, Duration age)>;

  /// @param board_at "host:port" where the board listens; "port" alone: at 127.0.0.1; port 0: any free one.
  /// @param key The board's; nothing: whoever reaches it commands it.
  /// @param heard May be empty.
  /// @throws HalError when the address cannot be used.
  NetworkedRobot(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
                 const CameraParameters& camera, const std::string& board_at,
                 const std::optional<LinkKey>& key, FrameListener heard = {});
  ~NetworkedRobot() override;
  NetworkedRobot(const NetworkedRobot&) = delete;
  NetworkedRobot& operator=(const NetworkedRobot&) = delete;

  /// @return Where its board listens, `HOST:PORT`.
  std::string address() const { return to_string(socket_.local_address()); }

  Time now() override { return clock_.now(); }
  void sleep_until(Time deadline) override { clock_.sleep_until(deadline); }

  /// Waits for the next picture, at most 100 ms.
  ReadStatus read(CameraPicture& picture) override { return take(picture); }
  ReadStatus read(MarkerFrame& frame) override { return take(frame); }

 private:
  void live();
  void receive();
  void answer(std::span<const std::uint8_t> frame);
  template <class Frame>
  ReadStatus take(Frame& frame);

  const TrueWorld true_;
  MonotonicClock clock_;
  UdpSocket socket_;
  SimulatedBoard board_;
  const FrameListener heard_;
  std::optional<UdpAddress> controller_;  // where the newest frame came from
  std::mutex mutex_;                      // of all below
  std::condition_variable moved_;
  SimWorld world_;
  SimCamera camera_;
  Duration begun_{};  // our time less the world's
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat
