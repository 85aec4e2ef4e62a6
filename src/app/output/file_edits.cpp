#include "app/output/file_edits.h"

#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

#include "config/yaml/change_yaml.h"
#include "config/yaml/config_texts.h"
#include "config/yaml/head_notes.h"
#include "config/yaml/line_difference.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

std::string text_of(const std::string& path) {
  auto text = read_config_file(path);
  if (!text) throw std::runtime_error(path + ": the file " + text.error());
  return *std::move(text);
}

std::string title_of(const std::string& command) {
  return "Changed by freefloat " + command + ".";
}

}  // namespace

std::string with_note(const std::string& text, const FileNote& note) {
  return note.command.empty() ? text : with_head_note(text, title_of(note.command), note.body);
}

std::string without_note(const std::string& text, const std::string& command) {
  return without_head_note(text, title_of(command));
}

std::string edited_text(const std::string& path, const std::vector<FileEdit>& edits) {
  std::string text = text_of(path);
  for (const FileEdit& edit : edits) {
    auto changed = change_yaml(text, path, edit.key, edit.value, edit.comment);
    if (!changed) throw std::runtime_error(changed.error());
    text = *std::move(changed);
  }
  return text;
}

void edit_file(const std::string& path, const std::vector<FileEdit>& edits, const FileNote& note) {
  const std::string before = text_of(path), after = with_note(edited_text(path, edits), note);
  if (auto written = write_page(after, path); !written) throw std::runtime_error(written.error());
  std::cerr << path << ":\n" << line_difference(before, after);
}

std::string list_text(const std::vector<double>& numbers) {
  if (numbers.size() == 1) return fmt::format("{:.6g}", numbers.front());
  std::string text;
  for (const double number : numbers)
    text += fmt::format("{}{:.6g}", text.empty() ? "[" : ", ", number + 0.0);
  return text + "]";
}

}  // namespace freefloat
