#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/output/serve_console.h"
#include "operate/run_desk.h"
#include "runtime/run_session.h"

namespace freefloat {

/// The page of one run.
struct RunConsole {
  /// Begins to serve it, says where, and opens it where there is a browser.
  /// @param arguments Of the command line. @param log_dir Where runs are kept. @param session Must outlive
  /// it.
  /// @param epoch_ns Wall time of the run's time zero, ns since 1970.
  RunConsole(const ConsoleArguments& arguments, const std::string& log_dir, const RunConfig& config,
             RunSession& session, std::int64_t epoch_ns);

  /// After the run: what came of it can be looked at while somebody has the page open.
  void stay(const nlohmann::json& summary, const std::filesystem::path& folder);

  RunDesk desk;
  console::ConsoleServer server;
  std::unique_ptr<console::UdpJson> datagrams;
};

}  // namespace freefloat
