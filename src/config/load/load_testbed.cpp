#include "config/load/load_testbed.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "config/fields/loader.h"
#include "config/files/read_parts.h"
#include "config/files/testbed_file.h"
#include "config/load/cross_check.h"
#include "config/load/read_truth.h"
#include "config/yaml/config_override.h"
#include "config/yaml/write_yaml.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

/// Only another spelling of one path lets a circle come so far.
constexpr std::size_t kLongestChain = 8;

bool is_testbed(const ConfigNode& node) {
  return node.find("loop") != nullptr || node.find("robot") != nullptr || node.find(kBasedOn) != nullptr;
}

void remove_key(ConfigNode& map, const char* key) {
  const auto at = std::find(map.keys.begin(), map.keys.end(), key);
  if (at == map.keys.end()) return;
  map.items.erase(map.items.begin() + (at - map.keys.begin()));
  map.keys.erase(at);
}

/// @param chain The files that led here, this one last.
/// @return The document's values over those of the file that it is based on, and so on; each remembers where
/// it was written. Name and description are never taken from a base. A base that cannot be read, is no
/// testbed's file or leads in a circle is a problem, and then left out.
ConfigNode lay_over(Loader& loader, ConfigNode document, std::vector<std::string> chain) {
  const ConfigNode* found = document.find(kBasedOn);
  if (found == nullptr) return document;
  const ConfigNode name = *found;
  remove_key(document, kBasedOn);
  std::string path;
  read_path(name, path, loader.problems);
  if (path.empty()) return document;
  if (std::find(chain.begin(), chain.end(), path) != chain.end() || chain.size() >= kLongestChain) {
    loader.problems.add_at(name, "leads in a circle: that file is based on this one", {},
                           "remove one of them");
    return document;
  }
  const std::size_t kept = loader.sources.size();
  ConfigNode base = loader.open(path, &name);
  loader.sources.resize(kept);  // its values are kept with the document's
  if (base.kind == NodeKind::kEmpty) return document;
  if (!is_testbed(base)) {
    loader.problems.add_at(name, "is not a testbed's file", "a testbed's file, relative to this one");
    return document;
  }
  chain.push_back(path);
  base = lay_over(loader, std::move(base), std::move(chain));
  remove_key(base, "name");
  remove_key(base, "description");
  base.file = document.file;
  base.line = document.line;
  merge_into(base, document);
  return base;
}

/// Lets the paths that were written in other folders lead from `folder`.
void move_paths(ConfigNode& node, const Json& schema, const fs::path& folder) {
  const fs::path written_in = fs::path(*node.file).parent_path();
  const bool is_path = node.kind == NodeKind::kScalar && schema.value("format", "") == kPathFormat;
  if (is_path && written_in != folder) {
    const fs::path path = (written_in / node.text).lexically_normal();
    const fs::path from_here = path.is_absolute() ? fs::path() : path.lexically_relative(folder);
    node.text = from_here.empty() ? path.string() : from_here.string();
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (const auto part = schema.find("properties"); part != schema.end() && part->contains(node.keys[i])) {
      move_paths(node.items[i], (*part)[node.keys[i]], folder);
    }
  }
}

/// @param schema Of the document; tells which texts are paths.
/// @return The document as the text of one file; paths written in another folder lead from this one.
std::string flat_text(ConfigNode document, const Json& schema) {
  move_paths(document, schema, fs::path(*document.file).parent_path());
  return "# One file with the values of those that it was based on.\n" + write_yaml(document);
}

}  // namespace

ConfigNode open_testbed(Loader& loader, const std::string& path, const ConfigNode* referrer) {
  ConfigNode node = loader.open(path, referrer);
  if (node.find(kBasedOn) == nullptr) return node;
  const std::size_t kept = loader.sources.size() - 1;
  node = lay_over(loader, std::move(node), {path});
  loader.sources[kept].text = flat_text(node, schema_of(testbed_fields()));
  return node;
}

TestbedReading read_testbed(Loader& loader, ConfigNode testbed, const DocumentChange& change) {
  TestbedReading reading;
  const auto changed = [&](Document which, ConfigNode node) {
    change(which, node);
    return node;
  };
  reading.testbed_node = changed(Document::kTestbed, std::move(testbed));
  static const Fields<TestbedFile> fields = testbed_fields();  // a campaign reads thousands of testbeds
  reading.testbed = loader.read(reading.testbed_node, fields, check_testbed);
  reading.robot_node = changed(Document::kRobot, loader.open_named(reading.testbed_node, "robot"));
  reading.table_node = changed(Document::kTable, loader.open_named(reading.testbed_node, "table"));
  reading.camera_node = changed(Document::kCamera, loader.open_named(reading.testbed_node, "camera"));
  reading.robot = read_robot(loader, reading.robot_node);
  reading.table = read_table(loader, reading.table_node);
  reading.camera = read_camera(loader, reading.camera_node);
  read_truth(loader, reading, change);
  return reading;
}

LoadedTestbed load_testbed(const std::string& path) {
  Loader loader;
  TestbedReading reading = read_testbed(loader, open_testbed(loader, path, nullptr));
  loader.problems.throw_if_any();

  LoadedTestbed testbed{*std::move(reading.testbed), *reading.robot, *reading.table, *reading.camera};
  check_joint_list(reading.testbed_node.nearest({"simulation", "drives"}),
                   std::ssize(testbed.file.sim.drives), testbed.robot.joint_count(), true, loader.problems);
  loader.problems.throw_if_any();
  complete_drives(reading, testbed.file.sim, loader.problems);
  loader.problems.throw_if_any();
  return testbed;
}

}  // namespace freefloat
