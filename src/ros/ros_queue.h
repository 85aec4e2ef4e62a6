#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <variant>

#include "console/seen_picture.h"
#include "runlog/run_listener.h"
#include "runlog/spsc_ring.h"
#include "runtime/run_config.h"

namespace freefloat::ros {

/// A run begins, or the testbed changes.
struct NewRun {
  std::shared_ptr<const RunConfig> config;
  std::int64_t epoch_ns = 0;
};

/// What happens beside cycles.
using RosEvent = std::variant<NewRun, PhaseEvent, ContactRecord, LinkRecord, MarkerPathRecord,
                              OperatorCommandRecord, RunNote>;

/// The way into the ROS thread: bounded, and whoever brings something never waits.
class RosQueue {
 public:
  /// Told one after the other, by whatever thread.
  void push(const CycleRecord& cycle) noexcept;
  /// Any thread; the oldest of too many goes.
  void push(RosEvent event);
  /// Thread of the vision: one waits at most. @param period From one to the next.
  void push(const ProcessedPicture& picture, std::chrono::nanoseconds period);

  // For the ROS thread.

  /// Returns when something came, or after that time.
  void wait(std::chrono::milliseconds most) { static_cast<void>(signal_.try_acquire_for(most)); }
  /// @return The oldest event.
  std::optional<RosEvent> take_event();
  /// @return The oldest cycle; null: none. Stays until `pop_cycle`.
  const CycleRecord* front_cycle() noexcept { return cycles_.front(); }
  void pop_cycle() noexcept { cycles_.pop(); }
  /// @return Whether `seen` was swapped for the picture that waits.
  bool take_picture(console::SeenPicture& seen);

  void wake() { signal_.release(); }
  std::uint64_t dropped() const noexcept { return dropped_.load(); }
  std::atomic<bool> wants_pictures{false};

 private:
  static constexpr std::size_t kMostCycles = 64;
  static constexpr std::size_t kMostEvents = 256;

  std::counting_semaphore<> signal_{0};
  SpscRing<CycleRecord> cycles_{kMostCycles};
  std::atomic<std::uint64_t> dropped_{0};
  std::mutex events_mutex_;
  std::deque<RosEvent> events_;
  std::mutex picture_mutex_;
  console::SeenPicture picture_;
  bool fresh_picture_ = false;
  std::chrono::steady_clock::time_point next_picture_{};  // of the vision's thread
};

}  // namespace freefloat::ros
