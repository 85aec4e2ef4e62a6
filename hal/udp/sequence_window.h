#pragma once

#include <algorithm>
#include <cstdint>

namespace freefloat {

/// What a sequence number tells of its frame.
enum class Arrival : std::uint8_t {
  kNewest,    ///< newer than all before
  kLate,      ///< overtaken by a newer one, the first time it comes
  kRepeated,  ///< has come before, or is too old to tell
};

/// Tells new frames from late and repeated ones by 32-bit numbers that begin anew after the largest.
class SequenceWindow {
 public:
  Arrival take(std::uint32_t number) {
    if (!started_) {
      started_ = true;
      newest_ = number;
      seen_ = 1;
      ++taken_;
      return Arrival::kNewest;
    }
    const auto ahead = static_cast<std::int32_t>(number - newest_);
    if (ahead > 0) {
      seen_ = ahead < kPlaces ? (seen_ << ahead) | 1u : 1u;
      newest_ = number;
      span_ += static_cast<std::uint64_t>(ahead);
      ++taken_;
      return Arrival::kNewest;
    }
    const std::int64_t behind = -std::int64_t{ahead};
    if (behind >= kPlaces) return Arrival::kRepeated;
    const std::uint64_t place = std::uint64_t{1} << behind;
    if ((seen_ & place) != 0) return Arrival::kRepeated;
    seen_ |= place;
    span_ = std::max(span_, static_cast<std::uint64_t>(behind));  // the first to come was not the first sent
    ++taken_;
    return Arrival::kLate;
  }

  /// @return Numbers between the first and the newest that have not come.
  std::uint64_t missing() const { return started_ ? span_ + 1 - taken_ : 0; }
  /// @return Those that have.
  std::uint64_t taken() const { return taken_; }
  /// @return The newest number, counted on beyond 32 bits from the first.
  std::uint64_t span() const { return span_; }

 private:
  static constexpr int kPlaces = 64;

  bool started_ = false;
  std::uint32_t newest_ = 0;
  std::uint64_t seen_ = 0;  // a bit each, the newest lowest
  std::uint64_t span_ = 0;  // from the first to the newest
  std::uint64_t taken_ = 0;
};

}  // namespace freefloat
