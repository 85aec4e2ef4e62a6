#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace freefloat {

/// How a console is reached, as the command line says.
struct ConsoleArguments {
  bool page_wanted = true;
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

}  // namespace freefloat
