#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "config/load/load_testbed.h"

namespace freefloat {

/// Where the files of one lab stand: all in one folder, so that nothing shipped is edited.
struct LabFolder {
  std::filesystem::path root;

  std::filesystem::path testbed() const { return root / "testbed.yaml"; }
  std::filesystem::path jog() const { return root / "jog.yaml"; }  ///< experiment that moves the joints
  std::filesystem::path by_hand() const {
    return root / "by_hand.yaml";
  }  ///< experiment in which people move the joints
  std::filesystem::path capture() const { return root / "capture.yaml"; }  ///< experiment to come to
  std::filesystem::path jog_runs() const { return root / "runs" / "jog"; }
  std::filesystem::path capture_runs() const { return root / "runs" / "capture"; }
  std::filesystem::path lens_pictures() const {
    return root / "pictures" / "lens";
  }  ///< of a board held anywhere
  std::filesystem::path table_pictures() const { return root / "pictures" / "table"; }  ///< of one lying flat
  std::filesystem::path points() const { return root / "points.csv"; }  ///< surveyed, instead of these
  std::filesystem::path doctor_record() const { return root / "doctor.json"; }
  std::filesystem::path check_record() const { return root / "table_check.json"; }
};

/// The lab's files as they are now, sound.
struct LabFiles {
  LoadedTestbed testbed;
  std::string robot;   ///< path
  std::string camera;  ///< path
  std::string lens;  ///< path of the calibration that the camera's file names; empty: it has the lens itself
};

/// What a folder holds.
struct LabReading {
  std::optional<LabFiles> files;     ///< nothing: they are not whole
  std::vector<std::string> missing;  ///< names of files that are not there
  std::string problem;  ///< what `freefloat check` says, or which file lies outside of the folder
};

/// @throws std::runtime_error when the folder is a file or cannot be read; one that is not there is empty.
LabReading read_lab(const LabFolder& folder);

/// @return How many pictures a folder holds; 0 also when it is not there.
int count_pictures(const std::filesystem::path& folder);

}  // namespace freefloat
