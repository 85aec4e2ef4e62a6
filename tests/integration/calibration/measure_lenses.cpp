#include "measure_lenses.h"

#include <cstdlib>
#include <map>

#include "calibration/camera_calibration.h"
#include "drawn_camera.h"
#include "types/angle.h"

namespace freefloat::testing_support {
namespace {

constexpr int kViews = 25;

Eigen::VectorXd lens_error(const LensFit& fit, const CameraParameters& truth) {
  const std::vector<double> true_values = intrinsics_of(truth, fit.model);
  Eigen::VectorXd error(fit.intrinsics.size());
  for (std::size_t i = 0; i < true_values.size(); ++i)
    error[static_cast<Eigen::Index>(i)] = fit.intrinsics[i] - true_values[i];
  return error;
}

bool holds_lens(const CameraCalibration& calibration, const CameraParameters& truth) {
  return within_region(lens_error(calibration.fit, truth), calibration.stated);
}

double sum_of_squares(const std::vector<Vector2>& residuals) {
  double sum = 0.0;
  for (const Vector2& residual : residuals) sum += residual.squaredNorm();
  return sum;
}

/// What the views and the prior of the rational models say against a lens, in units of the noise.
double misfit_of(const LensFit& fit, const CameraParameters& lens, const BoardLayout& layout,
                 const std::vector<BoardView>& views) {
  double misfit = 0.0;
  for (std::size_t v = 0; v < views.size(); ++v) {
    const BoardPose pose = fit_pose(lens, layout, views[v], fit.poses[v]);
    std::vector<Vector2> residuals;
    for (const BoardCorner& corner : views[v].corners) {
      const auto uv = project_corner(lens, pose, layout.corner(corner.id));
      residuals.push_back(uv ? (*uv - corner.uv).eval() : Vector2(100.0, 100.0));
    }
    misfit += sum_of_squares(residuals) / (fit.sigma * fit.sigma);
  }
  if (fit.model == LensModel::kPinhole8 || fit.model == LensModel::kPinhole12) {
    for (std::size_t i = 5; i < 8; ++i) misfit += std::pow(lens.distortion[i] / 0.5, 2);
  }
  return misfit;
}

/// The region whose edge is equally likely everywhere (of the likelihood's ratio, Wilks 1938): the same as
/// the covariance's ellipse where that is straight, and it bends with the rational models' coefficients, of
/// which numerator and denominator can say almost the same. The stated ellipse has that bend in it to second
/// order.
bool holds_lens_likelihood(const LensFit& fit, const CameraParameters& truth, const BoardLayout& layout,
                           const std::vector<BoardView>& views) {
  return misfit_of(fit, truth, layout, views) - misfit_of(fit, fit.lens, layout, views) <=
         region_of(fit.covariance.rows());
}

/// @return Whether the model can say what the other says.
bool contains(LensModel model, LensModel other) {
  if ((model == LensModel::kFisheye) != (other == LensModel::kFisheye)) return false;
  return coefficient_count(model) >= coefficient_count(other);
}

}  // namespace

LensTallies measure_lenses(int count, int first, bool choose) {
  LensTallies tallies;
  std::map<std::string, Tally> of_model;
  double error_squares = 0.0;
  double stated_squares = 0.0;
  for (int i = 0; i < count; ++i) {
    std::mt19937_64 random(static_cast<std::uint64_t>(1000 + first + i));
    const LensModel model = kLensModels[static_cast<std::size_t>(i) % kLensModels.size()];
    const DrawnCamera camera = draw_camera(model, random);
    CameraQuestion question;
    const std::vector<BoardView> views =
        draw_views(camera.lens, question.layout, kViews, kNoise, deg_to_rad(45.0), random);
    question.model = model;
    const auto given = calibrate_camera(views, {}, question);
    const bool holds = given && holds_lens(*given, camera.lens);
    if (!given) std::cout << "camera " << i << ", " << name_of(model) << ": " << given.error() << "\n";
    if (given && !holds && std::getenv("FF_SHOW") != nullptr)
      std::cout << "camera " << i << ", " << name_of(model) << " sigma " << given->fit.sigma << " f "
                << camera.lens.fx << " " << given->fit.lens.fx << " converged " << given->fit.converged
                << " distance " << distance_of(lens_error(given->fit, camera.lens), given->stated) << " of "
                << region_of(given->fit.covariance.rows()) << "\n";
    tallies.given.count(holds);
    if (model == LensModel::kPinhole5 || model == LensModel::kFisheye) tallies.straight.count(holds);
    tallies.likely.count(given &&
                         holds_lens_likelihood(given->fit, camera.lens, question.layout, given->views));
    of_model[std::string(name_of(model))].count(holds);
    if (!choose || i / 4 % 5 != 0) continue;  // it takes six times as long: a fifth of them
    question.model.reset();
    const auto chosen = calibrate_camera(views, {}, question);
    if (!chosen) {
      std::cout << "camera " << i << ", " << name_of(model) << ", choosing: " << chosen.error() << "\n";
      continue;
    }
    const double error = compare_lenses(camera.lens, chosen->fit.lens).field.rms();
    const double stated = std::hypot(expected_difference(chosen->fit, chosen->fit), 0.0) / std::sqrt(2.0);
    error_squares += error * error / (stated * stated);
    ++stated_squares;
    if (contains(chosen->fit.model, model)) {
      tallies.chosen.count(holds_lens(*chosen, camera.lens));
    } else {
      ++tallies.poorer;
      if (std::getenv("FF_SHOW") != nullptr)
        std::cout << "camera " << i << ", " << name_of(model) << " taken for " << name_of(chosen->fit.model)
                  << ", off by " << error << " px, stated " << stated << "\n";
    }
  }
  print("intrinsics within their 95 % region, model given", tallies.likely);
  print("the same by the stated covariance's ellipse", tallies.given);
  print("  of pinhole5 and fisheye, whose coefficients leave it straight", tallies.straight);
  for (const auto& [name, tally] : of_model) print("  " + name, tally);
  if (choose) {
    print("the same where cross-validation chose a model that can say the truth", tallies.chosen);
    std::cout << "another model was chosen for " << tallies.poorer << " cameras\n";
    std::cout << "error of projection over the stated one, model chosen: "
              << std::sqrt(error_squares / std::max(1.0, stated_squares)) << " RMS\n";
  }
  return tallies;
}

}  // namespace freefloat::testing_support
