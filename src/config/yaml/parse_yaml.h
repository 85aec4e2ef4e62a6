#pragma once

#include <cstddef>
#include <string>

#include "config/yaml/config_node.h"
#include "config/yaml/config_texts.h"

namespace freefloat {

/// Far above every sensible configuration, far below what hurts.
inline constexpr std::size_t kMaxConfigBytes = 256 * 1024;

/// Reads one YAML document, as a plain tree. Refused, as problems: syntax errors, duplicate keys, anchors and
/// aliases, tags but that of OpenCV's matrices, more than one document, and documents above the limits that
/// keep a malformed file from eating the memory.
/// @param text The file's content.
/// @param file Its name, for messages.
/// @return The tree; an empty node when the document could not be read at all, and then a problem was added.
ConfigNode parse_yaml(const std::string& text, const std::string& file, Problems& problems);

/// @param path File to read.
/// @param referrer The value that names the file; null when the user named it.
/// @param text Receives the content.
/// @param texts Where it comes from.
/// @return false when it cannot be read; a problem was then added.
bool read_config_text(const std::string& path, const ConfigNode* referrer, std::string& text,
                      Problems& problems, const ConfigTexts& texts = read_config_file);

}  // namespace freefloat
