#pragma once

#include "types/time.h"

namespace freefloat {

/// What a run's log keeps beside the cycles.
struct RecordingConfig {
  bool picture_windows = true;              ///< of every picture the parts that its markers depend on
  double whole_pictures_hz = 0.0;           ///< whole pictures a second, at most; 0: none
  double whole_pictures_bytes_per_s = 8e6;  ///< what they may take in the file; those beyond are left out
  double waiting_bytes = 32e6;  ///< that wait in memory while the disk takes nothing; more is lost
  Duration state_period = from_seconds(10.0);  ///< of the controller's memory, from which a replay can start
};

}  // namespace freefloat
