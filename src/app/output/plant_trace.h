#pragma once

#include <fstream>
#include <string>

#include "hal/hil/hil_plant.h"

namespace freefloat {

/// Writes what the board did and what the joints did, one line a tick, in board time.
class PlantTrace {
 public:
  /// @param path Empty: nothing is written. @throws std::runtime_error when the file cannot be made.
  PlantTrace(const std::string& path, int joint_count);

  void add(const ff_drive_frame& drive, const SimWorld& world);

  /// @return False when something could not be written.
  bool close();

 private:
  std::ofstream file_;
};

}  // namespace freefloat
