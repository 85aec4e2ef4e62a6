#include "config/load_camera.h"

#include "config/loader.h"

namespace freefloat {

CameraParameters load_camera(const std::string& path) {
  Loader loader;
  ConfigNode node = loader.open(path, nullptr, {.tags_allowed = true});
  std::optional<CameraParameters> camera;
  if (is_calibration(node)) {
    read_calibration(node, camera.emplace(), loader.problems);
  } else if (node.kind != NodeKind::kEmpty) {
    // A camera of our own: read again, by the strict rules.
    Problems again;
    node = parse_yaml(loader.sources.back().text, path, {}, again);
    if (again.count() != 0) {
      again.throw_if_any();
    }
    camera = loader.read_camera(node);
  }
  loader.problems.throw_if_any();
  return *camera;
}

}  // namespace freefloat
