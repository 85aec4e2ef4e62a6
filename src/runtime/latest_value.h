#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace freefloat {

/// A place for the newest value that one thread offers and another takes. A value that was not taken in time
/// is overwritten. The taker never waits: while the other thread is writing it gets nothing and asks again
/// next cycle.
template <typename T>
class LatestValue {
 public:
  /// Offers a value; for the slower, non-real-time side.
  void put(const T& value) {
    const std::lock_guard lock(mutex_);
    value_ = value;
  }

  /// @return The newest value if it has not been taken yet.
  std::optional<T> take() noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return std::nullopt;
    return std::exchange(value_, std::nullopt);
  }

  /// Offers a value without waiting; for the real-time side. @return False when the other side was reading.
  bool try_put(const T& value) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    value_ = value;
    return true;
  }

 private:
  std::mutex mutex_;
  std::optional<T> value_;
};

}  // namespace freefloat
