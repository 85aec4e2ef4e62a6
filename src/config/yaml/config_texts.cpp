#include "config/yaml/config_texts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "config/yaml/parse_yaml.h"

namespace freefloat {

std::string why_no_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  switch (status.type()) {
    case std::filesystem::file_type::regular:
      return {};
    case std::filesystem::file_type::not_found:
      return "does not exist";
    case std::filesystem::file_type::directory:
      return "is a folder";
    case std::filesystem::file_type::none:
    case std::filesystem::file_type::unknown:
      return "cannot be read: " + error.message();
    default:
      return "is a pipe or a device, not a regular file; save what it gives to a file first";
  }
}

tl::expected<std::string, std::string> read_config_file(const std::string& path) {
  if (std::string why = why_no_file(path); !why.empty()) return tl::make_unexpected(std::move(why));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return tl::make_unexpected("cannot be read");
  // One byte more than allowed is enough to know that it is too large.
  std::string text(kMaxConfigBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(stream.gcount());
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
