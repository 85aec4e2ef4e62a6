#include "hal/serial/serial_link.h"

#include <algorithm>

#include "hal/hal_error.h"
#include "hal/random_session.h"

namespace freefloat {
namespace {

constexpr Duration kRetryPeriod = std::chrono::milliseconds(200);
constexpr std::size_t kReadSize = 512;
constexpr int kReadsPerPoll = 16;  // a line that never stops must not hold the loop

// A frame behind another one would be late when it arrives; the next cycle's is better.
constexpr std::size_t kMostUnsentBytes = FF_COMMAND_FRAME_SIZE;

JointCodecConfig codec_config(const SerialLinkConfig& config) {
  JointCodecConfig codec;
  codec.joint_count = config.joint_count;
  codec.session = draw_session();
  codec.key = config.key;
  draw_random_bytes(codec.nonce_seed);
  codec.one_way_latency = config.latency + wire_time(FF_COMMAND_FRAME_SIZE, config.port.baud_rate);
  return codec;
}

}  // namespace

SerialLink::SerialLink(const SerialLinkConfig& config)
    : config_(config),
      port_(SerialPort(config.port)),
      low_latency_(port_->low_latency()),
      codec_(codec_config(config)) {
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
  unsent_count_ = 0;
  codec_.start_over();
}

bool SerialLink::finish_unsent() {
  if (unsent_count_ == 0) return true;
  const auto taken = port_->write({unsent_.data(), unsent_count_});
  if (!taken) {
    notice_loss();
    return false;
  }
  std::copy(unsent_.begin() + static_cast<std::ptrdiff_t>(*taken),
            unsent_.begin() + static_cast<std::ptrdiff_t>(unsent_count_), unsent_.begin());
  unsent_count_ -= *taken;
  return unsent_count_ == 0;
}

bool SerialLink::transmit(std::span<const std::uint8_t> frame) {
  // Half a frame is finished before another one begins; if it cannot be, the new one is dropped whole.
  if (!finish_unsent() || port_->unsent_bytes() > kMostUnsentBytes) return false;
  const auto taken = port_->write(frame);
  if (!taken) {
    notice_loss();
    return false;
  }
  if (*taken == 0) return false;
  const auto rest = frame.subspan(*taken);
  std::copy(rest.begin(), rest.end(), unsent_.begin());
  unsent_count_ = rest.size();
  return true;
}

void SerialLink::send_query(Time now) {
  if (const auto query = codec_.take_query(now); !query.empty()) transmit(query);
}

void SerialLink::send(const JointCommand& command, Time now) {
  if (!is_open()) {
    ++dropped_;
    return;
  }
  start_over();
  const auto frame = codec_.encode(command, now);
  if (!frame.empty() && !transmit(frame)) ++dropped_;
}

std::optional<JointFeedback> SerialLink::poll(Time now) {
  if (is_open()) {
    start_over();
    std::array<std::uint8_t, kReadSize> bytes;
    for (int i = 0; i < kReadsPerPoll; ++i) {
      const auto count = port_->read(bytes);
      if (!count) notice_loss();
      if (!count || *count == 0) break;
      codec_.receive({bytes.data(), *count}, now);
      if (*count < bytes.size()) break;
    }
  }
  if (is_open()) {
    finish_unsent();
    if (is_open()) send_query(now);
  }
  return codec_.poll();
}

LinkHealth SerialLink::health() const {
  LinkHealth health = codec_.health();
  health.connected = is_open();
  health.dropped += dropped_;
  health.reconnects = reopenings_.load(std::memory_order_acquire);
  return health;
}

std::optional<BoardIdentity> SerialLink::identity() const {
  return codec_.identity();
}

void SerialLink::wait(Duration limit) {
  if (is_open()) {
    port_->wait(limit);
  } else {
    std::this_thread::sleep_for(std::min(limit, kRetryPeriod));
  }
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
