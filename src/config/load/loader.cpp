#include "config/load/loader.h"

#include "config/files/controller_fields.h"
#include "config/files/robot_file.h"

namespace freefloat {

ConfigNode Loader::open(const std::string& path, const ConfigNode* referrer) {
  std::string text;
  if (!read_config_text(path, referrer, text, problems, texts)) {
    return {};
  }
  ConfigNode node = parse_yaml(text, path, problems);
  sources.push_back({path, std::move(text)});
  return node;
}

std::optional<RobotParameters> Loader::read_robot(const ConfigNode& node) {
  return read(node, robot_fields(), check_robot);
}

std::optional<TableParameters> Loader::read_table(const ConfigNode& node) {
  return read(node, table_fields(), [](const TableParameters&, const ConfigNode&, Problems&) {});
}

std::optional<CameraParameters> Loader::read_camera(const ConfigNode& node) {
  if (is_calibration(node)) {
    problems.add({*node.file,
                  node.line,
                  {},
                  {},
                  "a calibration does not tell where the camera hangs and how fast it is",
                  {},
                  "write a camera file that names it: `calibration: FILE`"});
    return std::nullopt;
  }
  std::optional<CameraFile> file = read(node, camera_fields(), check_camera);
  if (!file) {
    return std::nullopt;
  }
  set_distortion(file->camera, file->distortion);
  if (!file->calibration.empty()) {
    const ConfigNode lens = open(file->calibration, node.find("calibration"));
    const std::size_t before = problems.count();
    if (lens.kind == NodeKind::kEmpty) {
      return std::nullopt;
    }
    read_calibration(lens, file->camera, problems);
    if (problems.count() != before) {
      return std::nullopt;
    }
  }
  return file->camera;
}

}  // namespace freefloat
