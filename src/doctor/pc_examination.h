#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "doctor/devices.h"
#include "doctor/log_folder.h"
#include "doctor/processor.h"
#include "doctor/timer_latency.h"

namespace freefloat {

/// What the doctor found out about this PC.
struct PcExamination {
  ProcessorInfo processor;
  RealTimeStatus real_time;
  TimerLatency latency;
  std::vector<SerialPortInfo> ports;
  std::vector<CameraInfo> cameras;
  LogFolder log_folder;
};

/// Looks at the PC; the latency is measured in a thread with all rights that the control loop gets.
/// @param length Of the measurement, at 1 kHz.
/// @param stop Ends it early.
PcExamination examine_pc(Duration length, const std::filesystem::path& log_dir,
                         const std::atomic<bool>& stop);

/// @param loop_period Of the control loop that is to run on this PC.
std::vector<Finding> judge_pc(const PcExamination& pc, Duration loop_period);

}  // namespace freefloat
