#include "hal/udp/udp_link.h"

#include <algorithm>
#include <array>

namespace freefloat {
namespace {

constexpr Duration kResetAfterSilence = std::chrono::seconds(1);
constexpr int kDatagramsPerPoll = 64;  // a flood must not hold the loop

}  // namespace

UdpLink::UdpLink(const UdpLinkConfig& config)
    : board_(resolve_udp_address(config.address)),
      socket_(UdpSocket::connect(board_)),
      codec_(draw_session(config.joint_count, config.key, config.latency)) {}

UdpResult UdpLink::transmit(std::span<const std::uint8_t> frame) {
  UdpResult result = socket_.send(frame);
  // A refusal belongs to an earlier datagram; this one was not sent.
  if (result == UdpResult::kRefused) {
    refused_ = true;
    result = socket_.send(frame);
  }
  reachable_ = result != UdpResult::kFailed;
  return result;
}

void UdpLink::send(const JointCommand& command, Time now) {
  const auto frame = codec_.encode(command, now);
  if (frame.empty()) return;
  const UdpResult result = transmit(frame);
  codec_.count_sent(result == UdpResult::kDone      ? SendResult::kSent
                    : result == UdpResult::kNothing ? SendResult::kDropped
                                                    : SendResult::kGone,
                    now);
}

void UdpLink::reconnect_when_silent(Time now) {
  const Time heard = codec_.health().newest_byte;
  if (now - heard < kResetAfterSilence) return;
  silent_ = true;
  if (now - tried_ < kResetAfterSilence) return;
  tried_ = now;
  reachable_ = socket_.reconnect(board_);
}

std::optional<JointFeedback> UdpLink::poll(Time now) {
  std::array<std::uint8_t, FF_MAX_FRAME_SIZE> bytes;
  UdpDatagram datagram;
  for (int i = 0; i < kDatagramsPerPoll; ++i) {
    const UdpResult result = socket_.receive(bytes, datagram);
    if (result == UdpResult::kRefused) refused_ = true;
    if (result == UdpResult::kNothing || result == UdpResult::kFailed) break;
    if (result != UdpResult::kDone) continue;
    refused_ = false;
    if (silent_ && datagram.size > 0) {
      silent_ = false;
      ++reconnects_;
    }
    codec_.receive_datagram({bytes.data(), datagram.size},
                            now - std::min(datagram.age, now.time_since_epoch()));
  }
  reconnect_when_silent(now);
  if (const auto query = codec_.take_query(now); !query.empty()) transmit(query);
  return codec_.poll();
}

LinkHealth UdpLink::health() const {
  LinkHealth health = codec_.health();
  health.connected = reachable_;
  health.refused = refused_;
  health.reconnects = reconnects_;
  return health;
}

}  // namespace freefloat
