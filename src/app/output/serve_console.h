#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "console/console_server.h"
#include "console/udp_json.h"
#include "runtime/live_testbed.h"

namespace freefloat {

/// How a console is reached, as the command line says.
struct ConsoleArguments {
  std::string listen = "127.0.0.1";
  int port = 8765;
  std::string token;
  std::string certificate;
  std::string key;
  std::string page;  ///< folder of the page's files; empty: where they are installed or in the source
  std::vector<std::string> hosts;
  std::string udp_json;  ///< HOST:PORT that gets the numbers of each cycle as JSON; empty: nobody does
};

/// @return For people at a terminal: the command that opens the live page, as they called this program.
std::string how_to_open_the_page();

/// Options --listen, --port and so on. @param arguments Must live as long as the program.
/// @return Option --udp-json.
Option add_console_options(Command& command, ConsoleArguments& arguments);

console::ConsoleConfig console_config(const ConsoleArguments& arguments, const std::filesystem::path& runs);

/// @return What sends the numbers of each cycle as datagrams; null where that is not asked for.
/// @throws std::runtime_error in words when there is no such address.
std::unique_ptr<console::UdpJson> make_udp_json(const ConsoleArguments& arguments);

/// Ends a server's threads before the desk that they ask goes; the server itself stays for those who still
/// tell it something.
class ServerEnd {
 public:
  explicit ServerEnd(console::ConsoleServer* server) : server_(server) {}
  ~ServerEnd() {
    if (server_ != nullptr) server_->stop();
  }
  ServerEnd(const ServerEnd&) = delete;
  ServerEnd& operator=(const ServerEnd&) = delete;

 private:
  console::ConsoleServer* server_;
};

/// What live channels must know of a testbed, or of one run of a configuration.
console::RunFacts facts_of(const LiveTestbed& testbed);
console::RunFacts facts_of(const RunConfig& config, const HandWorkspace& workspace, std::int64_t epoch_ns);

}  // namespace freefloat
