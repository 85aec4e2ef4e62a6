// Calibration files of OpenCV (cv::FileStorage) and ROS (camera_info). Both are read by their keys; what they
// hold beyond the lens (time of the calibration, error, rectification, projection) is of no use here and
// passed over.
#include <algorithm>
#include <cmath>

#include "config/camera_file.h"

namespace freefloat {

namespace {

constexpr std::size_t kModelTerms = 5;

const NumberRule kAnyNumber{};

const ConfigNode* find_needed(const ConfigNode& node, const char* key, Problems& problems) {
  const ConfigNode* value = node.find(key);
  if (value == nullptr) {
    problems.add({*node.file,
                  node.line,
                  join_path(node.path, key),
                  {},
                  "missing",
                  {},
                  "a calibration of OpenCV or ROS has it"});
  }
  return value;
}

/// The numbers of a matrix written as a map with `data`; empty when they cannot be read.
std::vector<double> read_matrix(const ConfigNode& node, const char* key, Problems& problems) {
  std::vector<double> values;
  const ConfigNode* matrix = find_needed(node, key, problems);
  const ConfigNode* data = matrix == nullptr ? nullptr : find_needed(*matrix, "data", problems);
  if (data == nullptr) {
    return values;
  }
  if (data->kind != NodeKind::kList) {
    problems.add_at(*data, "is not a list", "the numbers of the matrix by rows");
    return values;
  }
  for (const ConfigNode& item : data->items) {
    double value = 0.0;
    if (!read_numeric(item, kAnyNumber, value, problems)) {
      return {};
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace

bool is_calibration(const ConfigNode& node) {
  return node.find("camera_matrix") != nullptr;
}

void read_calibration(const ConfigNode& node, CameraParameters& camera, Problems& problems) {
  const NumberRule size{unit_of("width_px"), between(16, 16384)};
  if (const ConfigNode* width = find_needed(node, "image_width", problems)) {
    read_numeric(*width, size, camera.width, problems);
  }
  if (const ConfigNode* height = find_needed(node, "image_height", problems)) {
    read_numeric(*height, size, camera.height, problems);
  }
  if (const ConfigNode* name = node.find("camera_name"); name != nullptr && camera.name.empty()) {
    read_text(*name, camera.name, problems);
  }
  if (const ConfigNode* model = node.find("distortion_model")) {
    read_word(*model, {"plumb_bob", "rational_polynomial"}, problems);
  }

  const std::vector<double> matrix = read_matrix(node, "camera_matrix", problems);
  if (const ConfigNode* at = node.find("camera_matrix"); at != nullptr && !matrix.empty()) {
    if (matrix.size() != 9 || matrix[0] <= 0.0 || matrix[4] <= 0.0) {
      problems.add_at(*at, "is not a camera matrix", "fx 0 cx 0 fy cy 0 0 1 with focal lengths above 0");
    } else {
      camera.fx = matrix[0];
      camera.cx = matrix[2];
      camera.fy = matrix[4];
      camera.cy = matrix[5];
    }
  }

  const std::vector<double> terms = read_matrix(node, "distortion_coefficients", problems);
  const bool more_terms =
      std::any_of(terms.begin() + static_cast<std::ptrdiff_t>(std::min(terms.size(), kModelTerms)),
                  terms.end(), [](double term) { return term != 0.0; });
  if (more_terms) {
    problems.add_at(*node.find("distortion_coefficients"), "the lens model has more than five terms",
                    "k1, k2, p1, p2, k3", "calibrate with the five-term model");
  }
  camera.distortion = {};
  std::copy_n(terms.begin(), std::min(terms.size(), kModelTerms), camera.distortion.begin());
}

}  // namespace freefloat
