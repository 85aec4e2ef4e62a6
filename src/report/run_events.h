#pragma once

#include <vector>

#include "runtime/run_record.h"

namespace freefloat {

/// @return Changes of the supervisor's state, faults with their duration, the gripper, failed phases, and the
/// record's own events, in the order of time. A fault that comes and goes within half a second is one event.
std::vector<RunEvent> collect_events(const RunRecord& record);

}  // namespace freefloat
