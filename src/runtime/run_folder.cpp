#include "runtime/run_folder.h"

#include <stdexcept>

#include "runlog/wall_time.h"

namespace freefloat {

std::filesystem::path make_run_folder(const std::string& log_dir, const RunConfig& config,
                                      std::int64_t start_ns) {
  const std::string name = file_time(start_ns) + "_" + config.name();
  try {
    std::filesystem::create_directories(log_dir);
    for (int number = 1;; ++number) {
      std::filesystem::path folder =
          std::filesystem::path(log_dir) / (number == 1 ? name : name + "-" + std::to_string(number));
      if (std::filesystem::create_directory(folder)) return folder;
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw std::runtime_error("--log-dir " + log_dir + ": no folder for the run can be made there (" +
                             error.code().message() + "); name another with --log-dir, or use --no-log");
  }
}

}  // namespace freefloat
