#pragma once

#include <optional>

#include "hal/camera_settings.h"
#include "hal/clock.h"
#include "hal/marker_sensor.h"
#include "hal/motion_capture/natnet_frame.h"
#include "hal/tracker_config.h"
#include "hal/udp/udp_socket.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// A NatNet server that sees the simulated robot: it solves rigid bodies from the LEDs that the simulated
/// testbed's marker sensor delivers, as motion capture does, and sends them from a clock of its own.
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
  static constexpr std::uint64_t kClockRate = 10'000'000;  // as of Windows

  struct Led {
    TrackedPart part;
    int link;
    Vector2 position;
  };

  void answer_requests();
  NatNetFrame solve(const MarkerFrame& seen, Time now) const;
  std::optional<NatNetBody> solve_body(const TrackedBody& body, const MarkerFrame& seen) const;
  std::uint64_t to_ticks(Time time) const;
  bool has(CameraDefect defect, Time now) const;
  void spoil(NatNetFrame& frame, Time now);

  TrackerConfig config_;
  EmulatedCameraConfig emulation_;
  std::vector<Led> leds_;
  std::vector<std::string> names_;
  MarkerSensor& world_;
  Clock& clock_;
  UdpSocket socket_;
  std::optional<UdpAddress> client_;
  std::optional<NatNetFrame> frozen_;
};

}  // namespace freefloat
