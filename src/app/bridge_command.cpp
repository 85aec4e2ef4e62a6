#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/messages.h"
#include "app/stop_request.h"
#include "hal/frame_bridge.h"

namespace freefloat {

namespace {

struct BridgeArguments {
  SerialPortConfig port;
  std::string listen = "0.0.0.0:7001";
};

bool run_bridge(const BridgeArguments& arguments) {
  FrameBridge bridge(arguments.port, resolve_udp_address(arguments.listen));
  std::cout << arguments.port.path << " at " << arguments.port.baud_rate << " baud <-> "
            << to_string(bridge.local_address()) << std::endl;
  const StopRequest stop;
  bool plugged = true;
  while (!stop) {
    bridge.step(std::chrono::milliseconds(200));
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
            << counts.refused << " datagrams refused, " << counts.dropped << " frames dropped\n";
  return true;
}

}  // namespace

void add_bridge_command(Command& program) {
  auto arguments = std::make_shared<BridgeArguments>();
  Command command = program.add_subcommand(
      "bridge", "On the robot: carry frames between the wireless network and the board's serial port");
  command.footer(
      "Example: freefloat bridge --port /dev/ttyUSB0 --listen 0.0.0.0:7001\n"
      "The testbed then has `link: {type: udp, address: \"ROBOT:7001\", key_file: robot.key}`; board and\n"
      "controller check each other's key through the bridge, which needs none. Ctrl-C ends it.");
  command.add_option("--port", arguments->port.path, "serial port, best its name in /dev/serial/by-id")
      .required();
  command.add_option("--baud-rate", arguments->port.baud_rate, "bit/s").show_default();
  command.add_option("--listen", arguments->listen, "host:port for datagrams").show_default();
  command.on_run([arguments] { return run_bridge(*arguments); });
}

}  // namespace freefloat
