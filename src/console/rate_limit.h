#pragma once

#include <algorithm>

#include "console/instant.h"

namespace freefloat::console {

/// How many messages a client may send: so many a second, and as many at once.
class RateLimit {
 public:
  explicit RateLimit(double per_second) : per_second_(per_second), left_(per_second) {}

  /// @return False: too many; the message does not count.
  bool admit(Instant now) {
    const double passed_s = std::chrono::duration<double>(std::max(now, last_) - last_).count();
    left_ = std::min(per_second_, left_ + (known_ ? passed_s * per_second_ : 0.0));
    last_ = std::max(now, last_);
    known_ = true;
    if (left_ < 1.0) return false;
    left_ -= 1.0;
    return true;
  }

 private:
  double per_second_;
  double left_;
  Instant last_{};
  bool known_ = false;
};

}  // namespace freefloat::console
