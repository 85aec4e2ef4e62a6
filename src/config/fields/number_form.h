#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "config/yaml/config_node.h"

namespace freefloat {

enum class NumberForm : std::uint8_t { kNumber, kNotFinite, kLeadingZero, kNoNumber };

/// The grammar of a decimal number: sign, digits, fraction, exponent; no leading zeros, which some readers of
/// YAML take as octal.
NumberForm form_of(std::string_view text);

/// @return What the writer of something that is no number may have meant.
std::string meant_number(const std::string& text);

/// @param most Numbers that the list may have.
/// @return What the writer of a list that is none, or is too long, may have meant; empty when that is not
/// known.
std::string meant_list(const ConfigNode& node, std::size_t most);

}  // namespace freefloat
