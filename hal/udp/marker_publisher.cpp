#include "hal/udp/marker_publisher.h"

#include <array>

namespace freefloat {
namespace {

constexpr int kMostQuestions = 16;  // a flood must not hold the pictures up
constexpr Duration kChooseAnew = std::chrono::seconds(1);

}  // namespace

MarkerPublisher::MarkerPublisher(const std::string& address, const std::optional<LinkKey>& key, Clock& clock)
    : run_(resolve_udp_address(address)), socket_(UdpSocket::connect(run_)), origin_(key), clock_(clock) {}

void MarkerPublisher::transmit(std::span<const std::uint8_t> frame) {
  if (frame.empty()) return;
  UdpResult result = socket_.send(frame);
  // A refusal belongs to an earlier frame; this one was not sent.
  if (result == UdpResult::kRefused) result = socket_.send(frame);
  const Time now = clock_.now();
  if (result != UdpResult::kFailed || (chosen_ && now - *chosen_ < kChooseAnew)) return;
  chosen_ = now;
  socket_.reconnect(run_);
}

void MarkerPublisher::serve() {
  std::array<std::uint8_t, kMaxMarkerFrame> bytes;
  UdpDatagram received;
  for (int i = 0; i < kMostQuestions; ++i) {
    const UdpResult result = socket_.receive(bytes, received);
    if (result == UdpResult::kRefused) continue;  // the run is gone, or not there yet
    if (result != UdpResult::kDone) break;
    const Time arrival = clock_.now() - received.age;
    if (!received.cut && origin_.take(std::span(bytes).first(received.size), arrival))
      transmit(origin_.answer(clock_.now()));
  }
  transmit(origin_.take_hello(clock_.now()));
}

void MarkerPublisher::send(const MarkerFrame& frame) {
  serve();
  transmit(origin_.picture(frame, clock_.now()));
}

void MarkerPublisher::send(const TableSpots& spots, Time captured, std::uint32_t number) {
  serve();
  transmit(origin_.picture(spots, captured, number, clock_.now()));
}

}  // namespace freefloat
