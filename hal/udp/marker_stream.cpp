#include "hal/udp/marker_stream.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace freefloat {

namespace {

constexpr Duration kLongestWait = std::chrono::milliseconds(100);
constexpr Duration kLargestDrift = std::chrono::seconds(1);  // a clock that is off by more was set anew

}  // namespace

MarkerReceiver::MarkerReceiver(const std::string& address, int marker_count, Clock& clock)
    : socket_(UdpSocket::listen(resolve_udp_address(address))), marker_count_(marker_count), clock_(clock) {}

ReadStatus MarkerReceiver::read(MarkerFrame& frame) {
  std::array<std::uint8_t, 4096> bytes{};
  UdpDatagram received;
  if (!socket_.wait(kLongestWait) || socket_.receive(bytes, received) != UdpResult::kDone)
    return ReadStatus::kNone;
  const Time arrival = clock_.now() - received.age;
  auto datagram =
      decode_markers({reinterpret_cast<const char*>(bytes.data()), received.cut ? 0 : received.size});
  if (!datagram) {
    ++garbage_;
    return ReadStatus::kNone;
  }
  MarkerFrame& sent = datagram->frame;
  if (sent.marker_count != marker_count_) {
    ++wrong_count_;
    sent_count_ = sent.marker_count;
    return ReadStatus::kNone;
  }
  sent.capture_time = to_run_time(*datagram, arrival);
  sent.prediction = frame.prediction;
  frame = sent;
  frame.blob_count = static_cast<int>(std::count_if(frame.markers.begin(), frame.markers.end(),
                                                    [](const auto& marker) { return marker.seen; }));
  return ReadStatus::kFrame;
}

Time MarkerReceiver::to_run_time(const MarkerDatagram& datagram, Time arrival) {
  const Duration difference = arrival - (datagram.frame.capture_time + datagram.age);
  const bool set_anew = std::chrono::abs(difference - offset_.get()) > kLargestDrift;
  if (!started_ || set_anew || datagram.frame.sequence < last_sequence_) {
    offset_.start(difference);
    started_ = true;
  } else {
    offset_.learn(difference);
  }
  last_sequence_ = datagram.frame.sequence;
  return datagram.frame.capture_time + offset_.get();
}

std::string MarkerReceiver::describe_refusals() const {
  std::string text;
  if (garbage_ > 0) text = std::to_string(garbage_) + " datagrams that are no markers";
  if (wrong_count_ > 0) {
    text += (text.empty() ? "" : ", ") + std::to_string(wrong_count_) + " datagrams with " +
            std::to_string(sent_count_) + " markers instead of " + std::to_string(marker_count_);
  }
  return text;
}

MarkerSender::MarkerSender(const std::string& address)
    : socket_(UdpSocket::connect(resolve_udp_address(address))) {}

void MarkerSender::send(const MarkerFrame& frame, Time now) {
  const std::string text = encode_markers({frame, now - frame.capture_time});
  // Nobody may be listening now; the next picture comes soon.
  socket_.send({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace freefloat
