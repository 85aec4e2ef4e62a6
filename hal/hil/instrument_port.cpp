#include "hal/hil/instrument_port.h"

#include <chrono>
#include <thread>

#include "hal/hal_error.h"

namespace freefloat {

namespace {

constexpr Duration kReopenInterval = std::chrono::milliseconds(200);

}  // namespace

InstrumentPort::InstrumentPort(const SerialPortConfig& config, int joint_count)
    : config_(config), joint_count_(static_cast<std::uint8_t>(joint_count)), port_(config) {
  ff_start_instrument_parser(&parser_, FF_INSTRUMENT_DRIVE, joint_count_);
}

void InstrumentPort::wait(Duration limit) {
  if (next_ < end_) return;
  if (!port_) return reopen();
  port_->wait(limit);
}

void InstrumentPort::reopen() {
  std::this_thread::sleep_for(kReopenInterval);
  try {
    port_.emplace(config_);
    sender_.start_over();
  } catch (const HalError&) {
    // Still gone; it is tried again with the next wait.
  }
}

std::optional<ff_drive_frame> InstrumentPort::receive() {
  for (;;) {
    while (next_ < end_) {
      if (!ff_parse_instrument_byte(&parser_, bytes_[next_++])) continue;
      ff_drive_frame frame;
      ff_decode_drive_frame(parser_.bytes, joint_count_, &frame);
      return frame;
    }
    next_ = end_ = 0;
    if (!port_) return std::nullopt;
    const auto count = port_->read(bytes_);
    if (!count) {
      port_.reset();
      return std::nullopt;
    }
    if (*count == 0) return std::nullopt;
    end_ = *count;
  }
}

void InstrumentPort::send(const ff_sensor_frame& frame) {
  if (!port_) return;
  std::array<std::uint8_t, FF_MAX_INSTRUMENT_FRAME_SIZE> bytes;
  const std::size_t size = ff_encode_sensor_frame(&frame, joint_count_, bytes.data());
  // A frame of which nothing was taken is out of date by the time there is room.
  if (sender_.send(*port_, std::span(bytes).first(size)) == SendResult::kGone) port_.reset();
}

std::uint64_t InstrumentPort::rejected() const {
  return std::uint64_t{parser_.rejects.garbage} + parser_.rejects.joint_counts + parser_.rejects.checks;
}

}  // namespace freefloat
