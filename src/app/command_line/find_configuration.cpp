#include "app/command_line/find_configuration.h"

namespace freefloat {

namespace fs = std::filesystem;

fs::path installed_data() {
  std::error_code no_proc;
  const fs::path program = fs::read_symlink("/proc/self/exe", no_proc);
  return program.parent_path().parent_path() / "share" / "freefloat";
}

std::string find_configuration(const std::string& name, const fs::path& data) {
  std::error_code unreadable;
  const fs::path path = fs::path(name).lexically_normal();
  if (path.empty() || path.is_absolute() || *path.begin() == ".." || fs::exists(path, unreadable))
    return name;
  // With and without the folder that they stand in, both here and in the sources.
  for (const fs::path& folder : {data, data / "configs"}) {
    const fs::path installed = folder / path;
    if (fs::is_regular_file(installed, unreadable)) return installed.string();
  }
  return name;
}

}  // namespace freefloat
