#include "calibration/cross_validate.h"

#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

// Where the lens cannot show a corner at all: so far off it counts as.
constexpr double kNotShown = 100.0 * 100.0;

/// The corners of a view whose place in the list is even, or odd.
BoardView half_of(const BoardView& view, std::size_t parity) {
  BoardView half = view;
  half.corners.clear();
  for (std::size_t i = parity; i < view.corners.size(); i += 2) half.corners.push_back(view.corners[i]);
  return half;
}

double held_out_square(const LensFit& fit, const BoardLayout& layout, const BoardView& view,
                       const BoardPose& start) {
  double squares = 0.0;
  for (const std::size_t parity : {0u, 1u}) {
    const BoardPose pose = fit_pose(fit.lens, layout, half_of(view, parity), start);
    for (const BoardCorner& corner : half_of(view, 1 - parity).corners) {
      const auto uv = project_corner(fit.lens, pose, layout.corner(corner.id));
      squares += uv ? (*uv - corner.uv).squaredNorm() : kNotShown;
    }
  }
  return squares / static_cast<double>(view.corners.size());
}

}  // namespace

HeldOut cross_validate(const LensFit& whole, const BoardLayout& layout, const std::vector<BoardView>& views,
                       int folds) {
  HeldOut result;
  result.model = whole.model;
  result.view_squares.resize(views.size());
  double sum = 0.0;
  for (int fold = 0; fold < folds; ++fold) {
    std::vector<BoardView> kept;
    LensStart start{whole.intrinsics, {}, false};
    for (std::size_t v = 0; v < views.size(); ++v) {
      if (static_cast<int>(v) % folds == fold) continue;
      kept.push_back(views[v]);
      start.poses.push_back(whole.poses[v]);
    }
    const LensFit fit = fit_lens(whole.model, layout, kept, start);
    for (std::size_t v = 0; v < views.size(); ++v) {
      if (static_cast<int>(v) % folds != fold) continue;
      result.view_squares[v] = held_out_square(fit, layout, views[v], whole.poses[v]);
      sum += result.view_squares[v];
    }
  }
  result.rms = std::sqrt(sum / static_cast<double>(views.size()));
  return result;
}

std::size_t choose_model(const std::vector<HeldOut>& models) {
  const std::size_t best =
      std::min_element(models.begin(), models.end(),
                       [](const HeldOut& a, const HeldOut& b) { return a.rms < b.rms; }) -
      models.begin();
  // Not the error of the difference: a view that a poor model does not show at all would make it large, and
  // the model look no worse than by chance.
  const std::vector<double>& squares = models[best].view_squares;
  const auto count = static_cast<double>(squares.size());
  const double mean = models[best].rms * models[best].rms;
  double variance = 0.0;
  for (const double square : squares) variance += (square - mean) * (square - mean) / count;
  const double error = std::sqrt(variance / std::max(1.0, count - 1.0));
  for (std::size_t m = 0; m < best; ++m) {
    if (models[m].rms * models[m].rms <= mean + error) return m;
  }
  return best;
}

}  // namespace freefloat
