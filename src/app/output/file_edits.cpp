#include "app/output/file_edits.h"

#include <fmt/format.h>

#include <iostream>

#include "app/command_line/messages.h"
#include "app/output/answer.h"
#include "config/yaml/change_yaml.h"
#include "config/yaml/config_texts.h"
#include "config/yaml/head_notes.h"
#include "config/yaml/line_difference.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

std::string text_of(const std::string& path) {
  return value_or_throw(read_config_file(path), path + ": the file ");
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
  for (const FileEdit& edit : edits)
    text = value_or_throw(change_yaml(text, path, edit.key, edit.value, edit.comment));
  return text;
}

void edit_file(const std::string& path, const std::vector<FileEdit>& edits, const FileNote& note) {
  const std::string before = text_of(path), after = with_note(edited_text(path, edits), note);
  value_or_throw(write_page(after, path));
  std::cerr << path << ":\n" << line_difference(before, after);
}

void write_if_named(const std::string& content, const std::string& path) {
  if (path.empty()) return;
  value_or_throw(write_page(content, path));
  say_info("wrote " + path);
}

std::string list_text(const std::vector<double>& numbers) {
  if (numbers.size() == 1) return fmt::format("{:.6g}", numbers.front());
  std::string text;
  for (const double number : numbers)
    text += fmt::format("{}{:.6g}", text.empty() ? "[" : ", ", number + 0.0);
  return text + "]";
}

}  // namespace freefloat
