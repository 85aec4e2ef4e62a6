#pragma once

#include <filesystem>
#include <string>

namespace freefloat {

/// Looks for the other process that has a device open.
/// @param path Of the device; links are followed.
/// @return "minicom (process 1234)", or nothing when none is found: other people's processes are visible to
///     root only.
/// @param root Folder that stands for `/`.
std::string find_port_user(const std::string& path, const std::filesystem::path& root = "/");

/// Looks for the process that has locked a device (flock), as Freefloat does. @return As above.
std::string find_lock_owner(const std::string& path);

/// @return The names in /dev/serial/by-id, one a line and indented, or nothing when there are none.
std::string list_serial_ports();

}  // namespace freefloat
