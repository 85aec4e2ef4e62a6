#include "operate/vision_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "config/load/load_experiment.h"
#include "config/load/setting_place.h"
#include "config/yaml/change_yaml.h"
#include "config/yaml/line_difference.h"
#include "drawing/page.h"
#include "operate/settings.h"

namespace freefloat {

namespace {

FileChange& file_in(VisionChange& planned, const std::string& path) {
  for (FileChange& known : planned.files) {
    if (known.file == path) return known;
  }
  const auto text = read_config_file(path);
  if (!text) throw std::runtime_error(path + ": " + text.error());
  return planned.files.emplace_back(FileChange{path, *text, *text});
}

/// The experiment has to load from the files as they would be.
void check_loads(const VisionChange& planned, const std::string& experiment,
                 const std::vector<std::string>& overrides) {
  const auto texts = [&](const std::string& path) -> tl::expected<std::string, std::string> {
    for (const FileChange& change : planned.files) {
      if (change.file == path) return change.after;
    }
    return read_config_file(path);
  };
  load_experiment(experiment, overrides, texts);
}

void plan(VisionChange& planned, const std::string& experiment, const std::vector<std::string>& overrides,
          const std::vector<std::string>& changes) {
  for (const std::string& change : changes) {
    if (!is_about_vision(change)) continue;
    const std::string key = key_of(change);
    const bool given_at_start = std::any_of(overrides.begin(), overrides.end(),
                                            [&](const std::string& other) { return key_of(other) == key; });
    if (given_at_start)
      throw std::runtime_error(
          key + " was given with --set when the program was started: it would hide what the file says");
    const SettingPlace place = find_setting(experiment, overrides, key);
    FileChange& file = file_in(planned, place.file);
    auto text = change_yaml(file.after, file.file, place.path, change.substr(key.size() + 1));
    if (!text) throw std::runtime_error(text.error());
    file.after = std::move(*text);
    planned.written.push_back(change);
  }
  std::erase_if(planned.files, [](const FileChange& change) { return change.before == change.after; });
  check_loads(planned, experiment, overrides);
  for (const FileChange& change : planned.files) {
    planned.difference += change.file + "\n" + line_difference(change.before, change.after);
    if (faccessat(AT_FDCWD, change.file.c_str(), W_OK, AT_EACCESS) != 0)
      throw std::runtime_error(
          change.file + " is read-only for this program: change its rights, or write the lines by hand");
  }
}

}  // namespace

bool is_about_vision(const std::string& change) {
  return change.starts_with("vision.") || change.starts_with("camera.");
}

VisionChange plan_vision_change(const std::string& experiment, const std::vector<std::string>& overrides,
                                const std::vector<std::string>& changes) {
  VisionChange planned;
  try {
    plan(planned, experiment, overrides, changes);
  } catch (const std::exception& error) {
    planned.problem = error.what();
  }
  return planned;
}

std::string write_vision_change(const VisionChange& planned, const std::string& time) {
  for (const FileChange& change : planned.files) {
    if (read_config_file(change.file) != change.before)
      throw std::runtime_error(change.file +
                               " has been changed by somebody else since: look at the difference again");
  }
  std::string words;
  for (const FileChange& change : planned.files) {
    // A link stays one: what it leads to is written.
    const std::filesystem::path file = std::filesystem::canonical(change.file);
    const std::filesystem::path old = file.string() + ".before-" + time;
    const auto rights = std::filesystem::status(file).permissions();
    if (const auto kept = write_page(change.before, old); !kept) throw std::runtime_error(kept.error());
    if (const auto written = write_page(change.after, file); !written)
      throw std::runtime_error(written.error());
    std::filesystem::permissions(file, rights);
    words += (words.empty() ? "" : "; ") + change.file + " is written, as it was before it is kept as " +
             old.filename().string();
  }
  return words;
}

}  // namespace freefloat
