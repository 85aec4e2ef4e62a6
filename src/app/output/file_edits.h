#pragma once

#include <string>
#include <vector>

namespace freefloat {

/// One value of a configuration file that is to become another.
struct FileEdit {
  std::string key;    ///< `links[0].mass_kg`
  std::string value;  ///< as it is to stand there
  std::string comment{};
};

/// What a command leaves at the head of a file that it changed.
struct FileNote {
  std::string command;  ///< `calibrate joints`; empty: no note
  std::string body{};   ///< lines of what was found
};

/// @return The text with the note at its head, in place of an earlier one of the same command.
std::string with_note(const std::string& text, const FileNote& note);

/// @return The text of a calibration's or a configuration's file with the note of `command` gone.
std::string without_note(const std::string& text, const std::string& command);

/// @param path Of a configuration file.
/// @return Its text with these values; its comments and order stay.
/// @throws std::runtime_error when it cannot be read or edited.
std::string edited_text(const std::string& path, const std::vector<FileEdit>& edits);

/// Writes values into a configuration file and prints the lines that differ. The file is written as a whole
/// or not at all.
/// @param note At its head.
/// @throws std::runtime_error when it cannot be read, edited or written; it is then as it was.
void edit_file(const std::string& path, const std::vector<FileEdit>& edits, const FileNote& note = {});

/// Writes a file as a whole, and says so; nothing where no path is given.
/// @throws std::runtime_error when it cannot be written.
void write_if_named(const std::string& content, const std::string& path);

/// @return `[0.1, -0.02]`, or a number, with at most 6 significant digits.
std::string list_text(const std::vector<double>& numbers);

}  // namespace freefloat
