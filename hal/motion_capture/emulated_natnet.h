#pragma once

#include <optional>

#include "hal/motion_capture/emulated_tracker.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

/// A NatNet server that sees the simulated robot, and sends what it sees with stamps of a clock of its own.
class EmulatedNatNet {
 public:
  /// @param world Delivers LEDs; must outlive this, as must `clock`.
  EmulatedNatNet(const TrackerConfig& config, const EmulatedCameraConfig& emulation,
                 const std::vector<MarkerParameters>& robot, const std::vector<Vector2>& target,
                 MarkerSensor& world, Clock& clock);

  /// @return Where it hears commands.
  UdpAddress address() const { return socket_.local_address(); }

  /// Answers who asks, and sends what is to be seen now.
  void serve();

 private:
  static constexpr std::int64_t kClockRate = 10'000'000;  // as of Windows

  void answer_requests();
  std::uint64_t to_ticks(Time time) const;

  EmulatedTracker tracker_;
  UdpSocket socket_;
  std::optional<UdpAddress> client_;
};

}  // namespace freefloat
