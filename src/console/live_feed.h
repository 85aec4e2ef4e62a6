#pragma once

#include <atomic>
#include <bitset>
#include <cstdint>
#include <mutex>
#include <optional>

#include "console/live_queue.h"
#include "console/run_facts.h"
#include "mcap/encode.h"
#include "runlog/cycle_encoder.h"
#include "runlog/run_listener.h"

namespace freefloat::console {

/// Turns what happens in a run into messages, once for all clients, in the thread that tells it; only those
/// that somebody wants.
class LiveFeed {
 public:
  /// @param wanted Channels that somebody has subscribed to, by bits; any thread.
  /// @param queue Outlives the feed.
  LiveFeed(std::function<std::uint64_t()> wanted, LiveQueue& queue)
      : wanted_(std::move(wanted)), queue_(queue) {}

  void set_run(RunFacts facts);

  void add(const CycleRecord& cycle);
  /// A record that has a topic of its own.
  template <Message Record>
  void add(const Record& record) {
    constexpr auto kChannel = static_cast<std::uint32_t>(kPlaceOf<Record>) + 1;
    constexpr bool kKept = std::same_as<Record, PhaseEvent> || std::same_as<Record, OperatorCommandRecord>;
    if (!wants(kChannel)) return;
    const std::lock_guard lock(mutex_);
    encode(cdr_, record);
    push(kChannel, record.at, cdr_.bytes(), kKept ? Keep::kAll : Keep::kDrop);
  }
  void add(const RunNote& note);

  /// @param at Run time. @return Log time, ns.
  std::uint64_t log_time_ns(Time at) const;
  /// @return Log time of the newest cycle; of now, by the wall clock, before the first.
  std::uint64_t log_time_ns() const;
  /// @return The run's time of the newest cycle, s; 0 before the first.
  double run_time_s() const;

 private:
  bool wants(std::uint32_t channel) const { return ((wanted_() >> channel) & 1U) != 0; }
  void push(std::uint32_t channel, Time at, std::span<const std::uint8_t> bytes, Keep keep = Keep::kDrop);
  void add_scene(const CycleRecord& cycle);

  std::function<std::uint64_t()> wanted_;
  LiveQueue& queue_;
  std::atomic<std::int64_t> epoch_ns_{0};
  std::atomic<std::int64_t> newest_ns_{-1};  // run time

  std::mutex mutex_;  // of all below: runs change, and their records come from different threads
  RunFacts facts_;
  std::optional<CycleEncoder> cycles_;
  CdrWriter cdr_;
  Time next_scene_{};
};

}  // namespace freefloat::console
