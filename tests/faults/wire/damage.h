#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "unit/firmware/sample_frames.h"

namespace freefloat {

/// @return The full count when FF_FULL_DAMAGE is set in the environment, otherwise the short one.
inline std::uint64_t choose_count(std::uint64_t brief, std::uint64_t full) {
  return std::getenv("FF_FULL_DAMAGE") != nullptr ? full : brief;
}

/// @return The same, times the number that FF_FULL_DAMAGE is: FF_FULL_DAMAGE=100 tries a hundred times the
/// full count.
inline std::uint64_t choose_scaled_count(std::uint64_t brief, std::uint64_t full) {
  const char* factor = std::getenv("FF_FULL_DAMAGE");
  return factor != nullptr ? full * std::max(1ull, std::strtoull(factor, nullptr, 10)) : brief;
}

/// Says how much was tried: a test that tried nothing must not look like a good one.
inline void report(const char* what, std::uint64_t tried, std::uint64_t accepted) {
  std::printf("  %-52s %14llu tried, %llu accepted\n", what, static_cast<unsigned long long>(tried),
              static_cast<unsigned long long>(accepted));
}

inline void flip(Bytes& bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1u << (bit % 8)));
}

constexpr unsigned kBoardAccepts = FF_ACCEPT_COMMANDS | FF_ACCEPT_QUERIES;
constexpr unsigned kControllerAccepts = FF_ACCEPT_STATUSES | FF_ACCEPT_IDENTITIES;

/// What the receiver of this frame waits for.
inline unsigned accepted_by_receiver(const Bytes& frame) {
  const unsigned type = frame[2] & 15u;
  return type == FF_FRAME_COMMAND || type == FF_FRAME_QUERY ? kBoardAccepts : kControllerAccepts;
}

}  // namespace freefloat
