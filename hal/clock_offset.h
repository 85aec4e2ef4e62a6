#pragma once

#include <algorithm>

#include "types/time.h"

namespace freefloat {

/// How far another clock is from ours, learned from messages that carry its time. Every message is late by
/// some delay, so the smallest difference of the last ones is the best: what a single message suffered on its
/// way does not show, and a slow drift is followed.
class ClockOffset {
 public:
  /// Forgets all and begins with this difference.
  void start(Duration difference) {
    settled_ = difference;
    newest_ = Duration::max();
    count_ = 0;
  }

  /// @param difference Our time of a message's arrival less the other clock's time in it.
  void learn(Duration difference) {
    newest_ = std::min(newest_, difference);
    if (++count_ < kMessages) return;
    settled_ = newest_;
    newest_ = Duration::max();
    count_ = 0;
  }

  /// @return Our time less the other clock's, with the smallest delay included.
  Duration get() const { return std::min(settled_, newest_); }

 private:
  static constexpr int kMessages = 256;

  Duration settled_{};                 // smallest of the bunch before,
  Duration newest_ = Duration::max();  // and of the present one
  int count_ = 0;
};

}  // namespace freefloat
