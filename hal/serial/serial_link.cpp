#include "hal/serial/serial_link.h"

#include <algorithm>
#include <array>

#include "hal/hal_error.h"

namespace freefloat {
namespace {

constexpr Duration kRetryPeriod = std::chrono::milliseconds(200);
constexpr std::size_t kReadSize = 512;
constexpr int kReadsPerPoll = 16;  // a line that never stops must not hold the loop

}  // namespace

SerialLink::SerialLink(const SerialLinkConfig& config)
    : config_(config),
      port_(SerialPort(config.port)),
      codec_(draw_session(config.joint_count, config.key,
                          config.latency + wire_time(FF_COMMAND_FRAME_SIZE, config.port.baud_rate))) {
  reopener_ = std::thread([this] { reopen_until_closed(); });
}

SerialLink::~SerialLink() {
  {
    const std::lock_guard lock(sleep_mutex_);
    closing_ = true;
  }
  sleep_.notify_all();
  state_ = PortState::kClosing;
  state_.notify_all();
  reopener_.join();
}

void SerialLink::notice_loss() {
  state_.store(PortState::kLost, std::memory_order_release);
  state_.notify_all();
}

void SerialLink::start_over() {
  const std::uint64_t reopenings = reopenings_.load(std::memory_order_acquire);
  if (reopenings == seen_reopenings_) return;
  seen_reopenings_ = reopenings;
  sender_.start_over();
  codec_.start_over();
}

SendResult SerialLink::transmit(std::span<const std::uint8_t> frame) {
  const SendResult result = sender_.send(*port_, frame);
  if (result == SendResult::kGone) notice_loss();
  return result;
}

void SerialLink::send_query(Time now) {
  if (const auto query = codec_.take_query(now); !query.empty()) transmit(query);
}

void SerialLink::send(const JointCommand& command, Time now) {
  if (!is_open()) return codec_.count_unsent();
  start_over();
  const auto frame = codec_.encode(command, now);
  if (!frame.empty()) codec_.count_sent(transmit(frame), now);
}

void SerialLink::receive(Time now) {
  std::array<std::uint8_t, kReadSize> bytes;
  for (int i = 0; i < kReadsPerPoll; ++i) {
    const auto count = port_->read(bytes);
    if (!count) notice_loss();
    if (!count || *count == 0) return;
    codec_.receive({bytes.data(), *count}, now);
    if (*count < bytes.size()) return;
  }
}

std::optional<JointFeedback> SerialLink::poll(Time now) {
  if (is_open()) {
    start_over();
    receive(now);
  }
  if (is_open()) {
    if (sender_.finish(*port_) == SendResult::kGone) {
      notice_loss();
    } else {
      send_query(now);
    }
  }
  return codec_.poll();
}

void SerialLink::listen(Clock& clock, Time until) {
  const std::uint64_t before = codec_.health().received;
  for (Time now = clock.now(); is_open() && now < until && codec_.health().received == before;
       now = clock.now()) {
    start_over();
    if (port_->wait(until - now)) receive(clock.now());
  }
}

LinkHealth SerialLink::health() const {
  LinkHealth health = codec_.health();
  health.connected = is_open();
  health.reconnects = reopenings_.load(std::memory_order_acquire);
  return health;
}

void SerialLink::reopen_until_closed() {
  for (;;) {
    state_.wait(PortState::kOpen, std::memory_order_acquire);
    if (state_.load(std::memory_order_acquire) == PortState::kClosing) return;
    // The kernel gives the returning device another name as long as the old one is held.
    port_.reset();
    {
      std::unique_lock lock(sleep_mutex_);
      if (sleep_.wait_for(lock, kRetryPeriod, [this] { return closing_; })) return;
    }
    try {
      port_.emplace(config_.port);
    } catch (const HalError&) {
      continue;  // not back yet; the link's health says so
    }
    reopenings_.fetch_add(1, std::memory_order_release);
    PortState expected = PortState::kLost;
    state_.compare_exchange_strong(expected, PortState::kOpen, std::memory_order_acq_rel);
  }
}

}  // namespace freefloat
