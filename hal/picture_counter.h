#pragma once

#include <cstdint>

namespace freefloat {

/// Turns a camera's own picture numbers into ones that rise for the whole run, and counts the pictures that
/// never came. Older GigE cameras count in 16 bits and leave zero out; one that is plugged in again begins
/// anew.
class PictureCounter {
 public:
  /// @param id The camera's number of a picture that has come.
  /// @return Its number in the run, the first being zero. The numbers of pictures that are missing are left
  /// out.
  std::uint64_t count(std::uint64_t id) {
    const std::uint64_t gap = begun_ ? gap_to(id) : 0;
    missing_ += gap > 1 ? gap - 1 : 0;
    number_ += gap;
    begun_ = true;
    last_id_ = id;
    return number_;
  }

  /// The camera has begun anew: the next number tells nothing of those before.
  void restart() {
    if (!begun_) return;
    begun_ = false;
    ++number_;
  }

  /// @return Pictures that the camera counted and that never came.
  std::uint64_t missing() const { return missing_; }

 private:
  static constexpr std::uint64_t kLongestGap = 30'000;

  std::uint64_t gap_to(std::uint64_t id) const {
    constexpr std::uint64_t kIdsOf16Bits = 0xFFFF;  // zero is none
    if (id > last_id_ && id - last_id_ <= kLongestGap) return id - last_id_;
    if (id < last_id_ && last_id_ <= kIdsOf16Bits && id + kIdsOf16Bits - last_id_ <= kLongestGap)
      return id + kIdsOf16Bits - last_id_;
    return 1;  // counted anew
  }

  bool begun_ = false;
  std::uint64_t last_id_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t missing_ = 0;
};

}  // namespace freefloat
