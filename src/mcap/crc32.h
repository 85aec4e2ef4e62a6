#pragma once

#include <zlib.h>

#include <cstdint>
#include <span>

namespace freefloat {

/// CRC-32 as in zip and MCAP (reflected polynomial 0xEDB88320).
/// @param crc Result for the bytes before these; 0 to begin.
inline std::uint32_t crc32_of(std::span<const std::uint8_t> bytes, std::uint32_t crc = 0) {
  return static_cast<std::uint32_t>(crc32_z(crc, bytes.data(), bytes.size()));
}

}  // namespace freefloat
