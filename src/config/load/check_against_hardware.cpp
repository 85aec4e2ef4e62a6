#include "config/load/check_against_hardware.h"

#include <algorithm>
#include <chrono>

#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/make/servo_stop.h"
#include "law/law_process.h"

namespace freefloat {

namespace {

/// Effects on the simulated wire and board, which a real board does not have.
bool is_of_wire_or_board(SimFault fault) {
  switch (fault) {
    case SimFault::kLinkCut:
    case SimFault::kLinkCutToBoard:
    case SimFault::kLinkCutToPc:
    case SimFault::kLinkNoise:
    case SimFault::kLinkGarbage:
    case SimFault::kBoardReset:
    case SimFault::kBoardVersion:
    case SimFault::kBoardJointCount:
    case SimFault::kLink:
    case SimFault::kLinkToBoard:
    case SimFault::kLinkToPc:
      return true;
    default:
      return false;
  }
}

/// Whether it may be injected into a real robot: it keeps pictures, commands or statuses back, or shows the
/// same picture again, which board and controller watch for. Nothing is told that is wrong in another way.
bool is_harmless_on_hardware(const ScheduledFault& scheduled) {
  const auto [part, mode] = failure_of(scheduled);
  switch (part) {
    case SimFault::kCamera:
      return mode == FaultMode::kOff || mode == FaultMode::kSlow || mode == FaultMode::kStuck;
    case SimFault::kLink:
    case SimFault::kLinkToBoard:
    case SimFault::kLinkToPc:
      return mode == FaultMode::kOff || mode == FaultMode::kSlow;
    default:
      return false;
  }
}

void check_effects(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const bool robot_is_real = !run.hardware.plant;
  for (std::size_t i = 0; i < run.sim.faults.size(); ++i) {
    const ScheduledFault& fault = run.sim.faults[i];
    if (!robot_is_real && !is_of_wire_or_board(fault.fault)) continue;
    const bool harmless = is_harmless_on_hardware(fault);
    const ConfigNode& item = places.experiment.find("faults")->items[i];
    if (harmless && fault.within > 0.0) {
      problems.add_at(*item.find("within_mm"), "only a simulation knows where hand and target are", {},
                      "give a time alone, or take a simulated testbed");
    } else if (harmless && robot_is_real && !run.experiment.inject_on_hardware) {
      problems.add_at(*item.find("fault"), "the robot is real", {},
                      "it is harmless: inject it with `freefloat run --inject`; or remove it, or take a "
                      "simulated testbed");
    } else if (!harmless) {
      problems.add_at(*item.find("fault"),
                      robot_is_real
                          ? "the robot is real: the simulation cannot do this to it"
                          : "the board and its wire are real: the simulation cannot do this to them",
                      {}, "remove it, or take a simulated testbed");
    }
  }
}

/// @return Why an effect would not show where emulated servos drive the joints; empty: it does.
std::string lacking_on_servos(const ScheduledFault& fault) {
  switch (failure_of(fault).part) {
    case SimFault::kPot:
    case SimFault::kTacho:
    case SimFault::kPotsSwapped:
    case SimFault::kTachosSwapped:
    case SimFault::kPotInverted:
    case SimFault::kTachoInverted:
      return "servos tell angle and rate by encoders of their own: they have no potentiometers and no "
             "tachogenerators";
    case SimFault::kBoardReset:
    case SimFault::kBoardVersion:
    case SimFault::kBoardJointCount:
      return "there is no servo board of ours beside servos";
    default:
      return {};
  }
}

/// @return Why an effect of a servo would not show in this testbed; empty: it does.
std::string lacking_servo(const HardwareConfig& hardware, SimFault fault) {
  if (!is_of_servo(fault)) return {};
  if (!hardware.link || !hardware.link->is_emulated())
    return "only emulated servos fail so, and no such servo moves a joint here";
  if (fault == SimFault::kServoId && hardware.link->type != LinkType::kDynamixel)
    return "ODrives answer by no number";
  return {};
}

/// @return Why an effect would not show where a tracker takes the camera's place; empty: it does.
std::string lacking_before_a_tracker(const ScheduledFault& fault) {
  if (fault.fault != SimFault::kGlare) return {};
  return "motion capture tells places and takes no pictures: nothing glares in it";
}

/// An effect that injects nothing would make every test of it pass.
void check_emulated_parts(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const bool servos = run.hardware.link && run.hardware.link->is_emulated();
  const bool tracker =
      run.hardware.camera && run.hardware.camera->is_emulated() && run.hardware.camera->tells_markers();
  for (std::size_t i = 0; i < run.sim.faults.size(); ++i) {
    const ScheduledFault& fault = run.sim.faults[i];
    std::string why = servos ? lacking_on_servos(fault) : std::string();
    if (why.empty()) why = lacking_servo(run.hardware, fault.fault);
    if (why.empty() && tracker) why = lacking_before_a_tracker(fault);
    if (why.empty()) continue;
    const ConfigNode& item = places.experiment.find("faults")->items[i];
    problems.add_at(*item.find("fault"), why, {},
                    is_of_servo(fault.fault)
                        ? "remove it, or take testbed dynamixel"
                        : "remove it, or take a testbed with a servo board and a camera");
  }
}

void check_plant(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  constexpr Duration kBoardTick = std::chrono::milliseconds(1);
  const ConfigNode& simulation = *places.testbed.find("simulation");
  if (run.sim.servo != ServoModel::kFirmware)
    problems.add_at(*simulation.find("servo"), "a real board drives motors", "firmware");
  if (run.sim.step > kBoardTick)
    problems.add_at(*simulation.find("step_ms"), "the board's sensors are read every millisecond",
                    "at most 1 ms");
}

/// Servos of a robot: one a joint, each with a number of its own, and a stop that somebody has accepted.
void check_servos(const RunConfig& run, const ConfigNode& link_node, Problems& problems) {
  const LinkConfig& link = *run.hardware.link;
  const ConfigNode* const joints = link_node.find("joints");
  const int joint_count = run.controller.robot.joint_count();
  if (joints == nullptr) return;
  if (static_cast<int>(link.joints.size()) != joint_count) {
    problems.add_at(*joints,
                    "there are " + std::to_string(link.joints.size()) + " servos for a robot of " +
                        std::to_string(joint_count) + " joints",
                    std::to_string(joint_count) + " entries");
    return;
  }
  for (std::size_t i = 0; i < link.joints.size(); ++i) {
    const int id = link.joints[i].id;
    const bool twice = std::any_of(link.joints.begin(), link.joints.begin() + static_cast<std::ptrdiff_t>(i),
                                   [id](const ServoJoint& other) { return other.id == id; });
    if (twice || (link.gripper && link.gripper->id == id))
      problems.add_at(*joints->items[i].find("id"), "two servos have this number", "a number of its own");
  }
  const Duration bound = bound_servo_stop(link, run.controller.time_to_live);
  // A millisecond read from a file need not be one to the last nanosecond.
  constexpr Duration kRounding = std::chrono::microseconds(1);
  if (link.accepted_stop + kRounding >= bound) return;
  const std::string ms =
      std::to_string(std::chrono::ceil<std::chrono::milliseconds>(bound - kRounding).count()) + " ms";
  problems.add_of(
      link_node, "accepted_stop_ms",
      "when commands stay away, these servos rest after " + ms +
          " only, later than a board of ours would; nothing is armed unless somebody accepts that",
      "at least " + ms,
      "read what was measured in hal/dynamixel/README.md or hal/odrive/README.md, then write it");
}

void check_rendering(const CrossCheckPlaces& places, Problems& problems) {
  problems.add_at(places.testbed.nearest({"simulation", "imaging", "render"}),
                  "the emulated camera takes pictures, and none are rendered", "true");
}

}  // namespace

void check_against_hardware(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const bool emulated =
      run.hardware.camera && run.hardware.camera->is_emulated() && !run.hardware.camera->tells_markers();
  if (emulated && !run.sim.imaging.render) check_rendering(places, problems);
  if (run.hardware.link && !run.hardware.link->has_board())
    check_servos(run, *places.testbed.find("hardware")->find("link"), problems);
  check_emulated_parts(run, places, problems);
  if (!run.hardware.has_real_link()) return;
  check_effects(run, places, problems);
  if (run.hardware.plant) check_plant(run, places, problems);
}

void check_law(const std::string& law, const ConfigNode& document, Problems& problems) {
  if (law.empty()) return;
  const std::string wrong = check_law_file(law);
  if (!wrong.empty())
    problems.add_at(document.nearest({"control", "law"}), wrong, "the path of a .so or .py file");
}

void check_key_file(const HardwareConfig& hardware, const ConfigNode& document, Problems& problems) {
  const auto check = [&](const std::string& path, const char* section) {
    if (path.empty()) return;
    try {
      read_key_file(path);
    } catch (const HalError& error) {
      const ConfigNode& at = document.nearest({"hardware", section, "key_file"});
      problems.add({*at.file, at.line, at.path, {}, error.what(), {}, {}});
    }
  };
  if (hardware.link) check(hardware.link->key_file, "link");
  if (hardware.camera) check(hardware.camera->key_file, "camera");
  if (hardware.plant) check(hardware.plant->key_file, "plant");
  if (hardware.target_source) check(hardware.target_source->key_file, "target_source");
}

}  // namespace freefloat
