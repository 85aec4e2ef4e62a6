#include "runlog/recorder.h"

#include <chrono>
#include <limits>
#include <utility>

namespace freefloat {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kRingEvents = 64;
constexpr std::size_t kRingLinks = 128;
constexpr milliseconds kIdleSleep{2};
constexpr std::chrono::microseconds kFullSleep{100};
/// Half of what may be lost in a power cut, so that a slow disk has the other half.
constexpr milliseconds kSyncPeriod{500};

}  // namespace

tl::expected<std::unique_ptr<Recorder>, std::string> Recorder::start(const RunWriterOptions& options,
                                                                     std::size_t ring_cycles,
                                                                     RecorderTap tap) {
  auto writer = RunWriter::create(options);
  if (!writer) return tl::make_unexpected(writer.error());
  return std::unique_ptr<Recorder>(new Recorder(std::move(*writer), ring_cycles, std::move(tap)));
}

Recorder::Recorder(RunWriter writer, std::size_t ring_cycles, RecorderTap tap)
    : writer_(std::move(writer)),
      tap_(std::move(tap)),
      cycles_(ring_cycles),
      events_(kRingEvents),
      links_(kRingLinks) {
  thread_ = std::thread([this] { write_until_closed(); });
}

Recorder::~Recorder() {
  close();
}

bool Recorder::push(const CycleRecord& record) noexcept {
  if (cycles_.push(record)) {
    ++pushed_cycles_;
    return true;
  }
  dropped_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

bool Recorder::push(const PhaseEvent& event) noexcept {
  if (events_.push({event, pushed_cycles_})) return true;
  dropped_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

bool Recorder::push(const LinkRecord& record) noexcept {
  if (links_.push({record, pushed_cycles_})) return true;
  dropped_.fetch_add(1, std::memory_order_relaxed);
  return false;
}

void Recorder::push_waiting(const CycleRecord& record) {
  while (!cycles_.push(record)) std::this_thread::sleep_for(kFullSleep);
  ++pushed_cycles_;
}

RecorderStatus Recorder::status() const noexcept {
  RecorderStatus status;
  status.cycles_written = status_cycles_.load(std::memory_order_relaxed);
  status.dropped_records = dropped_.load(std::memory_order_relaxed);
  status.lost_messages = status_lost_.load(std::memory_order_relaxed);
  status.bytes_written = status_bytes_.load(std::memory_order_relaxed);
  status.write_error = status_error_.load(std::memory_order_relaxed);
  return status;
}

bool Recorder::close() {
  if (!thread_.joinable()) return complete_;
  closing_.store(true, std::memory_order_release);
  thread_.join();
  return complete_;
}

void Recorder::write_until_closed() {
  auto last_sync = steady_clock::now();
  for (;;) {
    // Asked before the ring is found empty: what was pushed before closing is then surely seen.
    const bool closing = closing_.load(std::memory_order_acquire);
    const bool busy = write_next();
    if (!busy) {
      if (closing) break;
      std::this_thread::sleep_for(kIdleSleep);
    }
    // The clock decides only when the disk is asked to sync, never what is written.
    const bool look_at_clock = !busy || written_cycles_ % 64 == 0;
    if (look_at_clock && steady_clock::now() - last_sync >= kSyncPeriod) {
      writer_.sync();
      last_sync = steady_clock::now();
      publish_status();
    }
  }
  write_events(std::numeric_limits<std::uint64_t>::max());
  write_links(std::numeric_limits<std::uint64_t>::max());
  complete_ = writer_.close(dropped_.load(std::memory_order_relaxed));
  publish_status();
}

bool Recorder::write_next() {
  const CycleRecord* record = cycles_.front();
  if (record == nullptr) return false;
  // What was pushed before this cycle is in its ring by now, since one thread pushed both.
  write_events(written_cycles_);
  write_links(written_cycles_);
  writer_.write(*record);
  if (tap_.on_cycle) tap_.on_cycle(*record);
  cycles_.pop();
  ++written_cycles_;
  return true;
}

void Recorder::write_events(std::uint64_t before_cycle) {
  for (const auto* tagged = events_.front(); tagged != nullptr && tagged->before_cycle <= before_cycle;
       tagged = events_.front()) {
    writer_.write(tagged->record);
    if (tap_.on_phase) tap_.on_phase(tagged->record);
    events_.pop();
  }
}

void Recorder::write_links(std::uint64_t before_cycle) {
  for (const auto* tagged = links_.front(); tagged != nullptr && tagged->before_cycle <= before_cycle;
       tagged = links_.front()) {
    LinkRecord record = tagged->record;
    links_.pop();
    record.diagnosis.assign(diagnose(record.health, record.at));
    writer_.write(record);
    if (tap_.on_link) tap_.on_link(record);
  }
}

void Recorder::publish_status() {
  status_cycles_.store(written_cycles_, std::memory_order_relaxed);
  status_lost_.store(writer_.messages_lost(), std::memory_order_relaxed);
  status_bytes_.store(writer_.bytes_written(), std::memory_order_relaxed);
  status_error_.store(writer_.error(), std::memory_order_relaxed);
}

}  // namespace freefloat
