#include "config/yaml/changed_file.h"

#include <sstream>

#include "config/yaml/config_error.h"
#include "config/yaml/config_override.h"
#include "config/yaml/parse_yaml.h"
#include "config/yaml/write_yaml.h"

namespace freefloat {

std::string change_config_file(const std::string& path, const std::vector<std::string>& settings,
                               const std::string& comment) {
  Problems problems;
  std::string text;
  ConfigNode document;
  if (read_config_text(path, nullptr, text, problems)) document = parse_yaml(text, path, problems);
  for (const std::string& setting : settings) {
    if (problems.count() > 0) break;
    apply_override(parse_override(setting, problems), document, problems);
  }
  problems.throw_if_any();
  std::string changed;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with('#');) changed += line + "\n";
  std::istringstream added(comment);
  for (std::string line; std::getline(added, line);) changed += line.empty() ? "#\n" : "# " + line + "\n";
  return changed + write_yaml(document);
}

}  // namespace freefloat
