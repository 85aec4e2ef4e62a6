#include "calibration/fit_lens.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibration/bent_uncertainty.h"
#include "calibration/least_squares.h"
#include "calibration/name_combination.h"
#include "calibration/shared_information.h"
#include "vision/lens_distortion.h"

namespace freefloat {
namespace {

std::optional<Vector2> project_in_camera(const CameraParameters& lens, const LensDistortion& bending,
                                         const Eigen::Vector3d& p_C) {
  if (!(p_C.z() > 1e-6)) return std::nullopt;
  const Vector2 bent = bending.bend(p_C.head<2>() / p_C.z()).point;
  if (!bent.allFinite()) return std::nullopt;
  return Vector2{lens.fx * bent.x() + lens.cx, lens.fy * bent.y() + lens.cy};
}

BoardPose pose_of(const double* values) {
  return {{values[0], values[1], values[2]}, {values[3], values[4], values[5]}};
}

std::vector<double> values_of_pose(const BoardPose& pose) {
  return {pose.turn.x(), pose.turn.y(), pose.turn.z(), pose.place.x(), pose.place.y(), pose.place.z()};
}

/// Computed minus measured, for each corner u and v.
bool view_residuals(const CameraParameters& lens, const BoardPose& pose, const BoardLayout& layout,
                    const BoardView& view, double* residuals) {
  const LensDistortion bending{lens.distortion_model, lens.distortion};
  const Eigen::Matrix3d rotation = rotation_of(pose.turn);
  for (const BoardCorner& corner : view.corners) {
    const auto uv = project_in_camera(lens, bending, rotation * layout.corner(corner.id) + pose.place);
    if (!uv) return false;
    *residuals++ = uv->x() - corner.uv.x();
    *residuals++ = uv->y() - corner.uv.y();
  }
  return true;
}

LeastSquaresProblem lens_problem(LensModel model, const BoardLayout& layout,
                                 const std::vector<BoardView>& views, const LensStart& start) {
  LeastSquaresProblem problem;
  for (const double value : start.intrinsics) problem.unknowns.push_back({{value}, false});
  const auto lens_count = static_cast<int>(start.intrinsics.size());
  std::vector<int> lens_unknowns(lens_count);
  std::iota(lens_unknowns.begin(), lens_unknowns.end(), 0);
  for (std::size_t v = 0; v < views.size(); ++v) {
    problem.unknowns.push_back({values_of_pose(start.poses[v]), false});
    ResidualTerm term{lens_unknowns, 2 * static_cast<int>(views[v].corners.size()), {}};
    term.unknowns.push_back(lens_count + static_cast<int>(v));
    term.evaluate = [model, &layout, &view = views[v], lens_count](const double* const* values,
                                                                   double* residuals) {
      std::array<double, 4 + kMostLensTerms> intrinsics{};
      for (int i = 0; i < lens_count; ++i) intrinsics[i] = values[i][0];
      return view_residuals(make_lens(model, intrinsics, view.width, view.height),
                            pose_of(values[lens_count]), layout, view, residuals);
    };
    problem.terms.push_back(std::move(term));
  }
  return problem;
}

/// Numerator and denominator of the rational model can say almost the same. What the views do not tell of the
/// denominator stays near zero, where the model is the simpler one: k4, k5, k6 are taken for 0 +- kPrior.
constexpr double kPrior = 0.5;
constexpr int kFirstOfDenominator = 9;
constexpr int kFirstOfPrism = 12;

/// @param noise Of a coordinate, pixels: what the prior is weighed against. It is read whenever the term is.
void add_prior(LeastSquaresProblem& problem, const double& noise) {
  for (int i = kFirstOfDenominator; i < kFirstOfPrism; ++i) {
    problem.terms.push_back({{i}, 1, [&noise](const double* const* values, double* residuals) {
                               residuals[0] = values[0][0] * noise / kPrior;
                               return true;
                             }});
  }
}

/// @return Root mean square of the views' residuals, pixels.
double noise_of(const LeastSquaresProblem& problem, std::size_t view_count) {
  double squares = 0.0;
  Eigen::Index count = 0;
  for (std::size_t v = 0; v < view_count; ++v) {
    const Eigen::VectorXd residuals = term_residuals(problem, problem.terms[v]);
    squares += residuals.squaredNorm();
    count += residuals.size();
  }
  return std::sqrt(squares / static_cast<double>(std::max<Eigen::Index>(1, count)));
}

/// Solves with the prior as strong as the noise that is left wants it.
bool solve_with_prior(LeastSquaresProblem& problem, std::size_t view_count, double& noise) {
  bool converged = false;
  for (int i = 0; i < 4; ++i) {
    noise = noise_of(problem, view_count);
    converged = solve_least_squares(problem, 200).converged;
    if (std::abs(noise_of(problem, view_count) - noise) < 0.01 * noise) break;
  }
  return converged;
}

/// Releases the coefficients step by step: all at once, a bad start ends in a lens that folds.
bool solve_in_stages(LeastSquaresProblem& problem, LensModel model, std::size_t view_count, double& noise) {
  const int count = intrinsic_count(model);
  const auto hold = [&](int i, bool held) { problem.unknowns[i].held = held; };
  for (int i = 2; i < count; ++i) hold(i, i != 4);  // focal lengths, k1 and the poses
  solve_least_squares(problem, 30);
  for (int i = 2; i < count; ++i) hold(i, i >= 6);
  solve_least_squares(problem, 30);
  const int simple = std::min(count, 9);
  for (int i = 0; i < count; ++i) hold(i, i >= simple);
  bool converged = solve_least_squares(problem, 100).converged;
  if (simple < count) {
    for (int i = 0; i < std::min(count, kFirstOfPrism); ++i) hold(i, false);
    converged = solve_with_prior(problem, view_count, noise);
    for (int i = 0; i < count; ++i) hold(i, false);
    if (count > kFirstOfPrism) converged = solve_with_prior(problem, view_count, noise);
  }
  return converged;
}

SharedInformation lens_information(const LeastSquaresProblem& problem, std::size_t lens_count) {
  std::vector<bool> shared(problem.unknowns.size(), false);
  std::fill_n(shared.begin(), lens_count, true);
  return share_information(problem, shared);
}

}  // namespace

std::vector<double> LensFit::view_rms() const {
  std::vector<double> all;
  for (const std::vector<Vector2>& view : residuals) {
    double squares = 0.0;
    for (const Vector2& residual : view) squares += residual.squaredNorm();
    all.push_back(std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, view.size()))));
  }
  return all;
}

std::optional<Vector2> project_corner(const CameraParameters& lens, const BoardPose& pose,
                                      const Eigen::Vector3d& p_board) {
  return project_in_camera(lens, {lens.distortion_model, lens.distortion},
                           rotation_of(pose.turn) * p_board + pose.place);
}

LensFit fit_lens(LensModel model, const BoardLayout& layout, const std::vector<BoardView>& views,
                 const LensStart& start) {
  LeastSquaresProblem problem = lens_problem(model, layout, views, start);
  LensFit fit;
  fit.model = model;
  double noise = 0.1;
  if (intrinsic_count(model) > kFirstOfDenominator) add_prior(problem, noise);
  fit.converged = start.rough ? solve_in_stages(problem, model, views.size(), noise)
                              : solve_with_prior(problem, views.size(), noise);
  const std::size_t lens_count = intrinsic_count(model);
  for (std::size_t i = 0; i < lens_count; ++i) fit.intrinsics.push_back(problem.unknowns[i].values[0]);
  fit.lens = make_lens(model, fit.intrinsics, views.front().width, views.front().height);

  double squares = 0.0;
  for (std::size_t v = 0; v < views.size(); ++v) {
    fit.poses.push_back(pose_of(problem.unknowns[lens_count + v].values.data()));
    const Eigen::VectorXd computed = term_residuals(problem, problem.terms[v]);
    std::vector<Vector2>& residuals = fit.residuals.emplace_back();
    for (Eigen::Index i = 0; i + 1 < computed.size(); i += 2)
      residuals.emplace_back(-computed[i], -computed[i + 1]);
    squares += computed.squaredNorm();
    fit.corners += static_cast<int>(residuals.size());
  }
  fit.rms = std::sqrt(squares / std::max(1, fit.corners));

  const SharedInformation information = lens_information(problem, lens_count);
  fit.sigma = std::sqrt(squares / std::max(1, information.degrees_of_freedom));
  fit.covariance = fit.sigma * fit.sigma * information.covariance;
  fit.untold = name_combinations(information.untold, intrinsic_names(model));
  return fit;
}

Eigen::MatrixXd stated_covariance(const LensFit& fit, const BoardLayout& layout,
                                  const std::vector<BoardView>& views) {
  // The others' coefficients leave their region straight, and two hundred directions take as long as a fit.
  if (intrinsic_count(fit.model) <= kFirstOfDenominator) return fit.covariance;
  LeastSquaresProblem problem = lens_problem(fit.model, layout, views, {fit.intrinsics, fit.poses, false});
  const double noise = noise_of(problem, views.size());
  add_prior(problem, noise);
  return bent_covariance(problem, lens_information(problem, fit.intrinsics.size()), fit.sigma);
}

BoardPose fit_pose(const CameraParameters& lens, const BoardLayout& layout, const BoardView& view,
                   const BoardPose& start) {
  LeastSquaresProblem problem;
  problem.unknowns.push_back({values_of_pose(start), false});
  problem.terms.push_back(
      {{0}, 2 * static_cast<int>(view.corners.size()), [&](const double* const* values, double* residuals) {
         return view_residuals(lens, pose_of(values[0]), layout, view, residuals);
       }});
  solve_least_squares(problem, 50);
  return pose_of(problem.unknowns[0].values.data());
}

}  // namespace freefloat
