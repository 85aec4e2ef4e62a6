#include "config/files/hardware_fields.h"

#include "config/files/marker_source_fields.h"
#include "config/files/required_keys.h"
#include "config/files/target_source_fields.h"

namespace freefloat {

namespace {

Fields<ServoJoint> servo_joint_fields() {
  using J = ServoJoint;
  return {
      required(number("id", &J::id, between(0, 252),
                      "dynamixel: the servo's ID on the bus; odrive: axis, 0 and 1 of the first board, 2 and "
                      "3 of the second.")),
      number("gear_ratio", &J::gear_ratio, above(0, 1000), "Turns of the servo's shaft a turn of the joint."),
      flag("reversed", &J::reversed, "The shaft turns against the joint."),
      number("zero_deg", &J::zero, between(-36000, 36000),
             "What the servo's own angle is when the joint's is zero; its middle is 180."),
      number("max_current_a", &J::max_current, between(0, 100),
             "That the servo limits itself to; 0: as it is set."),
      number("max_acceleration_deg_s2", &J::max_acceleration, between(0, 1e6),
             "Of the joint, that the servo limits itself to; 0: none."),
  };
}

Fields<ServoGripper> servo_gripper_fields() {
  using G = ServoGripper;
  return {
      required(number("id", &G::id, between(0, 252),
                      "dynamixel: the servo's ID on the bus; odrive: axis, 0 and 1 of the first board, 2 and "
                      "3 of the second.")),
      required(number("open_deg", &G::open, between(0, 360), "The servo's own angle with open jaws.")),
      required(number("closed_deg", &G::closed, between(0, 360), "With jaws that closed on nothing.")),
      number("max_current_a", &G::max_current, between(0, 100), "With which they hold; 0: as it is set."),
  };
}

Fields<EmulatedServosConfig> emulated_servos_fields() {
  using E = EmulatedServosConfig;
  return {
      text("model", &E::model, "dynamixel: of all servos, such as XM430-W350 or PH42-020-S300-R."),
  };
}

Fields<LinkConfig> board_link_fields() {
  using L = LinkConfig;
  return {
      required(choice("type", &L::type,
                      {{"serial", LinkType::kSerial},
                       {"udp", LinkType::kUdp},
                       {"dynamixel", LinkType::kDynamixel},
                       {"odrive", LinkType::kOdrive}},
                      "serial: cable, USB adapter or radio modem; udp: wireless board; dynamixel: servos on "
                      "a serial bus instead of a board; odrive: motors behind ODrives.")),
      text("port", &L::port,
           "serial: the device; its name in /dev/serial/by-id stays the same. emulated: the board that "
           "tools/board_emulator runs for you; of servos, those that this program emulates before the "
           "simulated robot. Several ODrives: their ports with a comma between."),
      number("baud_rate", &L::baud_rate, between(9600, 4000000), "serial: bits a second."),
      text("address", &L::address, "udp: HOST:PORT of the board; PORT alone: on this computer."),
      file("key_file", &L::key_file,
           "64 hex digits that the board has too, in a file that only you can read; left out on a serial "
           "line: frames are not authenticated."),
      flag("insecure", &L::insecure,
           "udp: true for a board without a key; anybody who reaches it may then move the robot."),
      number("latency_ms", &L::latency, between(0, 1000),
             "Known mean delay of a frame each way, wire time apart; for example of a radio."),
      list("joints", &L::joints, servo_joint_fields(), 1, kMaxJoints,
           "Servos: one a joint, from the satellite on."),
      section("gripper", &L::gripper, servo_gripper_fields(), "Servos: that of the jaws."),
      number("accepted_stop_ms", &L::accepted_stop, between(0, 10000),
             "Servos: how long the joints may go on moving when commands stay away. A board of ours rests "
             "time_to_live + 40 ms after the last one; servos' watchdogs take longer, and somebody must "
             "accept that."),
      section("emulated", &L::emulated, emulated_servos_fields(), "Servos with port: emulated."),
  };
}

Fields<HilPlantConfig> plant_fields() {
  using P = HilPlantConfig;
  return {
      required(text("instrument_port", &P::instrument_port,
                    "Serial device of the board's instrument port; emulated: of the board that "
                    "tools/board_emulator runs for you.")),
      number("baud_rate", &P::baud_rate, between(9600, 4000000), "Bits a second."),
      text("markers_to", &P::markers_to,
           "PORT, or HOST:PORT: the plant is a process of its own, `freefloat plant`, and sends its markers "
           "there; left out: it runs inside this program."),
      file("key_file", &P::key_file,
           "Of those markers: 64 hex digits, in a file that only you can read; wanted where they go to "
           "another computer."),
      flag("insecure", &P::insecure, "true: markers to another computer without a key, on purpose."),
  };
}

/// Whoever reaches a board without a key may move the robot, also with what he has heard before.
void check_key(const LinkConfig& link, const ConfigNode& node, Problems& problems) {
  if (link.insecure) return refuse(node, "key_file", "insecure: true wants no key", problems);
  if (!link.key_file.empty()) return;
  problems.add_of(node, "key_file", "missing: without a key anybody on the network may move the robot",
                  "the file of a key that the board has too",
                  "make one: openssl rand -hex 32 > robot.key; chmod 600 robot.key; or write insecure: true");
}

/// On one computer the plant's markers are its user's own business.
void check_plant_markers(const HilPlantConfig& plant, const ConfigNode& node, Problems& problems) {
  check_address(node, "markers_to", problems);
  const std::string& to = plant.markers_to;
  const bool here = to.find_first_not_of("0123456789") == std::string::npos || to.rfind("127.", 0) == 0 ||
                    to.rfind("localhost:", 0) == 0 || to.rfind("[::1]:", 0) == 0;
  if (plant.insecure) return refuse(node, "key_file", "insecure: true wants no key", problems);
  if (here || !plant.key_file.empty()) return;
  problems.add_of(
      node, "key_file", "missing: without a key anybody on the network may send markers",
      "the file of a key that the other computer has too",
      "make one: openssl rand -hex 32 > markers.key; chmod 600 markers.key; or write insecure: true");
}

void check_servos(const LinkConfig& link, const ConfigNode& node, Problems& problems) {
  require(!link.port.empty(), node, "port", "a serial device, e.g. /dev/ttyUSB0", problems);
  require(!link.joints.empty(), node, "joints", "a list with a servo for each joint", problems);
  for (const char* key : {"address", "insecure", "key_file"})
    refuse(node, key, "servos on a bus know no network and no key", problems);
  if (!link.is_emulated()) refuse(node, "emulated", "only emulated servos have this", problems);
}

void check_link(const LinkConfig& link, const ConfigNode& node, Problems& problems) {
  if (!link.has_board()) return check_servos(link, node, problems);
  for (const char* key : {"joints", "gripper", "accepted_stop_ms", "emulated"})
    refuse(node, key, "only servos without a board want this", problems);
  if (link.type == LinkType::kSerial) {
    require(!link.port.empty(), node, "port", "a serial device, e.g. /dev/ttyUSB0", problems);
    refuse(node, "address", "a serial link has no address", problems);
    refuse(node, "insecure", "a serial link needs no key", problems);
  } else {
    require(!link.address.empty(), node, "address", "HOST:PORT", problems);
    refuse(node, "port", "a udp link has no serial port", problems);
    refuse(node, "baud_rate", "a udp link has no baud rate", problems);
    check_address(node, "address", problems);
    check_key(link, node, problems);
  }
}

}  // namespace

Fields<HardwareConfig> hardware_fields() {
  using H = HardwareConfig;
  return {
      section("link", &H::link, board_link_fields(), "The way to the servo board."),
      section("camera", &H::camera, marker_source_fields(),
              "Where pictures or markers come from; left out: the simulated camera."),
      section("plant", &H::plant, plant_fields(),
              "Hardware in the loop: a simulated robot behind the board's instrument port."),
      section("target_source", &H::target_source, target_source_fields(),
              "Who tells where the target is, beside the camera that sees the robot, and with a clock and a "
              "delay of its own; left out: whoever sees the robot sees the target too."),
  };
}

namespace {

/// An emulated tracker sees the simulated target, a real one a real target.
void check_target_source_fits(const HardwareConfig& hardware, const ConfigNode& node, Problems& problems) {
  const bool simulated = !hardware.has_real_link() && !hardware.plant;
  const bool emulated = hardware.has_emulated_target_source();
  if (emulated && !simulated) {
    problems.add_at(node, "an emulated tracker sees the target of a robot that is simulated in this program",
                    {}, "name a real one, or take link and plant out");
  } else if (!emulated && !hardware.plant && simulated && (hardware.link || !hardware.camera)) {
    problems.add_at(node, "a real tracker does not see a simulated target", "server: emulated",
                    "write it, or name the real servo board in link");
  } else if (!emulated && hardware.plant) {
    problems.add_at(node, "a real tracker does not see the target of a simulated robot", {},
                    "remove it, or remove plant");
  }
}

}  // namespace

void check_hardware(const HardwareConfig& hardware, const ConfigNode& node, Problems& problems) {
  if (hardware.link) check_link(*hardware.link, *node.find("link"), problems);
  if (hardware.camera) check_marker_source(*hardware.camera, *node.find("camera"), problems);
  if (hardware.plant) check_plant_markers(*hardware.plant, *node.find("plant"), problems);
  if (hardware.target_source) {
    check_target_source(*hardware.target_source, *node.find("target_source"), problems);
    check_target_source_fits(hardware, *node.find("target_source"), problems);
  }
  const bool emulated = hardware.camera && hardware.camera->is_emulated();
  const bool servos = hardware.link && !hardware.link->has_board();
  if (servos && hardware.plant) {
    problems.add_at(*node.find("plant"), "servos have no instrument port", {}, "remove it");
  } else if (servos && !hardware.has_real_link()) {
    if (hardware.camera && !emulated)
      problems.add_at(*node.find("camera"), "a camera does not see a simulated robot", {},
                      "remove it; the emulated camera sees one");
  } else if (!hardware.link) {
    // Simulated robot, board and camera, and the pictures taken as a real camera's.
    const bool simulated = emulated || (hardware.target_source && !hardware.camera);
    if (!simulated || hardware.plant)
      require(false, node, "link", "the way to the real servo board", problems);
  } else if (hardware.plant && hardware.camera && (!emulated || !hardware.plant->markers_to.empty())) {
    problems.add_at(*node.find("camera"), "a camera does not see a simulated robot", {},
                    "remove it, or remove plant; the emulated camera sees one in this program");
  } else if (!hardware.plant && emulated) {
    problems.add_at(*node.find("camera"), "the emulated camera does not see a real robot", {},
                    "name a real one in path, or a plant");
  } else if (!hardware.plant && !hardware.camera) {
    require(false, node, "camera", "a real camera sees a real robot; or plant, for hardware in the loop",
            problems);
  }
}

}  // namespace freefloat
