#pragma once

#include <filesystem>
#include <memory>

#include "app/output/console_arguments.h"
#include "console/console_server.h"
#include "console/udp_json.h"
#include "ros/ros_server.h"
#include "runtime/live_testbed.h"

namespace freefloat {

console::ConsoleConfig console_config(const ConsoleArguments& arguments, const std::filesystem::path& runs);

/// @return What sends the numbers of each cycle as datagrams; null where that is not asked for.
/// @throws std::runtime_error in words when there is no such address.
std::unique_ptr<console::UdpJson> make_udp_json(const ConsoleArguments& arguments);

/// @return The part in a network of ROS 2, which is told to people. @param page Who commands there commands
/// alone; null: there is none.
/// @throws std::runtime_error in words when there is no network.
std::unique_ptr<ros::RosServer> make_ros(const RosConfig& config, console::Desk& desk,
                                         console::ConsoleServer* page);

/// Ends a server's threads before the desk that they ask goes; the server itself stays for those who still
/// tell it something.
template <class Server>
class ServerEnd {
 public:
  /// @param server May be null.
  explicit ServerEnd(Server* server) : server_(server) {}
  ~ServerEnd() {
    if (server_ != nullptr) server_->stop();
  }
  ServerEnd(const ServerEnd&) = delete;
  ServerEnd& operator=(const ServerEnd&) = delete;

 private:
  Server* server_;
};

/// What live channels must know of a testbed, or of one run of a configuration.
console::RunFacts facts_of(const LiveTestbed& testbed);
console::RunFacts facts_of(const RunConfig& config, const HandWorkspace& workspace, std::int64_t epoch_ns);

}  // namespace freefloat
