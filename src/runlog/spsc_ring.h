#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <vector>

namespace freefloat {

/// Ring between one producer and one consumer thread; neither ever waits. All memory is taken and touched at
/// the start.
template <class T>
class SpscRing {
 public:
  /// @param capacity Records that fit; rounded up to a power of two.
  explicit SpscRing(std::size_t capacity) : slots_(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity)) {}

  std::size_t capacity() const noexcept { return slots_.size(); }

  /// Producer only. @return The place for the next record, in which an old one may still stand; null when the
  /// ring is full. The same until `publish`.
  T* back() noexcept {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head - tail_seen_ == slots_.size()) {
      tail_seen_ = tail_.load(std::memory_order_acquire);
      if (head - tail_seen_ == slots_.size()) return nullptr;
    }
    return &slots_[head & (slots_.size() - 1)];
  }

  /// Producer only, after a `back` that was not null: hands its record over.
  void publish() noexcept {
    head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  /// Producer only. @return False when the ring is full; nothing is stored then.
  bool push(const T& record) noexcept {
    T* const place = back();
    if (place == nullptr) return false;
    *place = record;
    publish();
    return true;
  }

  /// From any thread. @return Records handed over so far.
  std::size_t pushed() const noexcept { return head_.load(std::memory_order_relaxed); }

  /// From any thread. @return Whether the consumer is done with everything that was handed over so far.
  bool is_empty() const noexcept {
    return tail_.load(std::memory_order_acquire) == head_.load(std::memory_order_acquire);
  }

  /// Producer only, when it has time: brings the next place near, so that writing to it does not wait for
  /// memory.
  void fetch_next() const noexcept {
    const T& slot = slots_[head_.load(std::memory_order_relaxed) & (slots_.size() - 1)];
    const char* memory = reinterpret_cast<const char*>(&slot);
    for (std::size_t i = 0; i < sizeof(T); i += kCacheLine) __builtin_prefetch(memory + i, 1);
  }

  /// Consumer only. @return The oldest record, or null when the ring is empty; stays valid until `pop`.
  const T* front() noexcept {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail == head_seen_) {
      head_seen_ = head_.load(std::memory_order_acquire);
      if (tail == head_seen_) return nullptr;
    }
    return &slots_[tail & (slots_.size() - 1)];
  }

  /// Consumer only, after a `front` that was not null.
  void pop() noexcept { tail_.store(tail_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

 private:
  static constexpr std::size_t kCacheLine = 64;

  std::vector<T> slots_;
  // Each side's own counters on a line of their own, so that the threads do not fight for it.
  alignas(kCacheLine) std::atomic<std::size_t> head_{0};
  std::size_t tail_seen_ = 0;
  alignas(kCacheLine) std::atomic<std::size_t> tail_{0};
  std::size_t head_seen_ = 0;
};

}  // namespace freefloat
