#include "hal/motion_capture/natnet_source.h"

#include <array>

#include "hal/refuse.h"

namespace freefloat {
namespace {

constexpr Duration kLongestNatnetWait = std::chrono::milliseconds(100);
constexpr Duration kAskEvery = std::chrono::seconds(1);
constexpr NatNetVersion kWanted{3, 1};  // what a unicast server is asked to speak
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::string with_port(const std::string& host, int port) {
  return host + ":" + std::to_string(port);
}

}  // namespace

NatNetSource::NatNetSource(const TrackerConfig& config, const std::vector<MarkerParameters>& robot,
                           const std::vector<Vector2>& target, Clock& clock, Options options)
    : config_(config),
      leds_(config, robot, target),
      clock_(clock),
      options_(std::move(options)),
      server_(resolve_udp_address(with_port(config.server, config.command_port))),
      commands_(UdpSocket::listen(resolve_udp_address(with_port(config.local, 0)))) {
  if (!config.group.empty()) frames_ = UdpSocket::join(config.group, config.data_port, config.local);
}

void NatNetSource::keep_connected(Time now) {
  if (asked_ && now - *asked_ < kAskEvery) return;
  asked_ = now;
  if (!known_) {
    commands_.send_to(server_, encode_natnet_connect(kWanted));
    return;
  }
  // A unicast server stops sending to somebody from whom it hears nothing.
  if (!frames_) commands_.send_to(server_, encode_natnet_text(NatNetMessage::kKeepAlive, ""));
}

ReadStatus NatNetSource::read(MarkerFrame& frame) {
  keep_connected(clock_.now());
  const bool emulated = static_cast<bool>(options_.before_waiting);
  if (emulated) options_.before_waiting();
  // A server's answer and its first frame may both be there.
  constexpr int kMostDatagrams = 64;
  for (int i = 0; i < kMostDatagrams; ++i) {
    if (frames_ && receive(commands_, frame)) return ReadStatus::kFrame;
    UdpSocket& socket = frames_ ? *frames_ : commands_;
    if (!socket.wait(emulated || i > 0 ? Duration::zero() : kLongestNatnetWait)) return ReadStatus::kNone;
    if (receive(socket, frame)) return ReadStatus::kFrame;
  }
  return ReadStatus::kNone;
}

bool NatNetSource::receive(UdpSocket& socket, MarkerFrame& frame) {
  std::array<std::uint8_t, 65536> bytes;
  UdpDatagram received;
  if (socket.receive(bytes, received) != UdpResult::kDone) return false;
  const Time arrival = clock_.now() - (options_.before_waiting ? Duration::zero() : received.age);
  const auto datagram = open_natnet_datagram(std::span(bytes).first(received.cut ? 0 : received.size));
  if (!datagram) return refuse(garbage_);
  if (datagram->message == NatNetMessage::kServerInfo) {
    const auto server = decode_natnet_server(datagram->payload);
    if (!server) return refuse(garbage_);
    if (!known_ && !frames_)
      commands_.send_to(server_, encode_natnet_text(NatNetMessage::kRequest, "Bitstream,3.1"));
    known_ = server;
    return false;
  }
  return datagram->message == NatNetMessage::kFrame && known_ &&
         take_frame(datagram->payload, arrival, frame);
}

bool NatNetSource::take_frame(std::span<const std::uint8_t> payload, Time arrival, MarkerFrame& frame) {
  auto tracked = decode_natnet_frame(payload, known_->version);
  if (!tracked && known_->version.at_least(4, 0)) tracked = decode_natnet_frame(payload, kWanted);
  if (!tracked) return refuse(garbage_);
  if (last_number_ == tracked->number) return refuse(repeated_);
  if (last_number_ && tracked->number < *last_number_) {
    time_.restart();
  } else if (last_number_) {
    lost_ += static_cast<std::uint64_t>(std::int64_t{tracked->number} - *last_number_ - 1);
  }
  last_number_ = tracked->number;
  ++taken_;
  frame.capture_time = to_run_time(*tracked, arrival);
  frame.sequence = static_cast<std::uint64_t>(std::max(tracked->number, std::int32_t{0}));
  frame.full_scan = false;
  if (config_.identify && options_.label) {
    options_.label(leds_.spots(*tracked), frame);
    leds_.fill_unseen(*tracked, frame);
  } else {
    leds_.fill(*tracked, frame);
  }
  return true;
}

std::int64_t NatNetSource::to_nanoseconds(std::uint64_t ticks) const {
  const std::uint64_t rate = known_->clock_rate;
  const std::uint64_t seconds = ticks / rate;
  const double rest = static_cast<double>(ticks % rate) / static_cast<double>(rate);
  return static_cast<std::int64_t>(seconds) * kNanoseconds + static_cast<std::int64_t>(rest * 1e9);
}

Time NatNetSource::to_run_time(const NatNetFrame& tracked, Time arrival) {
  const Time heard = arrival - options_.transfer;
  if (tracked.transmitted == 0) return heard;
  time_.learn(to_nanoseconds(tracked.transmitted), heard);
  const std::uint64_t middle = tracked.mid_exposure != 0 ? tracked.mid_exposure : tracked.received;
  return time_.to_ours(to_nanoseconds(middle != 0 ? middle : tracked.transmitted));
}

std::string NatNetSource::describe_refusals() const {
  std::string text;
  const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
  if (!known_) {
    add("no NatNet server answers at " + to_string(server_) +
        ": is streaming on in Motive, and its local interface that of this network?");
  } else if (taken_ == 0) {
    add("the NatNet server answers, but sends no frame: unicast or multicast, as Motive is set?");
  }
  if (lost_ > 0) add(std::to_string(lost_) + " frames of motion capture lost");
  if (repeated_ > 0) add(std::to_string(repeated_) + " frames came twice");
  if (garbage_ > 0) add(std::to_string(garbage_) + " datagrams that are no frames of a known NatNet version");
  return text;
}

}  // namespace freefloat
