#include "config/load/setting_place.h"

#include <algorithm>

#include "config/load/load_testbed.h"
#include "config/yaml/config_override.h"

namespace freefloat {

SettingPlace find_setting(const std::string& experiment, const std::vector<std::string>& overrides,
                          const std::string& key, const ConfigTexts& texts) {
  Loader loader;
  loader.texts = texts;
  ConfigNode document = loader.open(experiment, nullptr);
  for (const std::string& text : overrides) {
    if (!text.starts_with("testbed=") || document.kind != NodeKind::kMap) continue;
    Override other = parse_override(text, loader.problems);
    place_paths(other.value, document.file, [&](const std::string& path) { return texts(path).has_value(); });
    apply_override(other, document, loader.problems);
  }
  const std::size_t dot = std::min(key.find('.'), key.size());
  const std::string first = key.substr(0, dot);
  const bool in_a_part = first == "robot" || first == "table" || first == "camera";
  const ConfigNode* settings = document.find("settings");
  const ConfigNode* section = settings != nullptr && !in_a_part ? settings->find(first) : nullptr;
  SettingPlace place{experiment, "settings." + key};
  const bool in_experiment = section != nullptr && dot < key.size() &&
                             section->find(std::string_view(key).substr(dot + 1)) != nullptr;
  if (!in_experiment) {
    place = {path_behind(document, "testbed"), key};
    if (in_a_part && !place.file.empty()) {
      const ConfigNode testbed = open_testbed(loader, place.file, document.find("testbed"));
      place = {path_behind(testbed, first.c_str()), key.substr(std::min(dot + 1, key.size()))};
    }
  }
  if (place.file.empty())
    loader.problems.add_of_file(experiment, "names no file in which " + key + " could stand");
  loader.problems.throw_if_any();
  return place;
}

}  // namespace freefloat
