#include "config/load/load_parts.h"

#include "config/files/camera_file.h"
#include "config/files/read_parts.h"

namespace freefloat {

RobotParameters load_robot(const std::string& path) {
  Loader loader;
  const auto robot = read_robot(loader, loader.open(path, nullptr));
  loader.problems.throw_if_any();
  return *robot;
}

CameraParameters load_camera(const std::string& path) {
  Loader loader;
  const ConfigNode node = loader.open(path, nullptr);
  std::optional<CameraParameters> camera;
  if (is_calibration(node)) {
    read_calibration(node, camera.emplace(), loader.problems);
  } else if (node.kind != NodeKind::kEmpty) {
    camera = read_camera(loader, node);
  }
  loader.problems.throw_if_any();
  return *camera;
}

}  // namespace freefloat
