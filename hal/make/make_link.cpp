#include "hal/make/make_link.h"

#include "hal/serial/emulated_port.h"
#include "hal/serial/serial_link.h"
#include "hal/udp/udp_link.h"

namespace freefloat {

std::unique_ptr<JointLink> make_link(const LinkConfig& config, int joint_count) {
  if (config.type == LinkType::kUdp) {
    return std::make_unique<UdpLink>(UdpLinkConfig{.address = config.address,
                                                   .joint_count = joint_count,
                                                   .key = read_optional_key(config.key_file),
                                                   .latency = config.latency});
  }
  const SerialPortConfig port{.path = find_serial_port(config.port, "command"),
                              .baud_rate = config.baud_rate};
  return std::make_unique<SerialLink>(SerialLinkConfig{.port = port,
                                                       .joint_count = joint_count,
                                                       .key = read_optional_key(config.key_file),
                                                       .latency = config.latency});
}

}  // namespace freefloat
