#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hal/clock.h"
#include "hal/device_time.h"
#include "hal/marker_sensor.h"
#include "hal/motion_capture/natnet_frame.h"
#include "hal/motion_capture/tracked_leds.h"
#include "hal/table_spots.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

/// Motion capture of OptiTrack by NatNet, unicast or multicast, as the source of LEDs.
///
/// Stamps are of the server's clock, in the middle of the exposure. That clock is put on the run's by the
/// frames that were under way shortest: their time of sending is in them, so neither the solver's delay nor
/// the network's waver shows, and drift is followed.
class NatNetSource final : public MarkerSensor {
 public:
  struct Options {
    Duration transfer{};  ///< the shortest time that a frame is under way in the network, where that is known
    TableLabeler label = {};                    ///< with `identify`
    std::function<void()> before_waiting = {};  ///< whoever emulates a server sends in it; then nobody waits
  };

  /// @throws HalError when an address cannot be used, or a marker's name is not known.
  NatNetSource(const TrackerConfig& config, const std::vector<MarkerParameters>& robot,
               const std::vector<Vector2>& target, Clock& clock, Options options);

  /// Waits for the next frame, at most 100 ms.
  ReadStatus read(MarkerFrame& frame) override;

  /// @return What is wrong, in plain words; empty: nothing.
  std::string describe_refusals() const;

 private:
  void keep_connected(Time now);
  bool receive(UdpSocket& socket, MarkerFrame& frame);
  bool take_frame(std::span<const std::uint8_t> payload, Time arrival, MarkerFrame& frame);
  Time to_run_time(const NatNetFrame& tracked, Time arrival);
  std::int64_t to_nanoseconds(std::uint64_t ticks) const;

  TrackerConfig config_;
  TrackedLeds leds_;
  Clock& clock_;
  Options options_;
  UdpAddress server_;
  UdpSocket commands_;
  std::optional<UdpSocket> frames_;  // multicast
  std::optional<NatNetServer> known_;
  std::optional<Time> asked_;
  DeviceTime time_;
  std::optional<std::int32_t> last_number_;
  std::uint64_t taken_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t garbage_ = 0;
  std::uint64_t repeated_ = 0;
};

}  // namespace freefloat
