#include "calibration/camera_calibration.h"

#include <algorithm>
#include <cmath>

#include "calibration/start_lens.h"
#include "drawing/number_format.h"
#include "types/angle.h"
#include "vision/lens_distortion.h"

namespace freefloat {
namespace {

constexpr std::size_t kFewestViews = 4;
constexpr std::size_t kFewViews = 10;
constexpr std::size_t kFewestForChoice = 8;
constexpr std::size_t kFewestForHalves = 8;
constexpr double kFlattest = deg_to_rad(8.0);
constexpr double kWorstFocalLength = 0.03;  // of itself, 1 sigma
constexpr double kHopelessFocalLength = 0.1;
constexpr double kHalvesApart = 2.5;  // times what noise makes

using Refusal = tl::unexpected<std::string>;

std::string counted(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string too_few_views(std::size_t count, const std::vector<RejectedView>& rejected) {
  return counted(count, "view") + " of the board can be used, a calibration needs at least " +
         std::to_string(kFewestViews) + ", better 20: from all sides, near and far, tilted by 20 to 45 deg" +
         list_reasons(rejected);
}

bool sound(const LensFit& fit) {
  return std::isfinite(fit.rms) && fit.rms > 0.0 && fit.lens.fx > 0.0 && fit.lens.fy > 0.0;
}

/// @return A fit of any model that the views allow; nothing when none does.
std::optional<LensFit> fit_any(const BoardLayout& layout, const std::vector<BoardView>& views) {
  std::optional<LensFit> best;
  for (const LensStart& start : start_fisheye(layout, views)) {
    LensFit fit = fit_lens(LensModel::kFisheye, layout, views, start);
    if (sound(fit) && (!best || fit.rms < best->rms)) best = std::move(fit);
  }
  return best;
}

LensFit fit_model(LensModel model, const BoardLayout& layout, const std::vector<BoardView>& views,
                  const LensFit& fisheye) {
  if (model == LensModel::kFisheye)
    return fit_lens(model, layout, views, {fisheye.intrinsics, fisheye.poses, false});
  return fit_lens(model, layout, views, start_pinhole(model, layout, views, fisheye));
}

/// @return Whether the lens shows each corner at one place and no other.
bool shows_corners(const LensFit& fit, const std::vector<BoardView>& views) {
  const LensDistortion bending{fit.lens.distortion_model, fit.lens.distortion};
  for (const BoardView& view : views) {
    for (const BoardCorner& corner : view.corners) {
      if (!bending.unbend(
              {(corner.uv.x() - fit.lens.cx) / fit.lens.fx, (corner.uv.y() - fit.lens.cy) / fit.lens.fy}))
        return false;
    }
  }
  return true;
}

/// @param worst Uncertainty of the focal length, of itself.
/// @return Why the views do not tell the lens; empty: they do.
std::string find_degeneracy(const LensFit& fit, double worst) {
  double tilt = 0.0;
  for (const BoardPose& pose : fit.poses) tilt = std::max(tilt, tilt_of(pose));
  const double unsure = std::sqrt(fit.covariance(0, 0)) / fit.lens.fx;
  const std::string remedy = ": add views in which the board is tilted by 20 to 45 deg, to all sides";
  if (tilt < kFlattest) {
    return "all boards are parallel to the sensor, the largest tilt is " + format_fixed(rad_to_deg(tilt), 1) +
           " deg: focal length and distance cannot be told apart" + remedy;
  }
  if (!fit.untold.empty()) return "the views do not tell " + fit.untold + remedy;
  if (!(unsure <= worst)) {
    return "the focal length is uncertain by " + format_fixed(100.0 * unsure, 1) +
           " %: the boards are too much alike" + remedy;
  }
  return {};
}

/// Refits as long as views or corners are outliers.
std::optional<LensFit> fit_without_outliers(const BoardLayout& layout, CameraCalibration& result) {
  std::optional<LensFit> fit = fit_any(layout, result.views);
  const std::size_t most = result.views.size() / 3;
  for (std::size_t removed = 0; fit && removed < most && result.views.size() > kFewestViews; ++removed) {
    // The richer of the two families decides: a view is no outlier because a model is too poor for it.
    const LensFit pinhole = fit_model(LensModel::kPinhole5, layout, result.views, *fit);
    const LensFit& better = sound(pinhole) && pinhole.rms < fit->rms ? pinhole : *fit;
    const int index = reject_worst_view(better, result.views, result.rejected);
    if (index < 0) {
      const int corners = reject_corners(better, result.views);
      result.rejected_corners += corners;
      if (corners == 0) break;
    }
    fit = fit_any(layout, result.views);
  }
  return fit;
}

void choose_by_cross_validation(CameraCalibration& result, const CameraQuestion& question,
                                const LensFit& fisheye) {
  std::vector<LensFit> fits;
  for (const LensModel model : kLensModels) {
    LensFit fit = fit_model(model, question.layout, result.views, fisheye);
    if (!sound(fit) || !shows_corners(fit, result.views) || !fit.untold.empty()) continue;
    result.tried.push_back(cross_validate(fit, question.layout, result.views, question.folds));
    fits.push_back(std::move(fit));
  }
  if (fits.empty()) {
    result.fit = fisheye;
    return;
  }
  const std::size_t chosen = choose_model(result.tried);
  result.fit = std::move(fits[chosen]);
  result.choice = "predicts views that it was not fitted to within " +
                  format_fixed(result.tried[chosen].rms, 3) +
                  " px; no richer model does so better by more than a standard error";
}

void compare_halves(CameraCalibration& result, const BoardLayout& layout) {
  if (result.views.size() < kFewestForHalves) return;
  std::array<LensFit, 2> fits;
  for (const std::size_t half : {0u, 1u}) {
    std::vector<BoardView> views;
    LensStart start{result.fit.intrinsics, {}, false};
    for (std::size_t v = half; v < result.views.size(); v += 2) {
      views.push_back(result.views[v]);
      start.poses.push_back(result.fit.poses[v]);
    }
    fits[half] = fit_lens(result.fit.model, layout, views, start);
  }
  result.halves = {compare_lenses(fits[0].lens, fits[1].lens), expected_difference(fits[0], fits[1])};
  const double apart = result.halves->difference.field.rms();
  if (apart > kHalvesApart * result.halves->expected) {
    result.warnings.push_back("two halves of the views differ by " + format_fixed(apart, 2) +
                              " px, noise alone makes " + format_fixed(result.halves->expected, 2) +
                              " px: the stated uncertainty is too small by about that factor; is the board "
                              "flat, and does the camera keep its focus?");
  }
}

void warn(CameraCalibration& result) {
  if (result.views.size() < kFewViews) {
    result.warnings.push_back("only " + counted(result.views.size(), "view") +
                              ": 20 or more tell the uncertainty better");
  }
  const LensField corners = count_corners(result.views);
  // Quarters of the picture's sides: what no board reached is extrapolated.
  int empty = 0;
  for (int part = 0; part < 16; ++part) {
    double sum = 0.0;
    for (int i = 0; i < corners.columns * corners.rows; ++i) {
      const int column = (i % corners.columns) * 4 / corners.columns;
      const int row = (i / corners.columns) * 4 / corners.rows;
      if (4 * row + column == part) sum += corners.values[i];
    }
    empty += sum == 0.0 ? 1 : 0;
  }
  if (empty > 0) {
    result.warnings.push_back(std::to_string(empty) +
                              " of 16 parts of the picture hold no corner: the lens is extrapolated there");
  }
  if (!result.fit.converged) result.warnings.push_back("the fit has not settled");
}

}  // namespace

tl::expected<CameraCalibration, std::string> calibrate_camera(std::vector<BoardView> views,
                                                              std::vector<RejectedView> rejected,
                                                              const CameraQuestion& question) {
  CameraCalibration result;
  result.views = std::move(views);
  result.rejected = std::move(rejected);
  reject_bad_views(result.views, result.rejected);
  if (result.views.size() < kFewestViews) return Refusal(too_few_views(result.views.size(), result.rejected));

  const auto fisheye = fit_without_outliers(question.layout, result);
  if (!fisheye) {
    return Refusal("no lens shows the boards so: are the corners counted right (" +
                   std::to_string(question.layout.columns) + "x" + std::to_string(question.layout.rows) +
                   " inner ones), and all pictures from one camera?");
  }
  if (const std::string fault = find_degeneracy(*fisheye, kHopelessFocalLength); !fault.empty())
    return Refusal(fault);
  if (question.model) {
    result.fit = fit_model(*question.model, question.layout, result.views, *fisheye);
    result.choice = "was given";
    if (!sound(result.fit) || !shows_corners(result.fit, result.views)) {
      return Refusal("the model " + std::string(name_of(*question.model)) +
                     " does not show these boards; leave it out and it is chosen");
    }
  } else if (result.views.size() >= kFewestForChoice) {
    choose_by_cross_validation(result, question, *fisheye);
  } else {
    const LensFit pinhole = fit_model(LensModel::kPinhole5, question.layout, result.views, *fisheye);
    const bool simple = sound(pinhole) && pinhole.rms < fisheye->rms && shows_corners(pinhole, result.views);
    result.fit = simple ? pinhole : *fisheye;
    result.choice =
        "too few views for a choice by cross-validation: the smaller residual of the simplest two";
  }
  if (const std::string fault = find_degeneracy(result.fit, kWorstFocalLength); !fault.empty())
    return Refusal(fault);
  result.stated = stated_covariance(result.fit, question.layout, result.views);
  result.projection = projection_uncertainty(result.fit);
  result.on_table = table_uncertainty(result.fit, question.table_distance);
  compare_halves(result, question.layout);
  warn(result);
  return result;
}

}  // namespace freefloat
