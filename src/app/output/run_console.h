#pragma once

#include "app/output/run_page.h"

namespace freefloat {

/// Begins to serve the page of one run, says where, and opens it where there is a browser; and to take part
/// in a network of ROS 2. Parameters as `ServeRun` has them.
std::unique_ptr<RunPage> serve_run(const ConsoleArguments& arguments, const std::string& log_dir,
                                   const RunConfig& config, RunSession& session, std::int64_t epoch_ns);

}  // namespace freefloat
