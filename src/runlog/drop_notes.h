#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "runlog/spsc_ring.h"
#include "types/time.h"

namespace freefloat {

/// What a full ring can refuse.
enum class DroppedKind : std::uint8_t {
  kCycle,
  kPhase,
  kLink,
  kPictureWindows,
  kOperatorCommand,
  kContact,
  kMarkerPath
};
inline constexpr std::size_t kDroppedKinds = 7;

/// Records that were dropped one after the other.
struct DroppedSpan {
  Time begin{}, end{};
  std::array<std::uint64_t, kDroppedKinds> counts{};
};

/// Tells the recorder's thread what one pushing thread had to drop, and of what time. Costs the pushing
/// thread a look at one flag while nothing is dropped; takes no memory and never waits.
class DropNotes {
 public:
  DropNotes() : spans_(64) {}

  /// For the pushing thread.
  void add(DroppedKind kind, Time at) noexcept {
    if (!open_) span_ = {at, at, {}};
    open_ = true;
    span_.begin = std::min(span_.begin, at);
    span_.end = std::max(span_.end, at);
    ++span_.counts[static_cast<std::size_t>(kind)];
    total_.fetch_add(1, std::memory_order_relaxed);
  }

  /// For the pushing thread, when there is room again, and at the end: hands over what was dropped until
  /// then.
  void hand_over() noexcept {
    if (open_) open_ = !spans_.push(span_);
  }

  /// For the recorder's thread. @return The oldest span that was handed over, or null; stays until `pop`.
  const DroppedSpan* front() noexcept { return spans_.front(); }
  void pop() noexcept { spans_.pop(); }

  /// From any thread. @return Records dropped so far.
  std::uint64_t total() const noexcept { return total_.load(std::memory_order_relaxed); }

 private:
  SpscRing<DroppedSpan> spans_;
  DroppedSpan span_;
  bool open_ = false;
  std::atomic<std::uint64_t> total_{0};
};

}  // namespace freefloat
