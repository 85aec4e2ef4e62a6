#pragma once

#include <cstdint>

namespace freefloat {

/// Counts what is refused. @param count Of those refused for the same cause. @return False.
inline bool refuse(std::uint64_t& count) {
  ++count;
  return false;
}

}  // namespace freefloat
