#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vision/camera_parameters.h"

namespace freefloat {

/// What a lens may be taken for, from the simplest to the richest.
enum class LensModel : std::uint8_t {
  kPinhole5,   ///< plumb_bob: k1, k2, p1, p2, k3
  kFisheye,    ///< equidistant: k1, k2, k3, k4
  kPinhole8,   ///< rational_polynomial: k1, k2, p1, p2, k3, k4, k5, k6
  kPinhole12,  ///< the same with a thin prism: s1, s2, s3, s4
};
inline constexpr std::array<LensModel, 4> kLensModels{LensModel::kPinhole5, LensModel::kFisheye,
                                                      LensModel::kPinhole8, LensModel::kPinhole12};

/// @return "pinhole5", "pinhole8", "pinhole12", "fisheye".
std::string_view name_of(LensModel model);

/// @return Number of distortion coefficients.
int coefficient_count(LensModel model);

/// @return Number of intrinsics: fx, fy, cx, cy and the coefficients.
inline int intrinsic_count(LensModel model) {
  return 4 + coefficient_count(model);
}

/// @return "fx", "fy", "cx", "cy", "k1", ...: the intrinsics in the order in which they stand everywhere.
std::vector<std::string> intrinsic_names(LensModel model);

/// @param intrinsics As many as the model has; focal lengths and principal point in pixels.
/// @return The camera with this lens.
CameraParameters with_intrinsics(CameraParameters camera, LensModel model,
                                 std::span<const double> intrinsics);

/// @param intrinsics As above.
/// @param width, height Of the picture, pixels.
/// @return The lens; pose, rate and times keep the struct's defaults.
CameraParameters make_lens(LensModel model, std::span<const double> intrinsics, int width, int height);

/// @return The intrinsics of a lens, as many as the model has; further coefficients are left out.
std::vector<double> intrinsics_of(const CameraParameters& lens, LensModel model);

/// @return The simplest model that the lens's coefficients need.
LensModel model_of(const CameraParameters& lens);

}  // namespace freefloat
