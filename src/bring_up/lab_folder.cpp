#include "bring_up/lab_folder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "config_kinds/check_file.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

bool lies_inside(const fs::path& file, const fs::path& folder) {
  std::error_code gone;
  const fs::path way =
      fs::weakly_canonical(file, gone).lexically_relative(fs::weakly_canonical(folder, gone));
  return !way.empty() && *way.begin() != "..";
}

void refuse_unusable(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) return;
  if (status.type() != fs::file_type::directory) {
    throw std::runtime_error(folder.string() + (error ? " cannot be looked at: " + error.message()
                                                      : " is a file, not a folder; name a folder for the "
                                                        "lab's own files"));
  }
  const fs::directory_iterator first(folder, error);
  if (error) throw std::runtime_error(folder.string() + " cannot be read: " + error.message());
}

/// @return What the files that calibrations change have wrong; empty: nothing.
std::string find_outside(const LabFolder& folder, const LabFiles& files) {
  std::string wrong;
  for (const auto& [key, path] :
       {std::pair("robot", files.robot), {"camera", files.camera}, {"calibration", files.lens}}) {
    if (path.empty() || lies_inside(path, folder.root)) continue;
    wrong += (wrong.empty() ? "" : "\n") + folder.testbed().string() + ": " + key + ": " + path +
             " lies outside of " + folder.root.string() +
             ", and calibrations would change it: begin with a new folder and --from " +
             folder.testbed().string();
  }
  return wrong;
}

}  // namespace

LabReading read_lab(const LabFolder& folder) {
  refuse_unusable(folder.root);
  LabReading reading;
  std::error_code gone;
  for (const fs::path& file : {folder.testbed(), folder.jog(), folder.capture()}) {
    if (!fs::exists(file, gone)) reading.missing.push_back(file.filename().string());
  }
  try {
    for (const fs::path& file : {folder.testbed(), folder.jog(), folder.capture()}) {
      if (fs::exists(file, gone)) check_file(file.string());
    }
    if (!reading.missing.empty()) return reading;
    LabFiles files{load_testbed(folder.testbed().string()), {}, {}, {}};
    files.robot = files.testbed.file.robot;
    files.camera = files.testbed.file.camera;
    Loader loader;
    files.lens = path_behind(loader.open(files.camera, nullptr), "calibration");
    reading.problem = find_outside(folder, files);
    if (reading.problem.empty()) reading.files = std::move(files);
  } catch (const ConfigError& error) {
    reading.problem = error.what();
  }
  return reading;
}

int count_pictures(const fs::path& folder) {
  static constexpr std::array<const char*, 9> kEndings{".png",  ".jpg", ".jpeg", ".bmp", ".tif",
                                                       ".tiff", ".pgm", ".ppm",  ".webp"};
  int count = 0;
  std::error_code unreadable;
  for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end;
       at.increment(unreadable)) {
    std::string ending = at->path().extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    count += std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end() ? 1 : 0;
  }
  return count;
}

}  // namespace freefloat
