#include "bring_up/write_lab.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bring_up/jog_experiment.h"
#include "config/fields/loader.h"
#include "config/yaml/change_yaml.h"
#include "drawing/page.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

using NewFiles = std::vector<std::pair<fs::path, std::string>>;

/// @return A path of another folder's file as one of this folder would write it.
std::string path_from(const fs::path& folder, const fs::path& path) {
  const fs::path there = fs::absolute(path).lexically_normal();
  const fs::path way = there.lexically_relative(fs::absolute(folder).lexically_normal());
  return (way.empty() ? there : way).string();
}

/// In quotes, so that any name is one.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return result + '"';
}

std::string with_value(const std::string& text, const std::string& file, const std::string& key,
                       const std::string& value) {
  auto changed = change_yaml(text, file, key, value);
  if (!changed) throw std::runtime_error(changed.error());
  return *std::move(changed);
}

/// The line that tells editors of the schema.
std::string with_schema_from(std::string text, const fs::path& written_in, const fs::path& folder) {
  const std::string mark = "$schema=";
  const std::size_t at = text.find(mark);
  const std::size_t end = std::min(text.find('\n'), text.size());
  if (at == std::string::npos || at > end) return text;
  const std::size_t begin = at + mark.size();
  return text.replace(begin, end - begin, path_from(folder, written_in / text.substr(begin, end - begin)));
}

struct Place {
  std::string key;
  std::string path;  ///< as written
};

/// All paths of a document but those to its robot, table and camera.
void find_paths(const ConfigNode& node, const Json& schema, const std::string& key,
                std::vector<Place>& places) {
  const bool is_part = key == "robot" || key == "table" || key == "camera";
  if (node.kind == NodeKind::kScalar && schema.value("format", "") == kPathFormat && !is_part)
    places.push_back({key, node.text});
  const auto parts = schema.find("properties");
  if (parts == schema.end()) return;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (parts->contains(node.keys[i]))
      find_paths(node.items[i], (*parts)[node.keys[i]], join_path(key, node.keys[i]), places);
  }
}

/// @param text Of a testbed that stands elsewhere. @return It, to stand in the folder beside its parts.
std::string moved_testbed(const std::string& text, const std::string& path, const fs::path& folder) {
  Problems problems;
  const ConfigNode document = parse_yaml(text, path, problems);
  problems.throw_if_any();
  std::vector<Place> places;
  find_paths(document, schema_of(testbed_fields()), {}, places);
  const fs::path written_in = fs::path(path).parent_path();
  std::string moved = with_schema_from(text, written_in, folder);
  for (const Place& place : places)
    moved = with_value(moved, path, place.key, quoted(path_from(folder, written_in / place.path)));
  for (const char* part : {"robot", "table", "camera"})
    moved = with_value(moved, path, part, std::string(part) + ".yaml");
  return moved;
}

void add_part(Loader& loader, const std::string& path, const fs::path& to, NewFiles& files) {
  loader.open(path, nullptr);
  loader.problems.throw_if_any();
  files.emplace_back(
      to, with_schema_from(loader.sources.back().text, fs::path(path).parent_path(), to.parent_path()));
}

/// Testbed, robot, table and camera, with the calibration that this one names.
void add_testbed(const LabFolder& folder, const std::string& from, NewFiles& files) {
  Loader loader;
  open_testbed(loader, from, nullptr);
  loader.problems.throw_if_any();
  files.emplace_back(folder.testbed(), moved_testbed(loader.sources.front().text, from, folder.root));
  const TestbedFile testbed = load_testbed(from).file;
  add_part(loader, testbed.robot, folder.root / "robot.yaml", files);
  add_part(loader, testbed.table, folder.root / "table.yaml", files);
  add_part(loader, testbed.camera, folder.root / "camera.yaml", files);
  std::string& camera = files.back().second;
  const std::string lens = path_behind(loader.open(testbed.camera, nullptr), "calibration");
  if (lens.empty()) return;
  camera = with_value(camera, testbed.camera, "calibration", "lens.yaml");
  add_part(loader, lens, folder.root / "lens.yaml", files);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + " cannot be made: " + error.message());
}

}  // namespace

std::vector<std::string> write_lab(const LabFolder& folder, const LabOrigin& origin) {
  std::error_code gone;
  const bool has_testbed = fs::exists(folder.testbed(), gone);
  const std::string from = has_testbed ? folder.testbed().string() : origin.testbed;
  const LoadedTestbed testbed = load_testbed(from);
  NewFiles files;
  if (!has_testbed) add_testbed(folder, from, files);
  files.emplace_back(folder.jog(), jog_experiment(testbed, folder.testbed().filename().string()));
  files.emplace_back(folder.by_hand(), by_hand_experiment(testbed, folder.testbed().filename().string()));
  Loader loader;
  add_part(loader, origin.capture, folder.capture(), files);
  files.back().second =
      with_value(files.back().second, origin.capture, "testbed", folder.testbed().filename().string());

  for (const fs::path& pictures : {folder.lens_pictures(), folder.table_pictures()}) make_folder(pictures);
  std::vector<std::string> written;
  for (const auto& [path, text] : files) {
    if (fs::exists(path, gone)) continue;
    if (const auto done = write_page(text, path); !done) throw std::runtime_error(done.error());
    written.push_back(path.string());
  }
  return written;
}

}  // namespace freefloat
