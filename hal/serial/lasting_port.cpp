#include "hal/serial/lasting_port.h"

#include <utility>

#include "hal/hal_error.h"

namespace freefloat {
namespace {

constexpr Duration kRetryPeriod = std::chrono::milliseconds(200);

}  // namespace

LastingPort::LastingPort(const SerialPortConfig& config) : config_(config), port_(std::in_place, config) {
  reopener_ = std::thread([this] { reopen_until_closed(); });
}

LastingPort::~LastingPort() {
  {
    const std::lock_guard lock(sleep_mutex_);
    closing_ = true;
  }
  sleep_.notify_all();
  state_ = State::kClosing;
  state_.notify_all();
  reopener_.join();
}

std::span<const std::uint8_t> LastingPort::read(std::span<std::uint8_t> buffer) {
  if (!is_open()) return {};
  const auto count = port_->read(buffer);
  if (!count) notice_loss();
  return buffer.first(count.value_or(0));
}

bool LastingPort::write_or_drop(std::span<const std::uint8_t> bytes) {
  const auto taken = port_->unsent_bytes() == 0 ? port_->write(bytes) : std::optional<std::size_t>(0);
  if (!taken) notice_loss();
  return taken && *taken < bytes.size();
}

bool LastingPort::came_back() {
  const std::uint64_t seen = reopenings();
  return std::exchange(seen_reopenings_, seen) != seen;
}

void LastingPort::notice_loss() {
  state_.store(State::kLost, std::memory_order_release);
  state_.notify_all();
}

void LastingPort::reopen_until_closed() {
  for (;;) {
    state_.wait(State::kOpen, std::memory_order_acquire);
    if (state_.load(std::memory_order_acquire) == State::kClosing) return;
    // The kernel gives the returning device another name as long as the old one is held.
    port_.reset();
    {
      std::unique_lock lock(sleep_mutex_);
      if (sleep_.wait_for(lock, kRetryPeriod, [this] { return closing_; })) return;
    }
    try {
      port_.emplace(config_);
    } catch (const HalError&) {
      continue;  // not back yet; the link's health says so
    }
    reopenings_.fetch_add(1, std::memory_order_release);
    State expected = State::kLost;
    state_.compare_exchange_strong(expected, State::kOpen, std::memory_order_acq_rel);
  }
}

}  // namespace freefloat
