#include "config/fields/loader.h"

#include <map>
#include <utility>

namespace freefloat {

namespace {

/// Campaigns open the same few files for every sample, and reading YAML takes most of that: the trees of
/// texts that had no problems are kept.
ConfigNode parse_or_recall(const std::string& text, const std::string& path, Problems& problems) {
  constexpr std::size_t kMostKept = 32;
  thread_local std::map<std::string, std::pair<std::string, ConfigNode>> kept;
  if (const auto found = kept.find(path); found != kept.end() && found->second.first == text)
    return found->second.second;
  const std::size_t before = problems.count();
  ConfigNode node = parse_yaml(text, path, problems);
  if (problems.count() == before) {
    if (kept.size() >= kMostKept) kept.clear();
    kept.insert_or_assign(path, std::pair(text, node));
  }
  return node;
}

}  // namespace

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
  ConfigNode node = parse_or_recall(text, path, problems);
  sources.push_back({path, std::move(text)});
  return node;
}

ConfigNode Loader::open_named(const ConfigNode& document, const char* key) {
  const std::string path = path_behind(document, key);
  return path.empty() ? ConfigNode() : open(path, document.find(key));
}

}  // namespace freefloat
