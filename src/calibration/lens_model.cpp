#include "calibration/lens_model.h"

#include <algorithm>

namespace freefloat {

std::string_view name_of(LensModel model) {
  switch (model) {
    case LensModel::kPinhole5:
      return "pinhole5";
    case LensModel::kFisheye:
      return "fisheye";
    case LensModel::kPinhole8:
      return "pinhole8";
    case LensModel::kPinhole12:
      return "pinhole12";
  }
  return {};
}

int coefficient_count(LensModel model) {
  switch (model) {
    case LensModel::kPinhole5:
      return 5;
    case LensModel::kFisheye:
      return 4;
    case LensModel::kPinhole8:
      return 8;
    case LensModel::kPinhole12:
      return 12;
  }
  return 0;
}

std::vector<std::string> intrinsic_names(LensModel model) {
  static const std::array<const char*, kMostLensTerms> pinhole{"k1", "k2", "p1", "p2", "k3", "k4",
                                                               "k5", "k6", "s1", "s2", "s3", "s4"};
  std::vector<std::string> names{"fx", "fy", "cx", "cy"};
  for (int i = 0; i < coefficient_count(model); ++i)
    names.push_back(model == LensModel::kFisheye ? "k" + std::to_string(i + 1) : pinhole[i]);
  return names;
}

DistortionModel distortion_of(LensModel model) {
  switch (model) {
    case LensModel::kPinhole5:
      return DistortionModel::kPlumbBob;
    case LensModel::kFisheye:
      return DistortionModel::kEquidistant;
    case LensModel::kPinhole8:
    case LensModel::kPinhole12:
      return DistortionModel::kRationalPolynomial;
  }
  return DistortionModel::kPlumbBob;
}

CameraParameters make_lens(LensModel model, std::span<const double> intrinsics, int width, int height) {
  CameraParameters lens;
  lens.width = width;
  lens.height = height;
  lens.fx = intrinsics[0];
  lens.fy = intrinsics[1];
  lens.cx = intrinsics[2];
  lens.cy = intrinsics[3];
  lens.distortion_model = distortion_of(model);
  std::copy_n(intrinsics.begin() + 4, coefficient_count(model), lens.distortion.begin());
  return lens;
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
