#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace freefloat {

/// The newest values, oldest first; the oldest is forgotten when a new one does not fit. Takes no memory.
template <class T, std::size_t kMost>
class Newest {
 public:
  static constexpr std::size_t kCapacity = kMost;

  void push(const T& value) {
    if (size_ == kCapacity) {
      first_ = (first_ + 1) % kCapacity;
      --size_;
    }
    values_[(first_ + size_) % kCapacity] = value;
    ++size_;
  }

  void clear() { size_ = 0; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return values_[(first_ + index) % kCapacity]; }
  const T& newest() const { return (*this)[size_ - 1]; }

  /// The places as they are, oldest or not; for the log.
  /// @param v The visitor.
  /// @param ring The values; const where they are only read.
  /// @param name Of the values.
  static void describe(auto& v, auto& ring, const char* name) {
    v("first", ring.first_);
    v("size", ring.size_);
    v.used(name, ring.values_, kCapacity);
  }

 private:
  std::array<T, kMost> values_{};
  std::uint64_t first_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace freefloat
