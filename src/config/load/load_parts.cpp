#include "config/load/load_parts.h"

#include <cmath>

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

Eigen::MatrixXd load_lens_covariance(const std::string& path) {
  Loader loader;
  ConfigNode node = loader.open(path, nullptr);
  std::vector<double> triangle;
  if (!is_calibration(node) && node.kind != NodeKind::kEmpty) {
    const auto file = loader.read(node, camera_fields(), check_camera);
    if (file) triangle = file->lens_covariance;
    if (file && !file->calibration.empty()) node = loader.open(file->calibration, node.find("calibration"));
  }
  std::vector<double> whole;
  if (is_calibration(node)) whole = read_lens_covariance(node, loader.problems);
  loader.problems.throw_if_any();
  if (!whole.empty()) {
    const auto size = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(whole.size()))));
    return Eigen::Map<const Eigen::MatrixXd>(whole.data(), size, size);
  }
  Eigen::Index size = 0;
  while (size * (size + 1) / 2 < static_cast<Eigen::Index>(triangle.size())) ++size;
  Eigen::MatrixXd covariance(size, size);
  for (Eigen::Index row = 0, i = 0; row < size; ++row) {
    for (Eigen::Index column = 0; column <= row; ++column, ++i)
      covariance(row, column) = covariance(column, row) = triangle[i];
  }
  return covariance;
}

}  // namespace freefloat
