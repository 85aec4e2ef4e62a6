#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace freefloat {

/// The secret that controller and board share on a link that others can reach.
using LinkKey = std::array<std::uint8_t, 32>;

/// Reads a key file: 64 hexadecimal digits on one line, readable by its owner alone. Make one with
/// `openssl rand -hex 32 > robot.key; chmod 600 robot.key`.
/// @throws HalError that says what is wrong with the file and what to do.
LinkKey read_key_file(const std::string& path);

}  // namespace freefloat
