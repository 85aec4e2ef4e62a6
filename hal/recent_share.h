#pragma once

#include <cstdint>

#include "types/time.h"

namespace freefloat {

/// Which share of events was bad in the newest whole second: what happened earlier is over.
class RecentShare {
 public:
  void add(std::uint64_t good, std::uint64_t bad, Time now) {
    if (now - begin_ >= kWindow) {
      const std::uint64_t all = good_ + bad_;
      // Two windows without an event in between are not one after the other.
      share_ =
          all > 0 && now - begin_ < 2 * kWindow ? static_cast<double>(bad_) / static_cast<double>(all) : 0.0;
      begin_ = now;
      good_ = 0;
      bad_ = 0;
    }
    good_ += good;
    bad_ += bad;
  }

  double share() const { return share_; }

 private:
  static constexpr Duration kWindow = std::chrono::seconds(1);

  Time begin_{};
  std::uint64_t good_ = 0;
  std::uint64_t bad_ = 0;
  double share_ = 0.0;
};

}  // namespace freefloat
