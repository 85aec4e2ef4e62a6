#include "config/yaml/head_notes.h"

#include <algorithm>

#include "config/yaml/line_difference.h"

namespace freefloat {

namespace {

using Lines = std::vector<std::string>;

bool is_title(const std::string& line) {
  return line.starts_with("# Changed by freefloat ") || line.starts_with("# Made by freefloat ");
}

/// OpenCV's files have two lines before their first comment.
bool is_head(const std::string& line) {
  return line.starts_with('#') || line.starts_with('%') || line.starts_with("---");
}

/// From the title to behind its last line; both the same: there is none.
struct NotePlace {
  std::size_t begin = 0, end = 0;
};

NotePlace find_place(const Lines& lines, const std::string& title) {
  for (std::size_t i = 0; i < lines.size() && is_head(lines[i]); ++i) {
    if (lines[i] != "# " + title) continue;
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end].starts_with("# ") && !is_title(lines[end])) ++end;
    return {i, end};
  }
  return {};
}

}  // namespace

std::optional<HeadNote> find_head_note(const std::string& text, const std::string& title) {
  const Lines lines = split_lines(text);
  const NotePlace place = find_place(lines, title);
  if (place.begin == place.end) return std::nullopt;
  HeadNote note{title, {}};
  for (std::size_t i = place.begin + 1; i < place.end; ++i) note.lines.push_back(lines[i].substr(2));
  return note;
}

std::string without_head_note(const std::string& text, const std::string& title) {
  const Lines lines = split_lines(text);
  NotePlace place = find_place(lines, title);
  if (place.begin == place.end) return text;
  if (place.begin > 0 && lines[place.begin - 1] == "#") --place.begin;  // what parts it from the rest
  std::string rest;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i < place.begin || i >= place.end) rest += lines[i] + "\n";
  }
  return rest;
}

std::string with_head_note(const std::string& text, const std::string& title, const std::string& body) {
  const Lines lines = split_lines(without_head_note(text, title));
  const auto head_end = std::find_if_not(lines.begin(), lines.end(), is_head);
  std::string noted;
  for (auto line = lines.begin(); line != head_end; ++line) noted += *line + "\n";
  noted += noted.empty() ? "" : "#\n";
  noted += "# " + title + "\n";
  for (const std::string& line : split_lines(body)) noted += line.empty() ? "" : "# " + line + "\n";
  for (auto line = head_end; line != lines.end(); ++line) noted += *line + "\n";
  return noted;
}

}  // namespace freefloat
