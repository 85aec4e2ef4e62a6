#pragma once

#include <cstddef>
#include <vector>

#include "calibration/fit_lens.h"

namespace freefloat {

/// How well a model predicts views that it was not fitted to.
struct HeldOut {
  LensModel model = LensModel::kPinhole5;
  std::vector<double> view_squares;  ///< mean square of a corner's distance, px^2, for each view
  double rms = 0.0;                  ///< over all views, pixels
};

/// Fits to all views but every `folds`-th, in turn; finds the pose of each view that was left out from every
/// other of its corners, and measures at the rest.
/// @param whole Fit of the same views, where each fit begins.
/// @param folds At least 2, at most as many as views.
HeldOut cross_validate(const LensFit& whole, const BoardLayout& layout, const std::vector<BoardView>& views,
                       int folds);

/// @param models From the simplest to the richest, of the same views.
/// @return Index of the simplest that predicts within one standard error of the best, that of the best's own
/// mean square from view to view (the one standard error rule of Breiman et al., "Classification and
/// Regression Trees", 1984): what a richer model gains where boards were it may lose many times over where
/// none was.
std::size_t choose_model(const std::vector<HeldOut>& models);

}  // namespace freefloat
