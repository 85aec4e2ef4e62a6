#pragma once

#include <functional>

#include "hal/make/make_hal.h"
#include "runlog/run_listener.h"
#include "runlog/run_writer.h"
#include "runtime/run_config.h"

namespace freefloat {

/// Asks a real board who it is, and tells what should be known before it is armed.
/// @throws HalError with everything that speaks against arming it.
void examine_testbed(const RunConfig& config, const Hal& hal,
                     const std::function<void(RunNote::Kind, std::string)>& tell);

/// Fills in what a run's log tells of its configuration: identity, files, joints' names, budgets.
void describe_run(const RunConfig& config, RunWriterOptions& log);

}  // namespace freefloat
