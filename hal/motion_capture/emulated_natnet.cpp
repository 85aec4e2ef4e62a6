#include "hal/motion_capture/emulated_natnet.h"

#include <array>
#include <utility>

#include "hal/motion_capture/natnet_frame.h"

namespace freefloat {
namespace {

constexpr NatNetVersion kSpoken{4, 1};

}  // namespace

EmulatedNatNet::EmulatedNatNet(const TrackerConfig& config, const EmulatedCameraConfig& emulation,
                               const std::vector<MarkerParameters>& robot, const std::vector<Vector2>& target,
                               MarkerSensor& world, Clock& clock)
    : tracker_(config, emulation, robot, target, world, clock),
      socket_(UdpSocket::listen(resolve_udp_address("127.0.0.1:0"))) {}

void EmulatedNatNet::answer_requests() {
  std::array<std::uint8_t, 4096> bytes;
  UdpDatagram received;
  while (socket_.receive(bytes, received) == UdpResult::kDone) {
    const auto datagram = open_natnet_datagram(std::span(bytes).first(received.size));
    if (!datagram || datagram->message != NatNetMessage::kConnect) continue;
    client_ = received.sender;
    NatNetServer server;
    server.name = "emulated";
    server.version = kSpoken;
    server.clock_rate = kClockRate;
    server.data_port = 1511;
    socket_.send_to(*client_, encode_natnet_server(server));
  }
}

std::uint64_t EmulatedNatNet::to_ticks(Time time) const {
  constexpr std::int64_t kNanosecondsPerTick = 1'000'000'000 / kClockRate;
  return static_cast<std::uint64_t>(tracker_.own_time(time) / kNanosecondsPerTick) + 1;
}

void EmulatedNatNet::serve() {
  answer_requests();
  std::optional<EmulatedTracker::Sight> sight = tracker_.look();
  if (!sight || !client_) return;
  NatNetFrame frame{std::move(sight->poses)};
  frame.number = static_cast<std::int32_t>(sight->number);
  frame.timestamp = to_seconds(sight->now.time_since_epoch());
  frame.mid_exposure = to_ticks(sight->captured);
  frame.received = frame.transmitted = to_ticks(sight->now);
  socket_.send_to(*client_, encode_natnet_frame(frame, kSpoken));
}

}  // namespace freefloat
