#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tl/expected.hpp>

#include "runlog/cycle_record.h"
#include "runlog/drop_notes.h"
#include "runlog/recorder_status.h"
#include "runlog/run_listener.h"
#include "runlog/run_writer.h"
#include "runlog/spsc_ring.h"
#include "types/image_view.h"

namespace freefloat {

/// Logs a run from a thread of its own. One thread pushes cycles and what belongs to them, one the vision's
/// pictures, neither ever waiting but where a name says so, cycles without heap memory; when the disk fails
/// or is too slow the run goes on and `status` tells.
class Recorder {
 public:
  /// @param ring_cycles Cycles that fit between loop and writer: 1024 ride out a 10 s stall of the disk at
  /// 100 Hz.
  /// @param tap Also wants what is logged, pictures excepted, and is told when writing fails or goes on
  /// again; called from the writer's thread, so that the loop pays nothing for it.
  /// @return The running recorder, or what went wrong, with the path.
  static tl::expected<std::unique_ptr<Recorder>, std::string> start(const RunWriterOptions& options,
                                                                    std::size_t ring_cycles = 1024,
                                                                    RunListener tap = {});

  /// One without a file: everything goes to the tap alone, between the runs of a day.
  static std::unique_ptr<Recorder> listen_only(std::size_t ring_cycles, RunListener tap);

  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// For the loop: where it writes what is logged of its next cycle. Nothing is copied: the writer reads it
  /// there.
  /// @return A record in which an older cycle may still stand. When the ring is full it leads nowhere.
  CycleRecord& next_record() noexcept;

  /// The same for runs in lockstep on a virtual clock: waits for room, so that nothing is ever dropped.
  CycleRecord& next_record_waiting();

  /// For the loop: hands over what `next_record` gave; fills in `timing.ring_drops`.
  /// @return False when the ring is full; the record is then dropped and counted.
  bool push_next() noexcept;

  /// For the loop, in its slack, after the cycle's work: brings the memory for the next record near.
  void prepare_push() const noexcept { cycles_.fetch_next(); }

  /// For the loop, same thread as the cycles: an event of a phase, the health of the link or of the way from
  /// a tracker, what a person asked, what met. Stands in the log between the cycles it was pushed between.
  /// @return False when the ring is full; the record is then dropped and counted.
  template <class Record>
  bool push(const Record& record) noexcept {
    if (std::get<Ring<Record>>(records_).push({record, cycles_.pushed()})) return true;
    loop_drops_.add(*std::get<RunTopic<Record>>(kRunTopics).in_each, record.at);
    return false;
  }

  /// For the loop, between cycles, from time to time: the memory with which the controller goes into its next
  /// cycle, so that a replay can start there. @return False when the ring is full; it is then left out.
  bool push(const ControllerState& state) noexcept;

  /// For the thread that runs the vision, before its result is handed to the loop; stands in the log before
  /// the cycle that uses it. @return False when the ring is full; the windows are then dropped and counted.
  bool push(const PictureWindows& windows) noexcept;

  /// The same in lockstep: waits for room.
  void push_waiting(const PictureWindows& windows);

  /// For the same thread: a whole picture. @return False when the writer is busy with earlier ones; the
  /// picture is then dropped and counted.
  bool push_picture(const ImageView& image, Time capture_time, std::uint64_t sequence) noexcept;

  /// The same in lockstep: waits for room.
  void push_picture_waiting(const ImageView& image, Time capture_time, std::uint64_t sequence);

  /// For the loop, between cycles. @return True once after a piece of the log was lost: the controller's
  /// memory should be pushed, so that a replay can go on behind the gap.
  bool wants_state() noexcept {
    return wants_state_.load(std::memory_order_relaxed) &&
           wants_state_.exchange(false, std::memory_order_relaxed);
  }

  /// From any thread. @return Whether every cycle that was pushed so far has been written and told. What was
  /// pushed between cycles waits for the next one.
  bool is_idle() const noexcept { return cycles_.is_empty(); }

  /// Safe in the loop and from any thread.
  RecorderStatus status() const noexcept;

  /// Writes what is left and ends the file; called by the destructor too. To be called when nobody pushes any
  /// more. @return True when everything that was pushed is in the file and the file is at its path.
  bool close();

  /// After `close`. @return What is missing from the log; at most the first 1000 gaps.
  const std::vector<LogGap>& gaps() const { return writer_->gaps(); }
  /// After `close`. @return Whether the log is where it was to be; false: it was removed, and is lost.
  bool is_at_its_path() const { return at_its_path_; }

  /// For a handler of fatal signals: waits at most so long until the recorder's thread has closed the file.
  /// Safe in one: takes no lock and no memory. Nothing happens in the recorder's own thread.
  void close_in_signal_handler(std::chrono::nanoseconds patience) noexcept;

 private:
  template <class T>
  struct Tagged {
    T record;
    std::uint64_t before_cycle = 0;    ///< cycles pushed before it
    std::uint64_t before_windows = 0;  ///< of a whole picture: windows pushed before it
  };
  template <class T>
  using Ring = SpscRing<Tagged<T>>;

  Recorder(std::optional<RunWriter> writer, std::string path, std::size_t ring_cycles, RunListener tap);
  void write_until_closed();
  bool write_next();
  void write(const CycleRecord& record);
  void write_events(std::uint64_t before_cycle);
  template <class Record>
  void write_records(std::uint64_t before_cycle);
  bool write_pictures(std::uint64_t before_cycle);
  void stage(const ImageView& image, Time capture_time, std::uint64_t sequence);
  void publish_status();
  void look_at_disk();
  void look_at_path();

  std::optional<RunWriter> writer_;  ///< none: only the tap hears
  std::string path_;
  RunListener tap_;
  SpscRing<CycleRecord> cycles_;
  std::tuple<Ring<PhaseEvent>, Ring<LinkRecord>, Ring<MarkerPathRecord>, Ring<OperatorCommandRecord>,
             Ring<ContactRecord>>
      records_;
  Ring<ControllerState> states_;
  Ring<PictureWindows> windows_;
  Ring<WholePicture> pictures_;
  CycleRecord refused_;                  ///< written when there is no room, and forgotten
  CycleRecord* next_ = nullptr;          ///< of the pushing thread
  Tagged<WholePicture> staged_picture_;  ///< of the thread that pushes pictures
  std::uint64_t pushed_windows_ = 0;     ///< of the same
  std::uint64_t written_cycles_ = 0;     ///< of the writing thread
  std::uint64_t written_windows_ = 0;    ///< of the same
  DropNotes loop_drops_, picture_drops_;
  std::atomic<std::uint64_t> dropped_whole_pictures_{0};
  std::atomic<std::uint64_t> status_cycles_{0}, status_lost_{0}, status_bytes_{0}, status_failed_syncs_{0};
  std::atomic<std::uint64_t> status_free_{0};
  std::atomic<int> status_error_{0};
  std::atomic<bool> status_failing_{false};
  std::atomic<bool> wants_state_{false};
  bool alarmed_ = false;         ///< of the writing thread
  bool path_alarmed_ = false;    ///< of the writing thread
  std::uint64_t gaps_seen_ = 0;  ///< of the writing thread
  bool at_its_path_ = true;
  std::atomic<bool> closing_{false}, closed_{false};
  std::atomic<int> thread_number_{0};  ///< of the writing thread, as the kernel counts
  bool complete_ = false;
  std::thread thread_;
};

}  // namespace freefloat
