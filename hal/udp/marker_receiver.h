#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "hal/clock.h"
#include "hal/clock_offset.h"
#include "hal/marker_sensor.h"
#include "hal/table_spots.h"
#include "hal/udp/marker_path.h"
#include "hal/udp/marker_stream.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

struct MarkerReceiverConfig {
  std::string address = {};  ///< "host:port" at which to listen; "port" alone: at 127.0.0.1
  /// LEDs of the scene; pictures with another number are refused. Nothing: any number.
  std::optional<int> marker_count = std::nullopt;
  /// The tracker has it too. Nothing: whoever reaches the address may tell where the robot is, and JSON is
  /// understood as well.
  std::optional<LinkKey> key = std::nullopt;
  TableLabeler label = {};  ///< for spots; nothing: they are refused
};

/// Markers of a tracker, of `freefloat track --publish` on another computer, or of a plant in another
/// process: frames with a key and stamps of both clocks (hal/udp/README.md), or JSON (hal/README.md).
class MarkerReceiver final : public MarkerSensor {
 public:
  /// @throws HalError when the address cannot be used.
  MarkerReceiver(const MarkerReceiverConfig& config, Clock& clock);

  /// Waits for the next datagram, at most 100 ms, and asks the tracker what its clock shows. By how much the
  /// capture time may be wrong is in the covariance of each LED that is predicted to move.
  ReadStatus read(MarkerFrame& frame) override;

  /// @return Where it listens, as numbers; with port 0 asked for, the one that was free.
  std::string address() const { return to_string(socket_.local_address()); }

  /// @return What was refused or is wrong, in plain words; empty: nothing. From any thread.
  std::string describe_refusals() const;

  /// From any thread; waits while a datagram is looked at, so not in the loop.
  MarkerPathHealth health() const;

 private:
  void ask();
  bool take_frame(std::span<const std::uint8_t> bytes, const UdpDatagram& received, Time arrival,
                  MarkerFrame& frame);
  bool take_text(std::span<const std::uint8_t> bytes, Time arrival, MarkerFrame& frame);
  bool has_right_count(int count);
  Time to_run_time(const MarkerDatagram& datagram, Time arrival);

  MarkerReceiverConfig config_;
  UdpSocket socket_;
  Clock& clock_;
  mutable std::mutex mutex_;  // of what other threads ask for
  MarkerPath path_;
  std::optional<UdpAddress> tracker_;
  std::optional<UdpAddress> newcomer_;
  ClockOffset offset_;  // of JSON: run time less the sender's
  bool started_ = false;
  std::uint64_t last_sequence_ = 0;
  std::uint64_t texts_ = 0;  // pictures as JSON
  Time newest_text_{};
  std::uint64_t garbage_ = 0;
  std::uint64_t wrong_count_ = 0;
  std::uint64_t unlabelled_ = 0;
  int sent_count_ = 0;  // markers in the newest that was refused for their number
};

}  // namespace freefloat
