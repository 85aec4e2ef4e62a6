#include "config/files/read_parts.h"

#include "config/files/camera_file.h"
#include "config/files/controller_fields.h"
#include "config/files/robot_file.h"

namespace freefloat {

std::optional<RobotParameters> read_robot(Loader& loader, const ConfigNode& node) {
  static const Fields<RobotParameters> fields = robot_fields();
  return loader.read(node, fields, check_robot);
}

std::optional<TableParameters> read_table(Loader& loader, const ConfigNode& node) {
  static const Fields<TableParameters> fields = table_fields();
  return loader.read(node, fields, [](const TableParameters&, const ConfigNode&, Problems&) {});
}

std::optional<CameraParameters> read_camera(Loader& loader, const ConfigNode& node) {
  Problems& problems = loader.problems;
  if (is_calibration(node)) {
    problems.add_of(node, {}, "a calibration does not tell where the camera hangs and how fast it is", {},
                    "write a camera file that names it: `calibration: FILE`");
    return std::nullopt;
  }
  static const Fields<CameraFile> fields = camera_fields();
  std::optional<CameraFile> file = loader.read(node, fields, check_camera);
  if (!file) {
    return std::nullopt;
  }
  set_distortion(file->camera, file->distortion);
  const std::size_t before = problems.count();
  if (!file->calibration.empty()) {
    const ConfigNode lens = loader.open(file->calibration, node.find("calibration"));
    if (lens.kind == NodeKind::kEmpty) {
      return std::nullopt;
    }
    read_calibration(lens, file->camera, problems);
  }
  if (problems.count() == before) check_readout(file->camera, node, problems);
  if (problems.count() != before) return std::nullopt;
  return file->camera;
}

}  // namespace freefloat
