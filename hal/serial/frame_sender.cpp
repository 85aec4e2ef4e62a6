#include "hal/serial/frame_sender.h"

#include <algorithm>

namespace freefloat {

SendResult FrameSender::finish(SerialPort& port) {
  if (unsent_count_ == 0) return SendResult::kSent;
  const auto taken = port.write({unsent_.data(), unsent_count_});
  if (!taken) return SendResult::kGone;
  const auto rest = std::span(unsent_).first(unsent_count_).subspan(*taken);
  std::copy(rest.begin(), rest.end(), unsent_.begin());
  unsent_count_ = rest.size();
  return unsent_count_ == 0 ? SendResult::kSent : SendResult::kDropped;
}

SendResult FrameSender::send(SerialPort& port, std::span<const std::uint8_t> frame) {
  // What the driver does not take at once must fit here.
  if (frame.size() > unsent_.size()) return SendResult::kDropped;
  if (const SendResult before = finish(port); before != SendResult::kSent) return before;
  if (port.unsent_bytes() > most_waiting_) return SendResult::kDropped;
  const auto taken = port.write(frame);
  if (!taken) return SendResult::kGone;
  if (*taken == 0) return SendResult::kDropped;
  const auto rest = frame.subspan(*taken);
  std::copy(rest.begin(), rest.end(), unsent_.begin());
  unsent_count_ = rest.size();
  return SendResult::kSent;
}

}  // namespace freefloat
