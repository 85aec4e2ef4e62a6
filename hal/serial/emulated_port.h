#pragma once

#include <string>
#include <string_view>

namespace freefloat {

/// Stands for a port of the board that `tools/board_emulator` runs for this user.
inline constexpr std::string_view kEmulatedPort = "emulated";

/// Finds a serial port by what a configuration says.
/// @param port A device; or `emulated`.
/// @param name Which of the emulated board's ports: `command` or `instrument`.
/// @return The device's path; it need not exist.
/// @throws HalError when the emulated board's folder is not this user's alone: somebody else's board could be
/// there.
std::string find_serial_port(const std::string& port, std::string_view name);

}  // namespace freefloat
