#include "calibration/lens_model.h"

#include <algorithm>

namespace freefloat {

namespace {

struct LensModelRow {
  std::string_view name;
  int coefficients;
  DistortionModel distortion;
};

/// In the enumerators' order.
constexpr std::array<LensModelRow, kLensModels.size()> kLensModelRows{
    {{"pinhole5", 5, DistortionModel::kPlumbBob},
     {"fisheye", 4, DistortionModel::kEquidistant},
     {"pinhole8", 8, DistortionModel::kRationalPolynomial},
     {"pinhole12", 12, DistortionModel::kRationalPolynomial}}};

const LensModelRow& row_of(LensModel model) {
  return kLensModelRows.at(static_cast<std::size_t>(model));
}

}  // namespace

std::string_view name_of(LensModel model) {
  return row_of(model).name;
}

int coefficient_count(LensModel model) {
  return row_of(model).coefficients;
}

std::vector<std::string> intrinsic_names(LensModel model) {
  static const std::array<const char*, kMostLensTerms> pinhole{"k1", "k2", "p1", "p2", "k3", "k4",
                                                               "k5", "k6", "s1", "s2", "s3", "s4"};
  std::vector<std::string> names{"fx", "fy", "cx", "cy"};
  for (int i = 0; i < coefficient_count(model); ++i)
    names.push_back(model == LensModel::kFisheye ? "k" + std::to_string(i + 1) : pinhole[i]);
  return names;
}

CameraParameters with_intrinsics(CameraParameters camera, LensModel model,
                                 std::span<const double> intrinsics) {
  camera.fx = intrinsics[0];
  camera.fy = intrinsics[1];
  camera.cx = intrinsics[2];
  camera.cy = intrinsics[3];
  camera.distortion_model = row_of(model).distortion;
  camera.distortion = {};
  std::copy_n(intrinsics.begin() + 4, coefficient_count(model), camera.distortion.begin());
  return camera;
}

CameraParameters make_lens(LensModel model, std::span<const double> intrinsics, int width, int height) {
  CameraParameters lens;
  lens.width = width;
  lens.height = height;
  return with_intrinsics(lens, model, intrinsics);
}

std::vector<double> intrinsics_of(const CameraParameters& lens, LensModel model) {
  std::vector<double> intrinsics{lens.fx, lens.fy, lens.cx, lens.cy};
  intrinsics.insert(intrinsics.end(), lens.distortion.begin(),
                    lens.distortion.begin() + coefficient_count(model));
  return intrinsics;
}

LensModel model_of(const CameraParameters& lens) {
  if (lens.distortion_model == DistortionModel::kEquidistant) return LensModel::kFisheye;
  const auto any = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    return std::any_of(lens.distortion.begin() + from, lens.distortion.begin() + to,
                       [](double term) { return term != 0.0; });
  };
  if (any(8, 12)) return LensModel::kPinhole12;
  return any(5, 8) ? LensModel::kPinhole8 : LensModel::kPinhole5;
}

}  // namespace freefloat
