#pragma once

#include <cstdint>
#include <string>

namespace freefloat {

/// @param error Of an axis, AxisError of firmware 0.5.
/// @return Bits `FF_FAULT_*` for an axis's errors but the watchdog's.
std::uint16_t odrive_faults(std::uint32_t error);

/// @return Whether the axis let go of its motor because commands stayed away.
bool odrive_watchdog_expired(std::uint32_t error);

/// @return All of it in words; empty for none.
std::string describe_odrive_error(std::uint32_t error);

}  // namespace freefloat
