#include "config/config_texts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "config/parse_yaml.h"

namespace freefloat {

tl::expected<std::string, std::string> read_config_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return tl::make_unexpected("is a folder");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return tl::make_unexpected(std::filesystem::exists(path, ignored) ? "cannot be read" : "does not exist");
  }
  // One byte more than allowed is enough to know that it is too large, also for a device that never ends.
  std::string text(kMaxConfigBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

ConfigTexts kept_config_files(std::vector<ConfigSource> files) {
  return [files = std::move(files)](const std::string& path) -> tl::expected<std::string, std::string> {
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const ConfigSource& file) { return file.path == path; });
    if (found == files.end()) return tl::make_unexpected("is not kept in the log");
    return found->text;
  };
}

}  // namespace freefloat
