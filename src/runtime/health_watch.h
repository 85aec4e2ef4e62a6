#pragma once

#include <optional>

#include "hal/link_health.h"
#include "hal/marker_path_health.h"

namespace freefloat {

/// @return Whether people want to hear of it at once.
inline bool is_news(const LinkHealth& before, const LinkHealth& now) {
  return now.connected != before.connected || now.refused != before.refused ||
         now.secured != before.secured || now.identified != before.identified ||
         now.lease_session != before.lease_session || now.reconnects != before.reconnects ||
         now.board_restarts != before.board_restarts;
}

/// The same of the way from a tracker.
inline bool is_news(const MarkerPathHealth& before, const MarkerPathHealth& now) {
  return now.connected != before.connected || now.sessions != before.sessions || now.steps != before.steps;
}

/// Picks the moments at which a health is worth a record: once a second, and when something changes that
/// people want to know of, at most ten times a second.
template <class Health>
class HealthWatch {
 public:
  /// Call once a cycle. @return Whether this moment is one.
  bool is_due(const Health& health, Time now) {
    const bool changed = !noted_ || is_news(*noted_, health);
    if (noted_ && now - at_ < (changed ? kShortest : kLongest)) return false;
    noted_ = health;
    at_ = now;
    return true;
  }

 private:
  static constexpr Duration kLongest = std::chrono::seconds(1);
  static constexpr Duration kShortest = std::chrono::milliseconds(100);

  std::optional<Health> noted_;
  Time at_{};
};

using LinkWatch = HealthWatch<LinkHealth>;
using MarkerPathWatch = HealthWatch<MarkerPathHealth>;

}  // namespace freefloat
