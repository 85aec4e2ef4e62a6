#include "console/outbox.h"

#include <utility>

namespace freefloat::console {
namespace {

template <class Queue>
auto take_first(Queue& queue) {
  auto first = std::move(queue.front());
  queue.pop_front();
  return first;
}

}  // namespace

void Outbox::keep(Frame frame) {
  kept_bytes_ += frame.size();
  kept_.push_back(std::move(frame));
}

void Outbox::offer(std::uint32_t channel, Keep keep_rule, Frame frame) {
  if (keep_rule == Keep::kAll) return keep(std::move(frame));
  if (keep_rule == Keep::kNewest) {
    dropped_ += newest_[channel].has_value() ? 1 : 0;
    newest_[channel] = std::move(frame);
    return;
  }
  data_bytes_ += frame.size();
  data_.push_back({channel, std::move(frame)});
  // The newest stays, however large.
  while (data_bytes_ > kMostData && data_.size() > 1) {
    data_bytes_ -= take_first(data_).frame.size();
    ++dropped_;
  }
}

void Outbox::forget(std::uint32_t channel) {
  newest_[channel].reset();
  std::erase_if(data_, [&](const Data& data) {
    if (data.channel != channel) return false;
    data_bytes_ -= data.frame.size();
    return true;
  });
}

std::optional<Frame> Outbox::next() {
  if (!kept_.empty()) {
    Frame frame = take_first(kept_);
    kept_bytes_ -= frame.size();
    return frame;
  }
  if (newest_[kDeskChannel]) return std::exchange(newest_[kDeskChannel], std::nullopt);
  // A picture has its turn also where data never ends.
  constexpr int kMostInARow = 32;
  if (data_.empty() || data_in_a_row_ >= kMostInARow) {
    data_in_a_row_ = 0;
    if (std::optional<Frame> frame = next_newest()) return frame;
  }
  if (data_.empty()) return std::nullopt;
  ++data_in_a_row_;
  Frame frame = std::move(take_first(data_).frame);
  data_bytes_ -= frame.size();
  return frame;
}

std::optional<Frame> Outbox::next_newest() {
  for (std::optional<Frame>& waiting : newest_) {
    if (waiting) return std::exchange(waiting, std::nullopt);
  }
  return std::nullopt;
}

std::size_t Outbox::bytes() const {
  std::size_t bytes = kept_bytes_ + data_bytes_;
  for (const std::optional<Frame>& waiting : newest_) bytes += waiting ? waiting->size() : 0;
  return bytes;
}

}  // namespace freefloat::console
