#include "hal/serial/serial_link.h"

#include <array>

namespace freefloat {
namespace {

constexpr std::size_t kReadSize = 512;
constexpr int kReadsPerPoll = 16;  // a line that never stops must not hold the loop

}  // namespace

SerialLink::SerialLink(const SerialLinkConfig& config)
    : port_(config.port),
      codec_(draw_session(config.joint_count, config.key,
                          config.latency + wire_time(FF_COMMAND_FRAME_SIZE, config.port.baud_rate))) {}

void SerialLink::start_over() {
  if (!port_.came_back()) return;
  sender_.start_over();
  codec_.start_over();
}

SendResult SerialLink::transmit(std::span<const std::uint8_t> frame) {
  const SendResult result = sender_.send(port_.get(), frame);
  if (result == SendResult::kGone) port_.notice_loss();
  return result;
}

void SerialLink::send(const JointCommand& command, Time now) {
  if (!port_.is_open()) return codec_.count_unsent();
  start_over();
  const auto frame = codec_.encode(command, now);
  if (!frame.empty()) codec_.count_sent(transmit(frame), now);
}

void SerialLink::receive(Time now) {
  std::array<std::uint8_t, kReadSize> bytes;
  for (int i = 0; i < kReadsPerPoll; ++i) {
    const auto received = port_.read(bytes);
    if (received.empty()) return;
    codec_.receive(received, now);
    if (received.size() < bytes.size()) return;
  }
}

std::optional<JointFeedback> SerialLink::poll(Time now) {
  if (port_.is_open()) {
    start_over();
    receive(now);
  }
  if (port_.is_open()) {
    if (sender_.finish(port_.get()) == SendResult::kGone) {
      port_.notice_loss();
    } else if (const auto query = codec_.take_query(now); !query.empty()) {
      transmit(query);
    }
  }
  return codec_.poll();
}

void SerialLink::listen(Clock& clock, Time until) {
  const std::uint64_t before = codec_.health().received;
  for (Time now = clock.now(); port_.is_open() && now < until && codec_.health().received == before;
       now = clock.now()) {
    start_over();
    if (port_.get().wait(until - now)) receive(clock.now());
  }
}

LinkHealth SerialLink::health() const {
  LinkHealth health = codec_.health();
  health.connected = port_.is_open();
  health.reconnects = port_.reopenings();
  return health;
}

}  // namespace freefloat
