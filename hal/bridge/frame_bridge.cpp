#include "hal/bridge/frame_bridge.h"

#include <poll.h>

#include <algorithm>

namespace freefloat {
namespace {

using std::chrono::steady_clock;

constexpr Duration kComingBack = std::chrono::milliseconds(200);
constexpr std::chrono::seconds kPeerMemory{10};
constexpr int kMostFrames = 64;  // one way at a time, so that a flood does not silence the other way
constexpr unsigned kForBoards = FF_ACCEPT_COMMANDS | FF_ACCEPT_QUERIES | FF_ACCEPT_TAGGED;
constexpr unsigned kForControllers = FF_ACCEPT_STATUSES | FF_ACCEPT_IDENTITIES | FF_ACCEPT_TAGGED;

/// @param frame A whole one.
bool is_authenticated(std::span<const std::uint8_t> frame) {
  ff_header header;
  ff_read_header(frame.data(), &header);
  return (header.flags & FF_FLAG_AUTHENTICATED) != 0;
}

bool is_one_frame(std::span<const std::uint8_t> bytes) {
  ff_parser parser;
  ff_start_parser(&parser, kForBoards);
  for (const std::uint8_t byte : bytes) {
    if (ff_parse_byte(&parser, byte)) return parser.frame_size == bytes.size();
  }
  return false;
}

}  // namespace

FrameBridge::FrameBridge(const SerialPortConfig& port, const UdpAddress& listen, bool insecure)
    : insecure_(insecure), port_(port), socket_(UdpSocket::listen(listen)) {
  ff_start_parser(&from_board_, kForControllers);
}

void FrameBridge::remember(const UdpAddress& sender) {
  const auto now = steady_clock::now();
  const auto known = std::find_if(peers_.begin(), peers_.end(),
                                  [&](const auto& peer) { return peer && peer->address == sender; });
  const auto oldest = std::min_element(peers_.begin(), peers_.end(), [](const auto& a, const auto& b) {
    return b && (!a || a->heard < b->heard);
  });
  *(known != peers_.end() ? known : oldest) = Peer{sender, now};
}

void FrameBridge::carry_to_board(bool plugged) {
  std::array<std::uint8_t, FF_MAX_FRAME_SIZE> bytes;
  UdpDatagram datagram;
  for (int i = 0; i < kMostFrames; ++i) {
    const UdpResult result = socket_.receive(bytes, datagram);
    if (result == UdpResult::kRefused) continue;  // somebody we answered has gone
    if (result != UdpResult::kDone) return;
    const auto frame = std::span(bytes).first(datagram.size);
    if (datagram.cut || !is_one_frame(frame)) {
      ++counts_.refused;
      continue;
    }
    if (!insecure_ && !is_authenticated(frame)) {
      ++counts_.insecure;
      continue;
    }
    remember(datagram.sender);
    const SendResult sent = plugged ? sender_.send(port_.get(), frame) : SendResult::kDropped;
    ++(sent == SendResult::kSent ? counts_.to_board : counts_.dropped);
    if (sent != SendResult::kGone) continue;
    port_.notice_loss();
    plugged = false;
  }
}

void FrameBridge::carry_to_controllers() {
  std::array<std::uint8_t, 512> bytes;
  const auto received = port_.read(bytes);
  if (port_.is_open() && sender_.finish(port_.get()) == SendResult::kGone) return port_.notice_loss();
  const auto now = steady_clock::now();
  for (const std::uint8_t byte : received) {
    if (!ff_parse_byte(&from_board_, byte)) continue;
    const std::span<const std::uint8_t> frame(from_board_.bytes, from_board_.frame_size);
    for (const auto& peer : peers_) {
      if (!peer || now - peer->heard >= kPeerMemory) continue;
      if (socket_.send_to(peer->address, frame) == UdpResult::kDone) ++counts_.to_controllers;
    }
  }
}

void FrameBridge::step(Duration limit) {
  // Without the port, its coming back is something to wait for.
  const Duration wait = port_.is_open() ? limit : std::min(limit, kComingBack);
  pollfd entries[] = {{socket_.descriptor(), POLLIN, 0},
                      {port_.is_open() ? port_.get().descriptor() : -1, POLLIN, 0}};
  const timespec until{wait.count() / 1'000'000'000, wait.count() % 1'000'000'000};
  ppoll(entries, 2, &until, nullptr);
  const bool plugged = port_.is_open();
  if (plugged && port_.came_back()) {
    ++counts_.reconnects;
    sender_.start_over();
    ff_start_parser(&from_board_, kForControllers);
  }
  carry_to_board(plugged);
  if (plugged && port_.is_open()) carry_to_controllers();
}

}  // namespace freefloat
