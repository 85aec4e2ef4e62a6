#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hal/contact_event.h"
#include "runlog/contact_record.h"

namespace freefloat {

/// Picks what people are told of contacts: bodies that bounce or slide along each other have met once.
class ContactWatch {
 public:
  /// @return What is to be told of it; none while the two still meet: less than half a second after the last
  /// time.
  std::optional<ContactRecord> look_at(const ContactEvent& event);

 private:
  struct Pair {
    std::string first, second;
    Time last{};
  };
  std::vector<Pair> pairs_;
};

/// @return `jaw 1 met target's pin at 42.0 mm/s, impulse 0.013 N s`.
std::string describe_contact(const ContactRecord& contact);

}  // namespace freefloat
