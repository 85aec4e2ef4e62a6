#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "types/time.h"

namespace freefloat {

/// How a lens bends rays; the models of OpenCV, by the names that ROS gives them.
enum class DistortionModel : std::uint8_t {
  kPlumbBob,            ///< k1, k2, p1, p2, k3
  kRationalPolynomial,  ///< k1, k2, p1, p2, k3, k4, k5, k6 and, of a thin prism, s1, s2, s3, s4
  kEquidistant,         ///< fisheye: k1, k2, k3, k4
};

/// In which order the rows of a picture are exposed.
enum class Readout : std::uint8_t {
  kGlobal,      ///< all at once
  kRolling,     ///< one after the other, from the top
  kInterlaced,  ///< even rows, and half a picture's time later the odd ones
};

/// Terms of the longest distortion model.
inline constexpr std::size_t kMostLensTerms = 12;
using LensTerms = std::array<double, kMostLensTerms>;

/// The ceiling camera: pinhole or fisheye with OpenCV's distortion, and its pose over the table.
struct CameraParameters {
  std::string name;
  int width = 0;              ///< pixels
  int height = 0;             ///< pixels
  double rate = 0.0;          ///< pictures a second, Hz
  double fx = 0.0, fy = 0.0;  ///< focal lengths, pixels
  double cx = 0.0, cy = 0.0;  ///< principal point, pixels; the centre of pixel (0, 0) is (0, 0)
  DistortionModel distortion_model = DistortionModel::kPlumbBob;
  LensTerms distortion{};               ///< in the model's order, zero beyond its terms
  Eigen::Vector3d p_WC{0.0, 0.0, 2.5};  ///< optical centre in W, m
  Eigen::Vector3d rpy_WC{0.0, 0.0,
                         0.0};  ///< rotations about W's x, y, z away from "straight down, x right", rad
  Duration exposure{};
  Readout readout = Readout::kGlobal;
  Duration row_time{};  ///< rolling: from the exposure of a row to that of the next
  Duration latency{};   ///< from the middle of the exposure until the markers reach the controller
};

}  // namespace freefloat
