#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "doctor/finding.h"
#include "hal/clock.h"
#include "hal/hardware_config.h"
#include "hal/make/make_hal.h"
#include "hal/marker_sensor.h"

namespace freefloat {

/// What the doctor found out about a tracker that tells the target alone.
struct TargetExamination {
  std::string problem;       ///< why it cannot be listened to; empty when it could
  std::string risk;          ///< of datagrams that are without a key on purpose; empty for others
  std::string trouble;       ///< what is wrong in plain words; empty: nothing
  bool emulated = false;     ///< there is nothing to listen to
  std::uint64_t frames = 0;  ///< that came
  std::uint64_t seen = 0;    ///< of them those that had an LED of the target
  double rate = 0.0;         ///< frames a second
  Duration age{};            ///< median, from the middle of the exposure to the frame's arrival here
  Duration age_p99{};
};

/// Listens for a while in place of a run. @param stop Ends it early.
TargetExamination examine_target(MarkerSensor& sensor, Clock& clock, Duration length,
                                 const std::atomic<bool>& stop);

/// Opens the target's source and does that. What cannot be done becomes the answer's `problem`.
TargetExamination examine_target(const MarkerSourceConfig& source, const RobotParameters& robot,
                                 Duration length, const std::atomic<bool>& stop);

/// Rate, age, and whether the target is seen at all.
/// @param source Who it is, for messages. @param loop_period Of the control loop.
std::vector<Finding> judge_target(const TargetExamination& target, const std::string& source,
                                  Duration loop_period);

}  // namespace freefloat
