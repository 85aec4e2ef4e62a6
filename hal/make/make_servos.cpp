#include "hal/make/make_servos.h"

#include <algorithm>

#include "hal/dynamixel/dynamixel_link.h"
#include "hal/emulated_servos/emulated_dynamixel_bus.h"
#include "hal/emulated_servos/emulated_odrive.h"
#include "hal/hal_error.h"
#include "hal/odrive/odrive_link.h"

namespace freefloat {

namespace {

ServoLinkConfig servo_config(const LinkConfig& config, const RobotParameters& robot, Duration time_to_live,
                             Duration latency) {
  ServoLinkConfig servos{.joints = config.joints,
                         .limits = {},
                         .gripper = config.gripper,
                         .time_to_live = time_to_live,
                         .latency = latency};
  for (const JointLimits& limit : robot.joint_limits)
    servos.limits.push_back({limit.min, limit.max, limit.max_rate});
  return servos;
}

const DynamixelModel& find_model(const std::string& name) {
  const DynamixelModel* const model = find_dynamixel_model(std::string_view(name));
  if (model == nullptr)
    throw HalError("hardware.link.emulated.model: there is no servo '" + name + "'; XM430-W350 is one");
  return *model;
}

/// One port a board, a comma between.
std::vector<SerialPortConfig> list_ports(const LinkConfig& config) {
  std::vector<SerialPortConfig> ports;
  for (std::size_t begin = 0; begin <= config.port.size();) {
    const std::size_t end = std::min(config.port.find(',', begin), config.port.size());
    ports.push_back({.path = config.port.substr(begin, end - begin), .baud_rate = config.baud_rate});
    begin = end + 1;
  }
  return ports;
}

EmulatedServos make_emulated_odrives(const LinkConfig& config, const RobotParameters& robot,
                                     const SimConfig& sim, Duration time_to_live) {
  auto odrives =
      std::make_unique<EmulatedOdrives>(sim, robot, config.joints, config.gripper, config.baud_rate);
  OdriveLinkConfig link;
  for (const std::string& path : odrives->paths())
    link.ports.push_back({.path = path, .baud_rate = config.baud_rate});
  link.servos = servo_config(config, robot, time_to_live, sim.link.latency);
  link.while_waiting = [at = odrives.get()] { at->serve_alone(); };
  auto open = std::make_unique<OdriveLink>(link);
  return {std::move(odrives), std::move(open)};
}

}  // namespace

std::unique_ptr<JointLink> make_servo_link(const LinkConfig& config, const RobotParameters& robot,
                                           Duration time_to_live) {
  ServoLinkConfig servos = servo_config(config, robot, time_to_live, config.latency);
  if (config.type == LinkType::kOdrive) {
    return std::make_unique<OdriveLink>(
        OdriveLinkConfig{.ports = list_ports(config), .servos = std::move(servos)});
  }
  return std::make_unique<DynamixelLink>(DynamixelLinkConfig{
      .port = {.path = config.port, .baud_rate = config.baud_rate}, .servos = std::move(servos)});
}

EmulatedServos make_emulated_servos(const LinkConfig& config, const RobotParameters& robot,
                                    const SimConfig& sim, Duration time_to_live) {
  if (config.type == LinkType::kOdrive) return make_emulated_odrives(config, robot, sim, time_to_live);
  auto bus = std::make_unique<EmulatedDynamixelBus>(sim, robot, find_model(config.emulated.model),
                                                    config.joints, config.gripper, config.baud_rate);
  auto open = std::make_unique<DynamixelLink>(
      DynamixelLinkConfig{.port = {.path = bus->path(), .baud_rate = config.baud_rate},
                          .servos = servo_config(config, robot, time_to_live, sim.link.latency),
                          .while_waiting = [at = bus.get()] { at->serve_alone(); }});
  return {std::move(bus), std::move(open)};
}

}  // namespace freefloat
