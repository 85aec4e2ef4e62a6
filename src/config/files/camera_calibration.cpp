// Calibration files of OpenCV (cv::FileStorage) and ROS (camera_info). Both are read by their keys; what they
// hold beyond the lens (time of the calibration, error, rectification, projection) is of no use here and
// passed over.
#include <algorithm>
#include <optional>

#include "config/files/camera_file.h"

namespace freefloat {

namespace {

const ConfigNode* find_needed(const ConfigNode& node, const char* key, Problems& problems) {
  const ConfigNode* value = node.find(key);
  if (value == nullptr) {
    problems.add_missing(node, key, {}, "a calibration of OpenCV or ROS has it");
  }
  return value;
}

/// A matrix written as a map with `rows`, `cols` and `data`.
struct Matrix {
  int rows = 0;
  int cols = 0;
  std::vector<double> data;
};

std::optional<Matrix> read_matrix(const ConfigNode& node, const char* key, const Range& range,
                                  Problems& problems) {
  const ConfigNode* at = find_needed(node, key, problems);
  const ConfigNode* data = at == nullptr ? nullptr : find_needed(*at, "data", problems);
  if (data == nullptr) return std::nullopt;
  if (data->kind != NodeKind::kList) {
    problems.add_at(*data, "is not a list", "the numbers of the matrix by rows");
    return std::nullopt;
  }
  const std::size_t before = problems.count();
  Matrix matrix;
  const NumberRule count{{}, between(0, 64)};
  for (const auto& [name, value] : {std::pair("rows", &matrix.rows), {"cols", &matrix.cols}}) {
    if (const ConfigNode* given = find_needed(*at, name, problems)) {
      read_numeric(*given, count, *value, problems);
    }
  }
  for (const ConfigNode& item : data->items) {
    double value = 0.0;
    if (read_numeric(item, {{}, range}, value, problems)) matrix.data.push_back(value);
  }
  if (problems.count() != before) return std::nullopt;
  if (matrix.data.size() != static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols)) {
    problems.add_at(*data, "is a list of " + std::to_string(matrix.data.size()),
                    "rows * cols = " + std::to_string(matrix.rows * matrix.cols) + " numbers");
    return std::nullopt;
  }
  return matrix;
}

void read_camera_matrix(const ConfigNode& node, CameraParameters& camera, Problems& problems) {
  const auto matrix = read_matrix(node, "camera_matrix", {}, problems);
  if (!matrix) return;
  const ConfigNode& at = *node.find("camera_matrix");
  const std::vector<double>& m = matrix->data;
  if (matrix->rows != 3 || matrix->cols != 3 || m[1] != 0.0 || m[3] != 0.0 || m[6] != 0.0 || m[7] != 0.0 ||
      m[8] != 1.0) {
    problems.add_at(at, "is not a camera matrix", "3 rows of 3: fx 0 cx, 0 fy cy, 0 0 1");
    return;
  }
  const std::vector<ConfigNode>& items = at.find("data")->items;
  const Unit& pixels = unit_of("width_px");
  read_numeric(items[0], {pixels, kFocalLength}, camera.fx, problems);
  read_numeric(items[4], {pixels, kFocalLength}, camera.fy, problems);
  const bool read = read_numeric(items[2], {pixels, kPrincipalPoint}, camera.cx, problems) &&
                    read_numeric(items[5], {pixels, kPrincipalPoint}, camera.cy, problems);
  if (read && camera.width > 0 && camera.height > 0) check_principal_point(camera, at, problems);
}

/// @return The model that the file names; nothing when it names none, as OpenCV does for all but fisheyes.
std::optional<DistortionModel> read_model(const ConfigNode& node, Problems& problems) {
  if (const ConfigNode* model = node.find("distortion_model")) {
    std::vector<std::string> names;
    for (const auto& named : kDistortionModels) names.emplace_back(named.first);
    const auto index = read_word(*model, names, problems);
    return index ? std::optional(kDistortionModels[*index].second) : std::nullopt;
  }
  const ConfigNode* fisheye = node.find("fisheye_model");
  int value = 0;
  if (fisheye != nullptr && read_numeric(*fisheye, {{}, between(0, 1)}, value, problems) && value == 1) {
    return DistortionModel::kEquidistant;
  }
  return std::nullopt;
}

void read_distortion(const ConfigNode& node, CameraParameters& camera, Problems& problems) {
  const std::size_t before = problems.count();
  const auto named = read_model(node, problems);
  auto matrix = read_matrix(node, "distortion_coefficients", kDistortionTerm, problems);
  if (problems.count() != before) return;
  std::vector<double>& terms = matrix->data;
  // OpenCV writes 4, 5, 8, 12 or 14 terms; those that the calibration did not use are zero.
  const auto drop_zeros = [&](std::ptrdiff_t keep) {
    if (std::ssize(terms) > keep &&
        std::all_of(terms.begin() + keep, terms.end(), [](double term) { return term == 0.0; })) {
      terms.resize(keep);
    }
  };
  if (named != DistortionModel::kEquidistant) {
    drop_zeros(12);
    drop_zeros(8);
  }
  if (named.value_or(DistortionModel::kPlumbBob) == DistortionModel::kPlumbBob && terms.size() == 8)
    drop_zeros(5);
  camera.distortion_model = named              ? *named
                            : terms.size() > 5 ? DistortionModel::kRationalPolynomial
                                               : DistortionModel::kPlumbBob;
  if (const std::string wrong = check_term_count(camera.distortion_model, terms.size()); !wrong.empty()) {
    problems.add_at(*node.find("distortion_coefficients")->find("data"),
                    "has " + std::to_string(terms.size()) + " terms", wrong,
                    "calibrate with one of these models: plumb_bob, rational_polynomial, equidistant");
    return;
  }
  set_distortion(camera, terms);
}

}  // namespace

bool is_calibration(const ConfigNode& node) {
  return node.find("camera_matrix") != nullptr;
}

void read_calibration(const ConfigNode& node, CameraParameters& camera, Problems& problems) {
  const NumberRule size{unit_of("width_px"), kPictureSize};
  for (const auto& [key, value] :
       {std::pair("image_width", &camera.width), {"image_height", &camera.height}}) {
    if (const ConfigNode* given = find_needed(node, key, problems))
      read_numeric(*given, size, *value, problems);
  }
  if (const ConfigNode* name = node.find("camera_name"); name != nullptr && camera.name.empty()) {
    read_text(*name, camera.name, problems);
  }
  read_camera_matrix(node, camera, problems);
  read_distortion(node, camera, problems);
}

std::vector<double> read_lens_covariance(const ConfigNode& node, Problems& problems) {
  if (node.find("lens_covariance") == nullptr) return {};
  const auto matrix = read_matrix(node, "lens_covariance", {}, problems);
  if (!matrix) return {};
  if (matrix->rows != matrix->cols) {
    problems.add_at(*node.find("lens_covariance"), "is not a covariance", "as many rows as columns");
    return {};
  }
  return matrix->data;
}

}  // namespace freefloat
