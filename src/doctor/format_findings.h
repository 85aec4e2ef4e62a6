#pragma once

#include <string>
#include <vector>

#include "doctor/finding.h"
#include "doctor/timer_latency.h"

namespace freefloat {

/// @return One line a finding, remedies below; with colours when `coloured`.
std::string format_findings(const std::vector<Finding>& findings, bool coloured);

/// @return The histogram as bars, one class a line.
std::string format_histogram(const TimerLatency& latency);

}  // namespace freefloat
