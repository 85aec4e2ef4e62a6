#pragma once

#include <cstdint>

#include "ros/ros_messages.h"
#include "runlog/cycle_record.h"
#include "runlog/link_record.h"
#include "runtime/run_config.h"

namespace freefloat::ros {

/// @param link Newest; null before the first. @param epoch_ns Wall time of the run's time zero.
/// @return How supervisor, loop, vision and link are, as ROS programs show it.
diagnostic_msgs::DiagnosticArray diagnose_run(const RunConfig& config, const CycleRecord& cycle,
                                              const LinkRecord* link, std::int64_t epoch_ns);

}  // namespace freefloat::ros
