#include "app/output/expect_kind.h"

#include <filesystem>
#include <stdexcept>

#include "config_kinds/check_file.h"

namespace freefloat {

void expect_kind(const std::string& option, const std::string& path, const std::string& kind) {
  std::error_code gone;
  if (path.empty() || !std::filesystem::exists(path, gone)) return;
  const std::string found = kind_of_file(path);
  if (found == kind) return;
  throw std::runtime_error(
      option + " " + path + ": is " +
      (found.empty() ? "no configuration file that is known" : "a file of kind " + found) +
      ", expected is one of kind " + kind + "; nothing was written");
}

}  // namespace freefloat
