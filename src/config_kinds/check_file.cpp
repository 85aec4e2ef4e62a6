#include "config_kinds/check_file.h"

#include <initializer_list>
#include <utility>

#include "campaign/load_campaign.h"
#include "config/files/read_parts.h"
#include "config/files/testbed_file.h"
#include "config/load/check_against_hardware.h"
#include "config/load/load_experiment.h"
#include "config/load/load_parts.h"
#include "config/load/load_testbed.h"
#include "spatial/config/load_simulation.h"
#include "spatial/config/load_tree.h"

namespace freefloat {

namespace {

/// A key that only this kind of file has.
std::string kind_of(const ConfigNode& node) {
  for (const auto& [key, kind] :
       std::initializer_list<std::pair<const char*, const char*>>{{"experiment", "campaign"},
                                                                  {"model", "simulation"},
                                                                  {"phases", "experiment"},
                                                                  {"testbed", "experiment"},
                                                                  {"loop", "testbed"},
                                                                  {"robot", "testbed"},
                                                                  {kBasedOn, "testbed"},
                                                                  {"satellite", "robot"},
                                                                  {"base", "model"},
                                                                  {"links", "robot"},
                                                                  {"rate_hz", "camera"},
                                                                  {"focal_length_px", "camera"},
                                                                  {"calibration", "camera"},
                                                                  {"size_m", "table"},
                                                                  {"camera_matrix", "calibration"}}) {
    if (node.find(key) != nullptr) {
      return kind;
    }
  }
  return {};
}

/// Everything of a testbed that can be judged without an experiment.
void check_testbed_file(const std::string& path) {
  Loader loader;
  const TestbedReading reading = read_testbed(loader, open_testbed(loader, path, nullptr));
  if (reading.testbed) check_key_file(reading.testbed->hardware, reading.testbed_node, loader.problems);
  if (reading.testbed) check_law(reading.testbed->controller.law, reading.testbed_node, loader.problems);
  loader.problems.throw_if_any();
}

void check_experiment_file(Loader& loader, const std::string& path, const ConfigNode& node) {
  const RunConfig run = load_experiment(path);
  const ConfigNode* settings = node.find("settings");
  const bool own_hardware = settings != nullptr && settings->find("hardware") != nullptr;
  const ConfigNode testbed = open_testbed(loader, path_behind(node, "testbed"), node.find("testbed"));
  check_key_file(run.hardware, own_hardware ? *settings : testbed, loader.problems);
  const ConfigNode* control = settings != nullptr ? settings->find("control") : nullptr;
  const bool own_law = control != nullptr && control->find("law") != nullptr;
  check_law(run.controller.law, own_law ? *settings : testbed, loader.problems);
}

}  // namespace

std::string kind_of_file(const std::string& path) {
  Loader loader;
  return kind_of(loader.open(path, nullptr));
}

std::string check_file(const std::string& path) {
  if (is_urdf(path)) {
    load_tree(path);
    return "model";
  }
  Loader loader;
  const ConfigNode node = loader.open(path, nullptr);
  std::string kind = kind_of(node);
  if (kind == "robot") {
    load_robot(path);
  } else if (kind == "model") {
    load_tree(path);
  } else if (kind == "simulation") {
    load_simulation(path);
  } else if (kind == "camera" || kind == "calibration") {
    load_camera(path);
  } else if (kind == "experiment") {
    check_experiment_file(loader, path, node);
  } else if (kind == "campaign") {
    load_campaign(path);
  } else if (kind == "table") {
    read_table(loader, node);
  } else if (kind == "testbed") {
    check_testbed_file(path);
  } else if (loader.problems.count() == 0) {
    loader.problems.add_of_file(path, "is no configuration file that is known",
                                "a robot, model, simulation, table, camera, testbed, experiment, campaign, "
                                "or a calibration of OpenCV or ROS");
  }
  loader.problems.throw_if_any();
  return kind;
}

}  // namespace freefloat
