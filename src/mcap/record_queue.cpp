#include "mcap/record_queue.h"

#include <chrono>
#include <thread>
#include <utility>

namespace freefloat {

void QueuedRecord::clear() {
  bytes.clear();
  index.clear();
  positions.clear();
  chunk.reset();
}

bool RecordQueue::append(QueuedRecord& record, const Listener& listener) {
  const std::uint64_t at = file_->size();
  if (!file_->append(record.bytes.bytes())) return false;
  for (const std::size_t position : record.positions) record.index.add(position, at);
  listener.on_written(record);
  return true;
}

bool RecordQueue::write_waiting(const Listener& listener) {
  while (!waiting_.empty() && append(waiting_.front(), listener)) {
    waiting_bytes_ -= waiting_.front().bytes.size();
    waiting_.pop_front();
  }
  return waiting_.empty();
}

bool RecordQueue::write(QueuedRecord& record, const Listener& listener) {
  if (write_waiting(listener) && append(record, listener)) {
    losing_ = false;
    return true;
  }
  // Once there was no room, later chunks do not slip in before there is room for all: one gap, not many.
  if (record.chunk && (losing_ || waiting_bytes_ + record.bytes.size() > most_waiting_bytes_)) {
    losing_ = true;
    listener.on_lost(*record.chunk);
    return false;
  }
  waiting_bytes_ += record.bytes.size();
  waiting_.push_back(record);
  return true;
}

bool RecordQueue::settle(const Listener& listener) {
  constexpr int kTries = 20;
  constexpr std::chrono::milliseconds kPause{25};
  for (int i = 0; i < kTries && !write_waiting(listener); ++i) std::this_thread::sleep_for(kPause);
  std::deque<QueuedRecord> left = std::exchange(waiting_, {});
  waiting_bytes_ = 0;
  for (QueuedRecord& record : left) {
    // What is small may still find room.
    if (append(record, listener)) continue;
    if (record.chunk) {
      listener.on_lost(*record.chunk);
    } else {
      waiting_.push_back(std::move(record));
    }
  }
  return waiting_.empty();
}

}  // namespace freefloat
