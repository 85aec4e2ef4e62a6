#include "runlog/recorder.h"

#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <limits>
#include <utility>

namespace freefloat {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kRingEvents = 64;
constexpr std::size_t kRingLinks = 128;
constexpr std::size_t kRingCommands = 64;
constexpr std::size_t kRingPictures = 4;
constexpr std::size_t kRingWindows = 64;
constexpr std::size_t kRingStates = 16;  // more than fall due while `cycles_` fills
constexpr milliseconds kIdleSleep{2};
/// Half of what may be lost in a power cut, so that a slow disk has the other half.
constexpr milliseconds kSyncPeriod{500};

/// Writes what was pushed before a cycle.
template <class Ring, class Write>
void drain(Ring& ring, std::uint64_t before_cycle, const Write& write) {
  for (const auto* tagged = ring.front(); tagged != nullptr && tagged->before_cycle <= before_cycle;
       tagged = ring.front()) {
    write(*tagged);
    ring.pop();
  }
}

}  // namespace

tl::expected<std::unique_ptr<Recorder>, std::string> Recorder::start(const RunWriterOptions& options,
                                                                     std::size_t ring_cycles,
                                                                     RunListener tap) {
  auto writer = RunWriter::create(options);
  if (!writer) return tl::make_unexpected(writer.error());
  return std::unique_ptr<Recorder>(
      new Recorder(std::move(*writer), options.path, ring_cycles, std::move(tap)));
}

std::unique_ptr<Recorder> Recorder::listen_only(std::size_t ring_cycles, RunListener tap) {
  return std::unique_ptr<Recorder>(new Recorder(std::nullopt, {}, ring_cycles, std::move(tap)));
}

Recorder::Recorder(std::optional<RunWriter> writer, std::string path, std::size_t ring_cycles,
                   RunListener tap)
    : writer_(std::move(writer)),
      path_(std::move(path)),
      tap_(std::move(tap)),
      cycles_(ring_cycles),
      records_(kRingEvents, kRingLinks, kRingLinks, kRingCommands, kRingCommands),
      states_(kRingStates),
      windows_(kRingWindows),
      pictures_(kRingPictures) {
  look_at_disk();
  thread_ = std::thread([this] { write_until_closed(); });
}

Recorder::~Recorder() {
  close();
}

RecorderStatus Recorder::status() const noexcept {
  RecorderStatus status;
  status.cycles_written = status_cycles_.load(std::memory_order_relaxed);
  status.dropped_records = loop_drops_.total();
  status.dropped_pictures = picture_drops_.total();
  status.dropped_whole_pictures = dropped_whole_pictures_.load(std::memory_order_relaxed);
  status.lost_messages = status_lost_.load(std::memory_order_relaxed);
  status.failed_syncs = status_failed_syncs_.load(std::memory_order_relaxed);
  status.bytes_written = status_bytes_.load(std::memory_order_relaxed);
  status.write_error = status_error_.load(std::memory_order_relaxed);
  status.failing = status_failing_.load(std::memory_order_relaxed);
  status.free_bytes = status_free_.load(std::memory_order_relaxed);
  return status;
}

bool Recorder::close() {
  if (!thread_.joinable()) return complete_;
  loop_drops_.hand_over();
  picture_drops_.hand_over();
  closing_.store(true, std::memory_order_release);
  thread_.join();
  return complete_;
}

void Recorder::close_in_signal_handler(std::chrono::nanoseconds patience) noexcept {
  if (static_cast<int>(::syscall(SYS_gettid)) == thread_number_.load()) return;
  closing_.store(true, std::memory_order_release);
  constexpr timespec kStep{0, 1'000'000};
  for (std::chrono::nanoseconds waited{0}; waited < patience && !closed_.load(std::memory_order_acquire);
       waited += std::chrono::nanoseconds(kStep.tv_nsec)) {
    ::nanosleep(&kStep, nullptr);
  }
}

void Recorder::write_until_closed() {
  thread_number_ = static_cast<int>(::syscall(SYS_gettid));
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
      if (writer_) writer_->sync();
      last_sync = steady_clock::now();
      publish_status();
      look_at_disk();
      look_at_path();
    }
  }
  write_pictures(std::numeric_limits<std::uint64_t>::max());
  write_events(std::numeric_limits<std::uint64_t>::max());
  look_at_path();
  if (writer_) {
    complete_ = writer_->close(loop_drops_.total(), picture_drops_.total(),
                               dropped_whole_pictures_.load(std::memory_order_relaxed)) &&
                loop_drops_.total() + picture_drops_.total() + writer_->file().failed_syncs() == 0;
    at_its_path_ = writer_->file().is_at_its_path();
  }
  closed_.store(true, std::memory_order_release);
  publish_status();
}

bool Recorder::write_next() {
  const CycleRecord* record = cycles_.front();
  // Pictures do not wait for their cycle: more may be taken for it than the rings hold.
  const bool pictures = write_pictures(written_cycles_);
  if (record == nullptr) return pictures;
  // What was pushed before this cycle is in its ring by now, since one thread pushed both.
  write_events(written_cycles_);
  if (writer_) write(*record);
  tap_.hear(*record);
  cycles_.pop();
  ++written_cycles_;
  return true;
}

void Recorder::write(const CycleRecord& record) {
  writer_->write(record);
  if (writer_->gap_count() > gaps_seen_) {
    gaps_seen_ = writer_->gap_count();
    wants_state_.store(true, std::memory_order_relaxed);
  }
  if (writer_->failing() == alarmed_) return;
  publish_status();
  look_at_disk();
}

template <class Record>
void Recorder::write_records(std::uint64_t before_cycle) {
  drain(std::get<Ring<Record>>(records_), before_cycle, [this](const Tagged<Record>& tagged) {
    Record record = tagged.record;
    fill_in_diagnosis(record);
    if (writer_) writer_->write(record);
    tap_.hear(record);
  });
}

void Recorder::write_events(std::uint64_t before_cycle) {
  write_records<PhaseEvent>(before_cycle);
  write_records<OperatorCommandRecord>(before_cycle);
  write_records<ContactRecord>(before_cycle);
  // A state whose cycle was dropped would stand before the wrong one.
  drain(states_, before_cycle, [this](const Tagged<ControllerState>& tagged) {
    if (writer_ && tagged.before_cycle == written_cycles_) writer_->write(tagged.record);
  });
  write_records<LinkRecord>(before_cycle);
  write_records<MarkerPathRecord>(before_cycle);
  // As soon as they are known, which may be some cycles before those that are missing: they tell their time.
  for (DropNotes* notes : {&loop_drops_, &picture_drops_}) {
    for (const DroppedSpan* span = notes->front(); span != nullptr; span = notes->front()) {
      if (writer_) writer_->note_dropped(*span);
      notes->pop();
    }
  }
}

/// In the order in which they were pushed, and before everything else that stands before their cycle: so the
/// log does not depend on when the thread comes to them.
bool Recorder::write_pictures(std::uint64_t before_cycle) {
  for (bool any = false;; any = true) {
    const Tagged<PictureWindows>* windows = windows_.front();
    const Tagged<WholePicture>* picture = pictures_.front();
    if (picture != nullptr && picture->before_windows <= written_windows_) {
      if (picture->before_cycle > before_cycle) return any;
      if (writer_ && !writer_->write(picture->record))
        dropped_whole_pictures_.fetch_add(1, std::memory_order_relaxed);
      pictures_.pop();
    } else {
      // A picture that was pushed before these windows has been seen, since one thread pushed both.
      if (windows == nullptr || windows->before_cycle > before_cycle) return any;
      if (writer_) writer_->write(windows->record);
      windows_.pop();
      ++written_windows_;
    }
  }
}

void Recorder::look_at_path() {
  if (!writer_) return;
  const bool away = !writer_->file().is_at_its_path();
  if (away && !path_alarmed_) {
    tap_.hear(
        RunNote{RunNote::Kind::kAlarm,
                "the log " + path_ + " was removed or moved; what is written is put back there at the end"});
  }
  path_alarmed_ = away;
}

void Recorder::look_at_disk() {
  if (!writer_) return;
  struct statvfs facts {};
  // Where the disk does not tell, only failing writes count.
  const bool told = ::statvfs(path_.c_str(), &facts) == 0;
  status_free_.store(
      told ? std::uint64_t{facts.f_bavail} * facts.f_frsize : std::numeric_limits<std::uint64_t>::max(),
      std::memory_order_relaxed);
  if (writer_->failing() == alarmed_) return;
  alarmed_ = writer_->failing();
  tap_.hear(RunNote{RunNote::Kind::kAlarm,
                    alarmed_
                        ? std::string("the log cannot be written: ") + std::strerror(writer_->error()) +
                              "; control goes on, what does not fit into memory is lost, arming is refused"
                        : std::string("the log is written again")});
}

void Recorder::publish_status() {
  status_cycles_.store(written_cycles_, std::memory_order_relaxed);
  if (!writer_) return;
  status_failing_.store(writer_->failing(), std::memory_order_relaxed);
  status_failed_syncs_.store(writer_->file().failed_syncs(), std::memory_order_relaxed);
  status_lost_.store(writer_->messages_lost(), std::memory_order_relaxed);
  status_bytes_.store(writer_->bytes_written(), std::memory_order_relaxed);
  status_error_.store(writer_->error(), std::memory_order_relaxed);
}

}  // namespace freefloat
