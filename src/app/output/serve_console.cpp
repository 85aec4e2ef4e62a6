#include "app/output/serve_console.h"

#include <cerrno>
#include <cstdlib>

#include "app/command_line/find_configuration.h"

namespace freefloat {

namespace {

/// The page's files: installed, or where this was built.
std::string find_page() {
  for (const std::filesystem::path& folder :
       {installed_data() / "console", installed_data() / "../../../../src/console/page",
        std::filesystem::path("src/console/page")}) {
    std::error_code trouble;
    if (std::filesystem::exists(folder / "index.html", trouble)) return folder.lexically_normal().string();
  }
  return "";
}

}  // namespace

std::string how_to_open_the_page() {
  const char* by_script = std::getenv("FREEFLOAT_PAGE_COMMAND");  // tools/run
  const std::string command =
      by_script != nullptr ? by_script : std::string(program_invocation_name) + " operate";
  return command + "   (a day at the table, live in a browser)";
}

Option add_console_options(Command& command, ConsoleArguments& arguments) {
  command.add_option("--listen", arguments.listen, "address to listen at; another than this PC's needs care")
      .show_default();
  command.add_option("--port", arguments.port, "port of page and live data; 0: any free one")
      .in_range(0, 65535)
      .show_default();
  command.add_option("--token", arguments.token, "for commands; left out: one is drawn");
  command.add_option("--certificate", arguments.certificate, "PEM file; with --key everything is encrypted");
  command.add_option("--key", arguments.key, "PEM file");
  command.add_option("--allow-host", arguments.hosts,
                     "name by which browsers may reach it, beside this PC's own");
  command.add_option("--page", arguments.page,
                     "folder of the page's files instead of those that came with the program");
  return command.add_option(
      "--udp-json", arguments.udp_json,
      "HOST:PORT, or PORT of this PC, to which the main numbers of each cycle are sent as "
      "JSON datagrams: for PlotJuggler's UDP server");
}

std::unique_ptr<console::UdpJson> make_udp_json(const ConsoleArguments& arguments) {
  return arguments.udp_json.empty() ? nullptr : std::make_unique<console::UdpJson>(arguments.udp_json);
}

console::ConsoleConfig console_config(const ConsoleArguments& arguments, const std::filesystem::path& runs) {
  console::ConsoleConfig config;
  config.listen = arguments.listen;
  config.port = arguments.port;
  config.token = arguments.token;
  config.certificate = arguments.certificate;
  config.key = arguments.key;
  config.allowed_hosts = arguments.hosts;
  config.page_folder = arguments.page.empty() ? find_page() : arguments.page;
  config.runs_folder = runs;
  return config;
}

console::RunFacts facts_of(const RunConfig& config, const HandWorkspace& workspace, std::int64_t epoch_ns) {
  console::RunFacts facts;
  facts.epoch_ns = epoch_ns;
  facts.robot = config.controller.robot;
  facts.table = config.controller.table;
  facts.workspace = {workspace.inner, workspace.outer};
  return facts;
}

console::RunFacts facts_of(const LiveTestbed& testbed) {
  return facts_of(testbed.config(), testbed.controller().workspace(), testbed.epoch_ns());
}

}  // namespace freefloat
