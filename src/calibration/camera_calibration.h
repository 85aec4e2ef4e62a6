#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "calibration/check_views.h"
#include "calibration/cross_validate.h"
#include "calibration/lens_field.h"

namespace freefloat {

/// What is asked of a camera's calibration.
struct CameraQuestion {
  BoardLayout layout;
  std::optional<LensModel> model;  ///< nothing: chosen by cross-validation
  double table_distance = 2.5;     ///< from the optical centre to the table, m
  int folds = 5;                   ///< of the cross-validation
};

/// Two fits to every other view each, beside each other.
struct HalvesDifference {
  LensDifference difference;
  double expected = 0.0;  ///< root mean square that noise alone makes, pixels
};

/// The answer.
struct CameraCalibration {
  LensFit fit;
  std::vector<BoardView> views;  ///< that were used
  std::vector<RejectedView> rejected;
  int rejected_corners = 0;
  std::vector<HeldOut> tried;  ///< models that could be fitted, from the simplest; empty: the model was given
  std::string choice;          ///< why this model, in words
  Eigen::MatrixXd stated;      ///< covariance of the intrinsics: see `stated_covariance`
  LensField projection;        ///< uncertainty, 1 sigma, pixels
  LensField on_table;          ///< the same in m
  std::optional<HalvesDifference> halves;  ///< nothing: too few views for that
  std::vector<std::string> warnings;

  /// @return Of intrinsic `i` as it is stated.
  double sigma(std::size_t i) const {
    const auto index = static_cast<Eigen::Index>(i);
    return std::sqrt(stated(index, index));
  }
};

/// Rejects bad views, fits the models, chooses one, and tells how well it is known.
/// @param views Of one camera, in any order.
/// @param rejected Pictures that gave no view; they are in the answer, too.
/// @return The calibration, or in words why there is none.
tl::expected<CameraCalibration, std::string> calibrate_camera(std::vector<BoardView> views,
                                                              std::vector<RejectedView> rejected,
                                                              const CameraQuestion& question);

}  // namespace freefloat
