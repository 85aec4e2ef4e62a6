#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "doctor/finding.h"
#include "hal/clock.h"
#include "hal/hardware_config.h"
#include "hal/marker_path_health.h"
#include "hal/udp/marker_receiver.h"

namespace freefloat {

/// What the doctor found out about the way from a tracker on another computer.
struct MarkerExamination {
  std::string name;     ///< where it listens
  std::string problem;  ///< why it cannot; empty when it could
  std::string risk;     ///< of markers that are without a key on purpose; empty for others
  std::string trouble;  ///< what is wrong in plain words; empty: nothing
  MarkerPathHealth health;
  double rate = 0.0;  ///< pictures a second
};

/// Listens for a while in place of a run, and asks the tracker what its clock shows.
/// @param stop Ends it early.
MarkerExamination examine_markers(MarkerReceiver& receiver, Clock& clock, Duration length,
                                  const std::atomic<bool>& stop);

/// Listens where a testbed does and does that. What cannot be done becomes the answer's `problem`.
/// @param source Markers.
MarkerExamination examine_markers(const MarkerSourceConfig& source, Duration length,
                                  const std::atomic<bool>& stop);

/// Latency, offset of the clocks, loss, and what is refused.
/// @param loop_period Of the control loop.
std::vector<Finding> judge_markers(const MarkerExamination& markers, Duration loop_period);

}  // namespace freefloat
