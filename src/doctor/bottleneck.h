#pragma once

#include <string>

#include "doctor/link_examination.h"
#include "doctor/timer_latency.h"

namespace freefloat {

/// @param latency Of this PC's timer.
/// @param link Null: no link was examined.
/// @param loop_period Of the control loop.
/// @return One plain sentence: whether PC, link or board holds the loop up, and what to do.
std::string name_bottleneck(const TimerLatency& latency, const LinkExamination* link, Duration loop_period);

}  // namespace freefloat
