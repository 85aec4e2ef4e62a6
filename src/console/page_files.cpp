#include "console/page_files.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace freefloat::console {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".mcap", "application/octet-stream"},
}};

}  // namespace

std::string_view content_type(std::string_view name) {
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return {};
}

PageFiles PageFiles::list(const fs::path& folder) {
  PageFiles files;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    const std::string name = "/" + entry.path().lexically_relative(folder).generic_string();
    const std::string_view type = content_type(name);
    if (!entry.is_regular_file() || type.empty() || name.find("/.") != std::string::npos) continue;
    files.files_[name] = {entry.path(), type};
  }
  if (!files.files_.contains("/index.html"))
    throw std::runtime_error("console: there is no index.html in the page's folder " + folder.string() +
                             (error ? ": " + error.message() : ""));
  return files;
}

const PageFiles::File* PageFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::set<std::string, std::less<>> PageFiles::paths() const {
  std::set<std::string, std::less<>> paths;
  for (const auto& [path, file] : files_) paths.insert(path);
  return paths;
}

}  // namespace freefloat::console
