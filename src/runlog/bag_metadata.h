#pragma once

#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// @param log An MCAP file of any topics, whole or cut.
/// @return What `ros2 bag` wants to know of the folder that it is in, as YAML (metadata of version 5, which
/// Humble and all later ones read); or why the log cannot be read.
tl::expected<std::string, std::string> bag_metadata(const std::string& log);

/// Writes it beside the log, as `metadata.yaml`, over one that is there. @return The file; or why not.
tl::expected<std::string, std::string> write_bag_metadata(const std::string& log);

}  // namespace freefloat
