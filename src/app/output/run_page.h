#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/output/console_arguments.h"
#include "operate/delay_watch.h"
#include "runtime/run_session.h"

namespace freefloat {

/// The page of one run, and its part in a network of ROS 2, as the run sees them.
class RunPage {
 public:
  virtual ~RunPage() = default;

  /// Any thread: what the loop's delay was measured to be.
  virtual void found(const DelayFinding& delay) = 0;

  /// After the run: what came of it can be looked at while somebody has the page open.
  virtual void stay(const nlohmann::json& summary, const std::filesystem::path& folder) = 0;

  /// Ends the threads that ask the session, before that goes; the page itself stays for those who still tell
  /// it something.
  virtual void end() = 0;
};

/// Serves a run to people and their programs: its page where `page_wanted`, ROS 2 where the testbed says so.
/// @param log_dir Where runs are kept. @param session Must outlive the page's threads.
/// @param epoch_ns Wall time of the run's time zero, ns since 1970.
using ServeRun = std::function<std::unique_ptr<RunPage>(const ConsoleArguments& arguments,
                                                        const std::string& log_dir, const RunConfig& config,
                                                        RunSession& session, std::int64_t epoch_ns)>;

/// Begins to serve the page of one run, says where, and opens it where there is a browser; and to take part
/// in a network of ROS 2.
std::unique_ptr<RunPage> serve_run(const ConsoleArguments& arguments, const std::string& log_dir,
                                   const RunConfig& config, RunSession& session, std::int64_t epoch_ns);

}  // namespace freefloat
