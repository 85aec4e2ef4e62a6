#include "ros/ros_queue.h"

#include <utility>

namespace freefloat::ros {

void RosQueue::push(const CycleRecord& cycle) noexcept {
  if (cycles_.push(cycle)) {
    signal_.release();
  } else {
    dropped_.fetch_add(1, std::memory_order_relaxed);
  }
}

void RosQueue::push(RosEvent event) {
  {
    const std::lock_guard lock(events_mutex_);
    events_.push_back(std::move(event));
    if (events_.size() > kMostEvents) events_.pop_front();
  }
  signal_.release();
}

void RosQueue::push(const ProcessedPicture& picture, std::chrono::nanoseconds period) {
  if (!wants_pictures.load(std::memory_order_relaxed)) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_picture_) return;
  {
    const std::unique_lock lock(picture_mutex_, std::try_to_lock);
    if (!lock || fresh_picture_) return;
    next_picture_ = now + period;
    console::copy_picture(picture, picture_);
    fresh_picture_ = true;
  }
  signal_.release();
}

std::optional<RosEvent> RosQueue::take_event() {
  const std::lock_guard lock(events_mutex_);
  if (events_.empty()) return std::nullopt;
  RosEvent event = std::move(events_.front());
  events_.pop_front();
  return event;
}

bool RosQueue::take_picture(console::SeenPicture& seen) {
  const std::lock_guard lock(picture_mutex_);
  if (!fresh_picture_) return false;
  std::swap(seen, picture_);
  fresh_picture_ = false;
  return true;
}

}  // namespace freefloat::ros
