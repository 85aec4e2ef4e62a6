#pragma once

#include <cstdint>

#include "ros/ros_messages.h"
#include "runlog/cycle_record.h"
#include "runlog/link_record.h"
#include "runlog/marker_path_record.h"
#include "runtime/run_config.h"

namespace freefloat::ros {

/// The newest of each; null before the first.
struct HealthRecords {
  const LinkRecord* link = nullptr;
  const MarkerPathRecord* marker_path = nullptr;  ///< null, too, where markers come otherwise
  const MarkerPathRecord* target_path = nullptr;  ///< the same of the targets' own tracker
};

/// @param config Of the run. @param cycle Newest. @param health How its ways are.
/// @param epoch_ns Wall time of the run's time zero.
/// @return How supervisor, loop, vision, link and the way from a tracker are, as ROS programs show it.
diagnostic_msgs::DiagnosticArray diagnose_run(const RunConfig& config, const CycleRecord& cycle,
                                              const HealthRecords& health, std::int64_t epoch_ns);

}  // namespace freefloat::ros
