#include "hal/serial/lasting_port.h"

#include "hal/hal_error.h"

namespace freefloat {
namespace {

constexpr Duration kRetryPeriod = std::chrono::milliseconds(200);

}  // namespace

LastingPort::LastingPort(const SerialPortConfig& config) : config_(config), port_(SerialPort(config)) {
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
