#pragma once

#include <optional>
#include <string>
#include <vector>

namespace freefloat {

/// What a command left in the comments at the head of a file that it wrote. A note ends at an empty comment
/// or where the next one begins.
struct HeadNote {
  std::string title;               ///< `Changed by freefloat calibrate table.`
  std::vector<std::string> lines;  ///< what it found
};

/// @param title As it stands in the text, without the `# `.
/// @return The note; nothing: there is none.
std::optional<HeadNote> find_head_note(const std::string& text, const std::string& title);

/// @return The text without the note of this title; as it was where there is none.
std::string without_head_note(const std::string& text, const std::string& title);

/// @param title `Changed by freefloat ...` or `Made by freefloat ...`.
/// @param body Lines of what was found; empty ones are left out.
/// @return The text with a note behind the other comments at its head, in place of that of the same title.
std::string with_head_note(const std::string& text, const std::string& title, const std::string& body);

}  // namespace freefloat
