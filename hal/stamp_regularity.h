#pragma once

#include <cstdint>
#include <deque>

#include "types/time.h"

namespace freefloat {

/// How evenly a camera's pictures follow each other, by its stamps and by their arrival.
struct StampJudgement {
  bool known = false;         ///< enough pictures were seen
  double rate = 0.0;          ///< pictures a second by the stamps, Hz
  Duration stamp_jitter{};    ///< standard deviation of the stamps from an even beat
  Duration arrival_jitter{};  ///< the same of the arrivals
  Duration way_jitter{};      ///< standard deviation of the time from stamp to arrival

  /// @return Whether the stamps of a free running camera are moments of arrival: they waver, and the arrivals
  /// with them. A shutter's beat is even, and what wavers is the way from it to this program.
  bool are_arrivals() const;
};

/// Collects the stamps of the newest pictures of a free running camera.
class StampRegularity {
 public:
  /// @param number Of the picture. @param stamp Its time stamp on the run's clock. @param arrival When this
  /// program had it.
  void add(std::uint64_t number, Time stamp, Time arrival);

  void restart() { samples_.clear(); }

  StampJudgement judge() const;

 private:
  struct Sample {
    std::uint64_t number;
    Time stamp;
    Time arrival;
  };

  std::deque<Sample> samples_;
};

}  // namespace freefloat
