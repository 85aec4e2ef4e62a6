#include "runlog/cycle_feed.h"

#include <utility>

#include "runlog/run_topics.h"

namespace freefloat {
namespace {

constexpr std::size_t kBatch = 256;

}  // namespace

CycleFeed::CycleFeed(std::string path, LogSide& side)
    : path_(std::move(path)), side_(side), thread_([this] { read(); }) {}

CycleFeed::~CycleFeed() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

const CycleRecord* CycleFeed::cycle() {
  if (next_ == batch_.size()) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return full_ || done_; });
    full_ = false;
    batch_ = std::exchange(ready_, {});
    next_ = 0;
    lock.unlock();
    changed_.notify_all();
  }
  return next_ < batch_.size() ? &batch_[next_].cycle : nullptr;
}

void CycleFeed::offer() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !full_ || closed_; });
  ready_ = std::exchange(collecting_, {});
  full_ = true;
  lock.unlock();
  changed_.notify_all();
}

void CycleFeed::read() {
  std::uint32_t phase = 0;
  RunLogHandlers handlers;
  handlers.on_cycle = [&](const CycleRecord& cycle) {
    collecting_.push_back({cycle, phase});
    if (collecting_.size() == kBatch) offer();
  };
  handlers.on_phase = [&](const PhaseEvent& event) {
    if (event.moment == PhaseMoment::kBegin) phase = event.phase_number;
    side_.phases.push_back(event);
  };
  handlers.on_attachment = [this](const McapAttachment& file) { side_.attachments.push_back(file); };
  handlers.on_metadata = [this](const McapMetadata& metadata) {
    if (metadata.name == kIdentityMetadata) side_.identity = metadata.values;
  };
  side_.result = stream_run_log(path_, handlers);
  if (!collecting_.empty()) offer();
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
}

}  // namespace freefloat
