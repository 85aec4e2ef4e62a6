#include "export/logged_config.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "config/load_experiment.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed again.
class ScratchFolder {
 public:
  ScratchFolder() : path_(fs::temp_directory_path() / ("freefloat-config-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// @return The place for a file of the log, always inside the folder: `..` leads nowhere else.
  fs::path place(const std::string& name) const {
    fs::path inside;
    for (const fs::path& part : fs::path(name).relative_path())
      inside /= part == ".." ? fs::path("up") : part;
    return path_ / inside;
  }

 private:
  fs::path path_;
};

}  // namespace

RunConfig load_logged_config(const std::vector<McapAttachment>& attachments) {
  const ScratchFolder folder;
  std::string experiment;
  std::vector<std::string> settings;
  for (const McapAttachment& attachment : attachments) {
    if (attachment.name == "--set") {
      const std::string testbed = "testbed=";
      settings.push_back(attachment.data.starts_with(testbed)
                             ? testbed + folder.place(attachment.data.substr(testbed.size())).string()
                             : attachment.data);
      continue;
    }
    const fs::path path = folder.place(attachment.name);
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << attachment.data;
    if (experiment.empty()) experiment = path.string();
  }
  if (experiment.empty()) throw std::runtime_error("the log holds no configuration");
  return load_experiment(experiment, settings);
}

}  // namespace freefloat
