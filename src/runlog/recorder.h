#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <tl/expected.hpp>

#include "runlog/run_writer.h"
#include "runlog/spsc_ring.h"

namespace freefloat {

/// How the recorder is doing.
struct RecorderStatus {
  std::uint64_t cycles_written = 0;   ///< taken from the ring and handed to the file
  std::uint64_t dropped_records = 0;  ///< refused because a ring was full
  std::uint64_t lost_messages = 0;    ///< not in the file because writing failed
  std::uint64_t bytes_written = 0;
  int write_error = 0;  ///< errno of the last failed write, for example ENOSPC; 0: none
};

/// Who else wants what is logged; called from the writer's thread, so that the loop pays nothing for it.
struct RecorderTap {
  std::function<void(const CycleRecord&)> on_cycle;
  std::function<void(const PhaseEvent&)> on_phase;
  std::function<void(const LinkRecord&)> on_link;  ///< with its diagnosis
};

/// Logs a run from a thread of its own. One thread pushes, wait-free and without heap memory; when the disk
/// fails or is too slow the run goes on and `status` tells.
class Recorder {
 public:
  /// @param ring_cycles Cycles that fit between loop and writer: 1024 ride out a 10 s stall of the disk at
  /// 100 Hz.
  /// @return The running recorder, or what went wrong, with the path.
  static tl::expected<std::unique_ptr<Recorder>, std::string> start(const RunWriterOptions& options,
                                                                    std::size_t ring_cycles = 1024,
                                                                    RecorderTap tap = {});
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// For the loop. @return False when the ring is full; the record is then dropped and counted.
  bool push(const CycleRecord& record) noexcept;

  /// For the loop, same thread as the cycles; stands in the log between the cycles it was pushed between.
  /// @return False when the ring is full; the event is then dropped and counted.
  bool push(const PhaseEvent& event) noexcept;

  /// The same for the link's health.
  bool push(const LinkRecord& record) noexcept;

  /// For runs in lockstep on a virtual clock: waits for room, so that nothing is ever dropped.
  void push_waiting(const CycleRecord& record);

  /// Safe in the loop and from any thread.
  RecorderStatus status() const noexcept;

  /// Writes what is left and ends the file; called by the destructor too. @return True when the file is
  /// complete.
  bool close();

 private:
  template <class T>
  struct Tagged {
    T record;
    std::uint64_t before_cycle = 0;  ///< cycles pushed before it
  };

  Recorder(RunWriter writer, std::size_t ring_cycles, RecorderTap tap);
  void write_until_closed();
  bool write_next();
  void write_events(std::uint64_t before_cycle);
  void write_links(std::uint64_t before_cycle);
  void publish_status();

  RunWriter writer_;
  RecorderTap tap_;
  SpscRing<CycleRecord> cycles_;
  SpscRing<Tagged<PhaseEvent>> events_;
  SpscRing<Tagged<LinkRecord>> links_;
  std::uint64_t pushed_cycles_ = 0;   ///< of the pushing thread
  std::uint64_t written_cycles_ = 0;  ///< of the writing thread
  std::atomic<std::uint64_t> dropped_{0}, status_cycles_{0}, status_lost_{0}, status_bytes_{0};
  std::atomic<int> status_error_{0};
  std::atomic<bool> closing_{false};
  bool complete_ = false;
  std::thread thread_;
};

}  // namespace freefloat
