// A simple tracker: it sends markers as JSON (hal/README.md), not authenticated. The program itself only
// hears that.
#pragma once

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "hal/udp/marker_stream.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

inline std::string encode_markers(const MarkerDatagram& datagram) {
  const auto microseconds = [](Duration duration) {
    return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  };
  const MarkerFrame& frame = datagram.frame;
  nlohmann::json json{{"freefloat_markers", 1},
                      {"sequence", frame.sequence},
                      {"capture_time_us", microseconds(frame.capture_time.time_since_epoch())},
                      {"age_us", microseconds(datagram.age)}};
  json["markers"] = nlohmann::json::array();
  for (int i = 0; i < frame.marker_count; ++i) {
    const MarkerMeasurement& marker = frame.markers[i];
    if (!marker.seen) {
      json["markers"].push_back(nullptr);
      continue;
    }
    const double sigma = std::sqrt(0.5 * marker.covariance.trace());
    json["markers"].push_back(
        {{"x_m", marker.p_WM.x()}, {"y_m", marker.p_WM.y()}, {"sigma_mm", 1e3 * sigma}});
  }
  return json.dump();
}

/// Sends what a marker sensor sees.
class MarkerSender {
 public:
  /// @throws HalError when the address is not known.
  explicit MarkerSender(const std::string& address)
      : socket_(UdpSocket::connect(resolve_udp_address(address))) {}

  /// @param now On the clock of the frame's capture time.
  void send(const MarkerFrame& frame, Time now) {
    const std::string text = encode_markers({frame, now - frame.capture_time});
    // Nobody may be listening now; the next picture comes soon.
    socket_.send({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

 private:
  UdpSocket socket_;
};

}  // namespace freefloat
