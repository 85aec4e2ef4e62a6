#include "config/load/load_camera.h"

#include "config/load/loader.h"

namespace freefloat {

CameraParameters load_camera(const std::string& path) {
  Loader loader;
  const ConfigNode node = loader.open(path, nullptr);
  std::optional<CameraParameters> camera;
  if (is_calibration(node)) {
    read_calibration(node, camera.emplace(), loader.problems);
  } else if (node.kind != NodeKind::kEmpty) {
    camera = loader.read_camera(node);
  }
  loader.problems.throw_if_any();
  return *camera;
}

}  // namespace freefloat
