#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace freefloat {

/// Puts another value behind a key of a YAML text and leaves everything else as it is: comments, order,
/// blank lines.
/// @param text Of the file; block maps with a key a line, or flow maps on one line.
/// @param path `estimator.actuation_delay_ms`, `links[1].mass_kg`; lists as far as they are there. A key that
/// is missing is added to its map, if that is there and written a key a line.
/// @param value As it is to stand in the file.
/// @param comment Put behind the value where the line has no other key behind it, in place of one that began
/// with the same word; empty: none.
/// @return The text, or why it cannot be edited, with the line to write by hand.
tl::expected<std::string, std::string> edit_yaml(const std::string& text, std::string_view path,
                                                 const std::string& value, const std::string& comment = {});

/// @return The lines in which two texts differ, as `- old` and `+ new` with their numbers.
std::string show_changed_lines(const std::string& before, const std::string& after);

}  // namespace freefloat
