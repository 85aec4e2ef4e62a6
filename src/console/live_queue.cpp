#include "console/live_queue.h"

#include <iterator>
#include <utility>

namespace freefloat::console {

void LiveQueue::push(LiveMessage message, Keep keep) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    was_empty = kept_.empty() && data_.empty();
    if (keep == Keep::kAll) {
      if (kept_.size() < kMostKept) kept_.push_back(std::move(message));
    } else {
      data_bytes_ += message.bytes->size();
      data_.push_back(std::move(message));
      while (data_bytes_ > kMostBytes && data_.size() > 1) {
        data_bytes_ -= data_.front().bytes->size();
        data_.pop_front();
      }
    }
  }
  if (was_empty) wake_();
}

std::deque<LiveMessage> LiveQueue::take() {
  std::deque<LiveMessage> all;
  std::deque<LiveMessage> data;
  {
    const std::lock_guard lock(mutex_);
    all.swap(kept_);
    data.swap(data_);
    data_bytes_ = 0;
  }
  all.insert(all.end(), std::make_move_iterator(data.begin()), std::make_move_iterator(data.end()));
  return all;
}

}  // namespace freefloat::console
