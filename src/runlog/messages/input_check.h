#pragma once

#include <cstdint>

#include "mcap/message.h"

namespace freefloat {

/// Says what the input of a cycle was when it was recorded: also those bits that nothing depends on.
struct InputCheck {
  std::uint32_t crc32 = 0;  ///< of the CycleInput message with the same number, as in zip
};

template <>
inline constexpr std::string_view kMessageName<InputCheck> = "freefloat_msgs/InputCheck";

void describe(auto& v, Is<InputCheck> auto& m) {
  v("crc32", m.crc32);
}

}  // namespace freefloat
