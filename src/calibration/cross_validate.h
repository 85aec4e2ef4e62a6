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
/// @return Index of the simplest that does not predict worse than the best by more than chance, one standard
/// error of their difference from view to view.
std::size_t choose_model(const std::vector<HeldOut>& models);

}  // namespace freefloat
