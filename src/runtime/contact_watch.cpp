#include "runtime/contact_watch.h"

#include <fmt/format.h>

#include <algorithm>

namespace freefloat {

std::optional<ContactRecord> ContactWatch::look_at(const ContactEvent& event) {
  constexpr Duration kStillMeeting = std::chrono::milliseconds(500);
  auto pair = std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& known) {
    return known.first == event.first && known.second == event.second;
  });
  const bool still = pair != pairs_.end() && event.at - pair->last < kStillMeeting;
  if (pair == pairs_.end()) pair = pairs_.insert(pairs_.end(), {event.first, event.second, event.at});
  pair->last = event.at;
  if (still) return std::nullopt;
  ContactRecord record;
  record.at = event.at;
  record.first.assign(event.first);
  record.second.assign(event.second);
  record.point = event.point;
  record.normal = event.normal;
  record.closing_speed = event.closing_speed;
  record.impulse = event.impulse;
  return record;
}

std::string describe_contact(const ContactRecord& contact) {
  return fmt::format("{} met {} at {:.1f} mm/s, impulse {:.3g} N s", contact.first.view(),
                     contact.second.view(), 1e3 * contact.closing_speed, contact.impulse.norm());
}

}  // namespace freefloat
