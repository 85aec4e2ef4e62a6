#pragma once

#include <functional>
#include <optional>
#include <string>

#include "config/fields/loader.h"
#include "config/files/testbed_file.h"
#include "model/robot_parameters.h"
#include "types/table.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A testbed with the files that it names, without an experiment.
struct LoadedTestbed {
  TestbedFile file;  ///< `sim.drives` has one entry a joint
  RobotParameters robot;
  TableParameters table;
  CameraParameters camera;
};

/// @throws ConfigError with everything that is wrong.
LoadedTestbed load_testbed(const std::string& path);

/// The documents of a run.
enum class Document : std::uint8_t {
  kExperiment,
  kTestbed,
  kRobot,
  kTable,
  kCamera,
  kTrueRobot,
  kTrueTable,
  kTrueCamera,
};

/// Lays settings over a document before it is read. @return Whether there were any.
using DocumentChange = std::function<bool(Document, ConfigNode&)>;

/// A testbed as far as it could be read, and where its values stand.
struct TestbedReading {
  ConfigNode testbed_node, robot_node, table_node, camera_node;
  std::optional<TestbedFile> testbed;
  std::optional<RobotParameters> robot;
  std::optional<TableParameters> table;
  std::optional<CameraParameters> camera;
};

/// Opens a testbed's file together with those that it is `based_on`. What is kept of them is one text with
/// all values, that reads the same without the others.
ConfigNode open_testbed(Loader& loader, const std::string& path, const ConfigNode* referrer);

/// Reads a testbed and the files that it names.
/// @param change Settings.
TestbedReading read_testbed(
    Loader& loader, ConfigNode testbed,
    const DocumentChange& change = [](Document, ConfigNode&) { return false; });

}  // namespace freefloat
