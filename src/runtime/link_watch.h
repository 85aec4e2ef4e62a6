#pragma once

#include <optional>

#include "hal/link_health.h"

namespace freefloat {

/// Picks the moments at which a link's health is worth a record: once a second, and when something changes
/// that people want to know of, at most ten times a second.
class LinkWatch {
 public:
  /// Call once a cycle. @return Whether this moment is one.
  bool is_due(const LinkHealth& health, Time now) {
    const bool changed = !noted_ || differs(health);
    if (noted_ && now - at_ < (changed ? kShortest : kLongest)) return false;
    noted_ = health;
    at_ = now;
    return true;
  }

 private:
  static constexpr Duration kLongest = std::chrono::seconds(1);
  static constexpr Duration kShortest = std::chrono::milliseconds(100);

  bool differs(const LinkHealth& now) const {
    return now.connected != noted_->connected || now.refused != noted_->refused ||
           now.secured != noted_->secured || now.identified != noted_->identified ||
           now.lease_session != noted_->lease_session || now.reconnects != noted_->reconnects ||
           now.board_restarts != noted_->board_restarts;
  }

  std::optional<LinkHealth> noted_;
  Time at_{};
};

}  // namespace freefloat
