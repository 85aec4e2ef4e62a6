#pragma once

#include <cstdint>
#include <span>

namespace freefloat {

/// Fills bytes from the kernel's random source (getrandom). @throws HalError when it fails.
void draw_random_bytes(std::span<std::uint8_t> bytes);

/// @return A session number that no other controller is likely to have; never zero.
std::uint32_t draw_session();

}  // namespace freefloat
