#include "calibration/table_uncertainty.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "calibration/lens_model.h"
#include "types/angle.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

constexpr int kColumns = 16;  // of pixels that stand for the picture
constexpr int kRows = 12;
const Vector2 kNoPlace = Vector2::Constant(std::numeric_limits<double>::quiet_NaN());

/// @return Root mean square; 0 of nothing.
double rms_of(const std::vector<double>& values) {
  double squares = 0.0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, values.size())));
}

/// @return Mean square of how far places moved, of a coordinate, m^2.
double moved_by(const std::vector<Vector2>& places, const std::vector<Vector2>& before) {
  double squares = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < before.size() && i < places.size(); ++i) {
    if (!places[i].allFinite() || !before[i].allFinite()) continue;
    squares += (places[i] - before[i]).squaredNorm();
    ++count;
  }
  return squares / (2.0 * static_cast<double>(std::max<std::size_t>(1, count)));
}

constexpr double kStepOfAxis = 0.1;  // far enough for the solver to see, near enough to be straight

/// @return The model that has so many intrinsics, where the lens can be one.
std::optional<LensModel> model_with(Eigen::Index intrinsics, DistortionModel distortion) {
  for (const LensModel model : kLensModels) {
    const bool fisheye = model == LensModel::kFisheye;
    if (intrinsic_count(model) == intrinsics && fisheye == (distortion == DistortionModel::kEquidistant))
      return model;
  }
  return std::nullopt;
}

/// @return Columns: half axes of the ellipse; found by what the numbers have to do with one another, for
/// their sizes differ by millions.
Eigen::MatrixXd half_axes(const Eigen::MatrixXd& covariance) {
  const Eigen::VectorXd sigmas = covariance.diagonal().cwiseMax(1e-300).cwiseSqrt();
  const Eigen::MatrixXd correlation =
      sigmas.cwiseInverse().asDiagonal() * covariance * sigmas.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlation);
  return sigmas.asDiagonal() * solver.eigenvectors() *
         solver.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
}

/// @return How far the numbers that are not held moved.
Eigen::VectorXd shift_of(const TableCalibration& moved, const TableCalibration& found) {
  std::vector<double> shifts;
  for (std::size_t i = 0; i < found.numbers.size(); ++i) {
    if (found.numbers[i].held) continue;
    const double shift = moved.numbers[i].value - found.numbers[i].value;
    shifts.push_back(found.numbers[i].angle ? wrap_angle(shift) : shift);
  }
  return Eigen::Map<const Eigen::VectorXd>(shifts.data(), static_cast<Eigen::Index>(shifts.size()));
}

/// @param camera Where it is.
/// @param covariance Of x, y, z, m, and roll, pitch, yaw, rad.
/// @param uv Pixel.
/// @param height Of what is seen there, m.
/// @return 1 sigma of where it stands on the table, root mean square over both directions, m; 0 where the
/// pixel does not show the table.
double place_sigma(const CameraParameters& camera, const Eigen::MatrixXd& covariance, const Vector2& uv,
                   double height) {
  constexpr double kStep = 1e-6;  // m and rad
  Eigen::Matrix<double, 2, 6> slopes;
  for (Eigen::Index i = 0; i < 6; ++i) {
    CameraParameters above = camera;
    CameraParameters below = camera;
    (i < 3 ? above.p_WC[i] : above.rpy_WC[i - 3]) += kStep;
    (i < 3 ? below.p_WC[i] : below.rpy_WC[i - 3]) -= kStep;
    const auto high = CameraModel(above).back_project(uv, height);
    const auto low = CameraModel(below).back_project(uv, height);
    if (!high || !low) return 0.0;
    slopes.col(i) = (*high - *low) / (2.0 * kStep);
  }
  return std::sqrt((slopes * covariance * slopes.transpose()).trace() / 2.0);
}

}  // namespace

void state_places(TableCalibration& answer, const std::vector<SeenPixel>& seen) {
  const CameraModel model(answer.camera);
  std::vector<double> there;
  for (const SeenPixel& pixel : seen) {
    there.push_back(place_sigma(answer.camera, answer.covariance, pixel.uv, pixel.height));
    answer.places.push_back(model.back_project(pixel.uv, pixel.height).value_or(kNoPlace));
  }
  answer.table_sigma = rms_of(there);
  std::vector<double> all;
  for (int i = 0; i < kColumns * kRows; ++i) {
    const int column = i % kColumns;
    const int row = i / kColumns;
    const Vector2 uv((column + 0.5) * answer.camera.width / kColumns,
                     (row + 0.5) * answer.camera.height / kRows);
    const double height = seen.empty() ? 0.0 : seen.front().height;
    const auto place = model.back_project(uv, height);
    answer.everywhere.push_back(place.value_or(kNoPlace));
    if (place) all.push_back(place_sigma(answer.camera, answer.covariance, uv, height));
  }
  answer.picture_sigma = rms_of(all);
}

std::string add_lens_uncertainty(TableCalibration& found, const Eigen::MatrixXd& lens_covariance,
                                 const TableSolver& solve) {
  const auto model = model_with(lens_covariance.rows(), found.camera.distortion_model);
  if (!model) {
    return "the covariance of " + std::to_string(lens_covariance.rows()) +
           " intrinsics is not of this lens: calibrate the camera anew";
  }
  const std::vector<double> values = intrinsics_of(found.camera, *model);
  const Eigen::VectorXd intrinsics =
      Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  const Eigen::MatrixXd axes = half_axes(lens_covariance);
  Eigen::MatrixXd covariance = found.covariance;
  double seen = 0.0;        // mean square of a coordinate on the table, m^2
  double everywhere = 0.0;  // the same over the picture
  for (Eigen::Index k = 0; k < axes.cols(); ++k) {
    const Eigen::VectorXd likely = intrinsics + kStepOfAxis * axes.col(k);
    const TableAnswer moved = solve(
        with_intrinsics(found.camera, *model, {likely.data(), static_cast<std::size_t>(likely.size())}));
    if (!moved || moved->places.size() != found.places.size())
      return "a lens that is as likely does not show the table: calibrate the camera with more views";
    const Eigen::VectorXd shift = shift_of(*moved, found) / kStepOfAxis;
    covariance += shift * shift.transpose();
    seen += moved_by(moved->places, found.places) / (kStepOfAxis * kStepOfAxis);
    everywhere += moved_by(moved->everywhere, found.everywhere) / (kStepOfAxis * kStepOfAxis);
  }
  found.covariance = std::move(covariance);
  Eigen::Index row = 0;
  for (CalibratedNumber& number : found.numbers) {
    if (number.held) continue;
    number.sigma = std::sqrt(found.covariance(row, row));
    ++row;
  }
  found.lens_sigma = std::sqrt(seen);
  if (found.picture_sigma > 0.0) found.picture_sigma = std::hypot(found.picture_sigma, std::sqrt(everywhere));
  for (double* sigma : {&found.table_sigma, &found.hand_sigma}) {
    if (*sigma > 0.0) *sigma = std::hypot(*sigma, *found.lens_sigma);
  }
  return {};
}

}  // namespace freefloat
