#pragma once

#include "hal/marker_path_health.h"
#include "mcap/fixed_text.h"

namespace freefloat {

/// How the way from a tracker on another computer was at one time. Logged once a second and when something
/// changes.
struct MarkerPathRecord {
  Time at{};
  bool of_targets = false;  ///< of the targets' own tracker, beside a camera or a tracker of the robot
  MarkerPathHealth health;
  FixedText<160>
      diagnosis;  ///< what is wrong, in words (`diagnose`); the recorder fills it in, beside the loop
};

}  // namespace freefloat
