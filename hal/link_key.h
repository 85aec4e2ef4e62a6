#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hal/hardware_config.h"

namespace freefloat {

/// The secret that controller and board share on a link that others can reach.
using LinkKey = std::array<std::uint8_t, 32>;

/// Reads a key file: 64 hexadecimal digits on one line, readable by its owner alone. Make one with
/// `openssl rand -hex 32 > robot.key; chmod 600 robot.key`.
/// @throws HalError that says what is wrong with the file and what to do.
LinkKey read_key_file(const std::string& path);

/// @return The key in a file; nothing where the path is empty. @throws HalError as read_key_file does.
std::optional<LinkKey> read_optional_key(const std::string& path);

/// Fills bytes from the kernel's random source. @throws HalError when it gives none.
void draw_random_bytes(std::span<std::uint8_t> bytes);

/// @return What a link that is without a key on purpose means, for every run and its report; empty for
/// others.
std::string warn_of_missing_key(const LinkConfig& link);

/// @return The same of markers; empty where there are none, or they have a key.
std::string warn_of_missing_key(const MarkerSourceConfig& camera);

}  // namespace freefloat
