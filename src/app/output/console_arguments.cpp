#include "app/output/console_arguments.h"

#include <cstdlib>

namespace freefloat {

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

}  // namespace freefloat
