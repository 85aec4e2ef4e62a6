#include "app/output/run_console.h"

#include <iostream>
#include <thread>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/output/open_browser.h"
#include "runlog/build_identity.h"

namespace freefloat {

RunConsole::RunConsole(const ConsoleArguments& arguments, const std::string& log_dir, const RunConfig& config,
                       RunSession& session, std::int64_t epoch_ns)
    : desk(session, config, std::string(build_identity().version)),
      server(console_config(arguments, log_dir), desk),
      datagrams(make_udp_json(arguments)) {
  server.start();
  server.set_run(facts_of(config, session.controller().workspace(), epoch_ns));
  session.add(desk.listener());
  session.add(server.listener());
  if (datagrams) {
    datagrams->set_epoch(epoch_ns);
    session.add(datagrams->listener());
  }
  std::cerr << "open  " << server.address() << "\n";
  if (const std::string risk = server.risk(); !risk.empty()) say_warning(risk);
  open_browser(server.address());
}

void RunConsole::stay(const nlohmann::json& summary, const std::filesystem::path& folder) {
  desk.finish(summary, folder.empty() ? folder : folder / "run.mcap", say_error);
  if (server.client_count() == 0) return;
  std::cerr << "the page stays until it is closed; Ctrl-C ends it\n";
  const StopRequest stop;
  while (!stop && server.client_count() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace freefloat
