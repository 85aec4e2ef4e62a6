#include <iostream>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "hal/bridge/frame_bridge.h"
#include "hal/serial/emulated_port.h"

namespace freefloat {

namespace {

struct BridgeArguments {
  SerialPortConfig port;
  std::string listen = "127.0.0.1:7001";
  bool insecure = false;
};

bool run_bridge(const BridgeArguments& arguments) {
  const SerialPortConfig port{.path = find_serial_port(arguments.port.path, "command"),
                              .baud_rate = arguments.port.baud_rate};
  FrameBridge bridge(port, resolve_udp_address(arguments.listen), arguments.insecure);
  std::cout << port.path << " at " << port.baud_rate << " baud <-> " << to_string(bridge.local_address())
            << std::endl;
  if (arguments.insecure)
    say_warning("--insecure: whoever reaches " + to_string(bridge.local_address()) + " may move the robot");
  const StopRequest stop;
  bool plugged = true;
  bool refusing = false;
  while (!stop) {
    bridge.step(std::chrono::milliseconds(200));
    if (!refusing && bridge.counts().insecure > 0) {
      refusing = true;
      say_warning(
          "frames without authentication are refused: give board and controller a key, or the bridge "
          "--insecure");
    }
    if (bridge.is_plugged() == plugged) continue;
    plugged = bridge.is_plugged();
    if (plugged) {
      say_info(arguments.port.path + " is back");
    } else {
      say_warning(arguments.port.path + " is gone (unplugged?); waiting for it");
    }
  }
  const BridgeCounts& counts = bridge.counts();
  std::cout << counts.to_board << " frames to the board, " << counts.to_controllers << " from it, "
            << counts.refused << " datagrams refused, " << counts.insecure
            << " frames without authentication, " << counts.dropped << " frames dropped\n";
  return true;
}

}  // namespace

void add_bridge_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "bridge", "On the robot: carry frames between the wireless network and the board's serial port",
      run_bridge);
  command.footer(
      "Example: freefloat bridge --port /dev/ttyUSB0 --listen 0.0.0.0:7001\n"
      "The testbed then has `link: {type: udp, address: \"ROBOT:7001\", key_file: robot.key}`; board and\n"
      "controller check each other's key through the bridge, which needs none. Ctrl-C ends it.");
  command
      .add_option("--port", arguments.port.path,
                  "serial port, best its name in /dev/serial/by-id; `emulated`: of tools/board_emulator")
      .required();
  command.add_option("--baud-rate", arguments.port.baud_rate, "bit/s").show_default();
  command
      .add_option("--listen", arguments.listen,
                  "host:port for datagrams; 0.0.0.0:PORT: from any network of this computer")
      .show_default();
  command.add_flag(
      "--insecure", arguments.insecure,
      "carry frames without authentication, for a board without a key: anybody may then command it");
}

}  // namespace freefloat
