#include "config/fields/loader.h"

namespace freefloat {

std::string path_behind(const ConfigNode& document, const char* key) {
  std::string path;
  Problems reported_elsewhere;
  if (const ConfigNode* name = document.find(key)) read_path(*name, path, reported_elsewhere);
  return path;
}

ConfigNode Loader::open(const std::string& path, const ConfigNode* referrer) {
  std::string text;
  if (!read_config_text(path, referrer, text, problems, texts)) {
    return {};
  }
  ConfigNode node = parse_yaml(text, path, problems);
  sources.push_back({path, std::move(text)});
  return node;
}

ConfigNode Loader::open_named(const ConfigNode& document, const char* key) {
  const std::string path = path_behind(document, key);
  return path.empty() ? ConfigNode() : open(path, document.find(key));
}

}  // namespace freefloat
