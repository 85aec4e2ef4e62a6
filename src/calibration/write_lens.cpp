#include "calibration/write_lens.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <sstream>
#include <vector>

#include "calibration/lens_model.h"

namespace freefloat {
namespace {

std::string list_numbers(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "[" : ", ") + fmt::format("{}", number);
  return text + "]";
}

std::string comment_lines(const std::string& comment) {
  std::string text;
  std::istringstream lines(comment);
  for (std::string line; std::getline(lines, line);) text += line.empty() ? "#\n" : "# " + line + "\n";
  return text;
}

std::array<double, 9> camera_matrix(const CameraParameters& lens) {
  return {lens.fx, 0.0, lens.cx, 0.0, lens.fy, lens.cy, 0.0, 0.0, 1.0};
}

std::span<const double> terms_of(const CameraParameters& lens) {
  return {lens.distortion.data(), static_cast<std::size_t>(coefficient_count(model_of(lens)))};
}

std::string_view ros_name(DistortionModel model) {
  switch (model) {
    case DistortionModel::kPlumbBob:
      return "plumb_bob";
    case DistortionModel::kRationalPolynomial:
      return "rational_polynomial";
    case DistortionModel::kEquidistant:
      return "equidistant";
  }
  return {};
}

std::string ros_matrix(std::string_view key, int rows, std::span<const double> data) {
  return fmt::format("{}:\n  rows: {}\n  cols: {}\n  data: {}\n", key, rows,
                     static_cast<int>(data.size()) / rows, list_numbers(data));
}

std::string opencv_matrix(std::string_view key, int rows, std::span<const double> data) {
  return fmt::format("{}: !!opencv-matrix\n   rows: {}\n   cols: {}\n   dt: d\n   data: {}\n", key, rows,
                     static_cast<int>(data.size()) / rows, list_numbers(data));
}

/// A covariance is the same by rows as by columns.
std::span<const double> numbers_of(const Eigen::MatrixXd& covariance) {
  return {covariance.data(), static_cast<std::size_t>(covariance.size())};
}

}  // namespace

std::string write_camera_info(const CameraParameters& lens, const std::string& comment,
                              const Eigen::MatrixXd& covariance) {
  const std::array<double, 9> turn{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  const std::array<double, 12> projection{lens.fx, 0.0, lens.cx, 0.0, 0.0, lens.fy,
                                          lens.cy, 0.0, 0.0,     0.0, 1.0, 0.0};
  return comment_lines(comment) +
         fmt::format("image_width: {}\nimage_height: {}\ncamera_name: {}\n", lens.width, lens.height,
                     lens.name.empty() ? "camera" : lens.name) +
         ros_matrix("camera_matrix", 3, camera_matrix(lens)) +
         fmt::format("distortion_model: {}\n", ros_name(lens.distortion_model)) +
         ros_matrix("distortion_coefficients", 1, terms_of(lens)) +
         ros_matrix("rectification_matrix", 3, turn) + ros_matrix("projection_matrix", 3, projection) +
         (covariance.size() == 0
              ? std::string()
              : ros_matrix("lens_covariance", static_cast<int>(covariance.rows()), numbers_of(covariance)));
}

std::string write_opencv_calibration(const CameraParameters& lens, const std::string& comment,
                                     const Eigen::MatrixXd& covariance) {
  std::string text = "%YAML:1.0\n---\n" + comment_lines(comment) +
                     fmt::format("image_width: {}\nimage_height: {}\n", lens.width, lens.height);
  if (lens.distortion_model == DistortionModel::kEquidistant) text += "fisheye_model: 1\n";
  return text + opencv_matrix("camera_matrix", 3, camera_matrix(lens)) +
         opencv_matrix("distortion_coefficients", 1, terms_of(lens)) +
         (covariance.size() == 0 ? std::string()
                                 : opencv_matrix("lens_covariance", static_cast<int>(covariance.rows()),
                                                 numbers_of(covariance)));
}

std::string lens_covariance_text(const Eigen::MatrixXd& covariance) {
  std::vector<double> triangle;
  for (Eigen::Index row = 0; row < covariance.rows(); ++row) {
    for (Eigen::Index column = 0; column <= row; ++column) triangle.push_back(covariance(row, column));
  }
  return list_numbers(triangle);
}

}  // namespace freefloat
