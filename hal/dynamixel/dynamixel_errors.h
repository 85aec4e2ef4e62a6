#pragma once

#include <cstdint>
#include <string>

namespace freefloat {

/// @return Bits `FF_FAULT_*` for those of a servo's hardware error.
std::uint16_t to_board_faults(std::uint8_t hardware_error);

/// @return The same in the manual's words; empty for none.
std::string describe_hardware_error(std::uint8_t hardware_error);

}  // namespace freefloat
