#include "config/load/check_against_hardware.h"

#include "hal/hal_error.h"
#include "hal/link_key.h"
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

void check_effects(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  for (std::size_t i = 0; i < run.sim.faults.size(); ++i) {
    const bool robot_is_real = !run.hardware.plant;
    if (!robot_is_real && !is_of_wire_or_board(run.sim.faults[i].fault)) continue;
    const ConfigNode& item = places.experiment.find("faults")->items[i];
    problems.add_at(*item.find("fault"),
                    robot_is_real ? "the robot is real: the simulation cannot do this to it"
                                  : "the board and its wire are real: the simulation cannot do this to them",
                    {}, "remove it, or take a simulated testbed");
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

void check_rendering(const CrossCheckPlaces& places, Problems& problems) {
  const ConfigNode* at = &places.testbed;
  for (const char* key : {"simulation", "imaging", "render"}) {
    if (const ConfigNode* inner = at->find(key)) at = inner;
  }
  problems.add_at(*at, "the emulated camera takes pictures, and none are rendered", "true");
}

}  // namespace

void check_against_hardware(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems) {
  const bool emulated = run.hardware.camera && run.hardware.camera->is_emulated();
  if (emulated && !run.sim.imaging.render) check_rendering(places, problems);
  if (!run.hardware.link) return;
  check_effects(run, places, problems);
  if (run.hardware.plant) check_plant(run, places, problems);
}

void check_law(const std::string& law, const ConfigNode& document, Problems& problems) {
  if (law.empty()) return;
  const std::string wrong = check_law_file(law);
  const ConfigNode* const control = document.find("control");
  const ConfigNode* const at = control != nullptr ? control->find("law") : nullptr;
  if (!wrong.empty()) problems.add_at(at != nullptr ? *at : document, wrong, "the path of a .so or .py file");
}

void check_key_file(const HardwareConfig& hardware, const ConfigNode& document, Problems& problems) {
  if (!hardware.link || hardware.link->key_file.empty()) return;
  try {
    read_key_file(hardware.link->key_file);
  } catch (const HalError& error) {
    const ConfigNode* at = &document;
    for (const char* key : {"hardware", "link", "key_file"}) {
      const ConfigNode* inner = at->find(key);
      if (inner != nullptr) at = inner;
    }
    problems.add({*at->file, at->line, at->path, {}, error.what(), {}, {}});
  }
}

}  // namespace freefloat
