#include "identification/momentum_fit.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense_solvers.h"
#include "identification/momentum_equations.h"
#include "identification/whitener.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::size_t kLeastPictures = 30;
constexpr double kLongestPictureGap = 0.3;  // between pictures of one stretch, s
constexpr int kMostIterations = 40;
constexpr int kPlainIterations = 4;  // before poses are adjusted: to be near enough for that
constexpr double kConverged = 1e-3;  // of every unknown, standard deviations
// What is known of drags before: a table is built to have next to none.
constexpr double kLinearDragSigma = 0.1;     // 1/s
constexpr double kAngularDragSigma = 0.002;  // m^2/s
// How far from the begin the parameters may be, over the longest body's length, and the square of it.
// Masses leave them no more; what no motion tells would wander off to where no equation is linear.
constexpr double kParameterSigma = 0.5;
constexpr double kMostSpread = 9.0;  // variance over the stated one that noise has; more is no noise
constexpr double kLeastTold = 25.0;  // information over that: a fifth of it is what a direction is known to

/// The measured poses are noisy themselves, and what they multiply is sought: the poses are adjusted along
/// with the unknowns (Gauss-Helmert), or noise would pull every inertia towards zero.
class MomentumProblem {
 public:
  MomentumProblem(const BodyGeometry& geometry, const std::vector<MotionStretch>& stretches,
                  const MomentumParameters& begin)
      : geometry_(geometry), stretches_(stretches), adjusted_(stretches), bodies_(geometry.body_count) {
    unknown_ = Eigen::VectorXd::Zero(parameter_count() +
                                     kStretchUnknowns * static_cast<Eigen::Index>(stretches.size()));
    unknown_.head(parameter_count()) = begin.list();
    begin_ = unknown_.head(parameter_count());
    double longest = 0.0;
    for (const Vector2& way : geometry.to_next) longest = std::max(longest, way.norm());
    belief_ = Eigen::VectorXd::Constant(parameter_count(), std::pow(kParameterSigma * longest, -2));
    belief_.tail(bodies_).setConstant(std::pow(kParameterSigma * longest * longest, -2));
  }

  void solve();
  MomentumFit result() const;

  /// Sums up the equations of all stretches at the unknowns as they are.
  void assemble();

  /// @return Information of the momentum parameters, everything else left open: Schur complement.
  Eigen::MatrixXd information() const;

 private:
  Eigen::Index parameter_count() const { return 3 * bodies_; }
  Eigen::Index stretch_at(std::size_t s) const {
    return parameter_count() + kStretchUnknowns * static_cast<Eigen::Index>(s);
  }
  void add_stretch(std::size_t s);

  /// @param all Normal equations of the stretch: parameters, its own unknowns, residual.
  void put_stretch(std::size_t s, const Eigen::MatrixXd& all);

  void choose_told(double variance);
  void step();

  const BodyGeometry& geometry_;
  const std::vector<MotionStretch>& stretches_;
  std::vector<MotionStretch> adjusted_;  ///< poses as near to the measured ones as the equations permit
  Eigen::Index bodies_;
  Eigen::VectorXd unknown_;
  Eigen::VectorXd begin_;   ///< the parameters'
  Eigen::VectorXd belief_;  ///< weight of the begin, one a parameter
  Eigen::MatrixXd normal_;
  Eigen::MatrixXd told_by_noise_;  ///< of the parameters' part of `normal_`, with the noise that is stated
  Eigen::VectorXd gradient_;
  double cost_ = 0.0;
  std::vector<double> stretch_noise_;
  Eigen::MatrixXd told_;       ///< directions of the parameters in which the motion tells something
  Eigen::MatrixXd onto_told_;  ///< what of the parameters lies along these, all that is told
  double largest_step_ = 0.0;  ///< of an unknown, standard deviations
  bool adjusts_ = false;
  std::size_t pictures_ = 0;
};

void MomentumProblem::add_stretch(std::size_t s) {
  const MotionStretch& measured = stretches_[s];
  const auto parameters = MomentumParameters::from_list(unknown_.head(parameter_count()));
  MotionStretch& stretch = adjusted_[s];
  PairIntegrals pairs(bodies_);
  Whitener whitener(parameter_count() + kStretchUnknowns + 1);
  double left = 0.0;  // in the integral, of what the pictures before were adjusted by
  const Time begin = stretch.front().at;
  Vector2 path = Vector2::Zero();
  Vector2 way_before = Vector2::Zero();
  double turning = 0.0;
  const auto centre = [&](const BodyPoses& pose) {
    Vector2 p = pose.origin;
    for (Eigen::Index j = 0; j < bodies_; ++j) p += rotate(pose.angles[j], parameters.vectors[j]);
    return p;
  };
  const Vector2 start = centre(stretch.front());
  std::vector<Eigen::VectorXd> adjustments;
  for (std::size_t i = 0; i < stretch.size(); ++i) {
    const BodyPoses& pose = stretch[i];
    const Vector2 way = centre(pose) - start;
    if (i > 0) {
      const BodyPoses& before = stretch[i - 1];
      const double dt = to_seconds(pose.at - before.at);
      pairs.advance(before.angles, angles_halfway(stretch, i), pose.angles);
      path += 0.5 * dt * (way + way_before);
      turning += 0.5 * dt * (pose.angles[0] + before.angles[0] - 2.0 * stretch.front().angles[0]);
    }
    way_before = way;
    // Linear about the adjusted pose: what was measured is that far off.
    MomentumEquations e =
        momentum_equations(geometry_, parameters, unknown_.segment(stretch_at(s), kStretchUnknowns), pose,
                           {to_seconds(pose.at - begin), path, turning}, pairs);
    Eigen::VectorXd adjustment(bodies_ + 2);
    adjustment << pose.origin - measured[i].origin, pose.angles - measured[i].angles;
    double wandered = 0.0;
    if (i > 0) {
      const Eigen::VectorXd by_angle = left_in_integral(geometry_, parameters, stretch[i - 1], pose);
      wandered = by_angle.dot(pose.covariance.bottomRightCorner(bodies_, bodies_) * by_angle);
      left += by_angle.dot(adjustment.tail(bodies_));
    }
    e.residual -= e.by_pose * adjustment;
    e.residual[2] -= left;
    const Eigen::Vector3d force =
        whitener.add(e, e.by_pose * pose.covariance * e.by_pose.transpose(), wandered);
    adjustments.push_back(-pose.covariance * e.by_pose.transpose() * force);
    told_by_noise_ += told_by_noise(geometry_, parameters, pose, pose.covariance, whitener.weight());
    ++pictures_;
  }
  for (std::size_t i = 0; adjusts_ && i < stretch.size(); ++i) {
    stretch[i].origin = measured[i].origin + adjustments[i].head<2>();
    stretch[i].angles = measured[i].angles + adjustments[i].tail(bodies_);
  }
  put_stretch(s, whitener.normal());
}

void MomentumProblem::put_stretch(std::size_t s, const Eigen::MatrixXd& all) {
  const Eigen::Index head = parameter_count();
  const Eigen::Index own = stretch_at(s);
  normal_.topLeftCorner(head, head) += all.topLeftCorner(head, head);
  normal_.block(0, own, head, kStretchUnknowns) += all.block(0, head, head, kStretchUnknowns);
  normal_.block(own, own, kStretchUnknowns, kStretchUnknowns) +=
      all.block(head, head, kStretchUnknowns, kStretchUnknowns);
  gradient_.head(head) += all.col(head + kStretchUnknowns).head(head);
  gradient_.segment(own, kStretchUnknowns) +=
      all.col(head + kStretchUnknowns).segment(head, kStretchUnknowns);
  const double cost = all(head + kStretchUnknowns, head + kStretchUnknowns);
  cost_ += cost;
  const double freedom = 3.0 * static_cast<double>(stretches_[s].size()) - kStretchUnknowns;
  stretch_noise_.push_back(std::sqrt(cost / freedom));
  const auto believe = [&](Eigen::Index which, double sigma) {
    const Eigen::Index at = stretch_at(s) + which;
    normal_(at, at) += 1.0 / (sigma * sigma);
    gradient_[at] += unknown_[at] / (sigma * sigma);
  };
  believe(kLinearDrag, kLinearDragSigma);
  believe(kAngularDrag, kAngularDragSigma);
}

void MomentumProblem::assemble() {
  normal_.setZero(unknown_.size(), unknown_.size());
  told_by_noise_.setZero(parameter_count(), parameter_count());
  gradient_.setZero(unknown_.size());
  stretch_noise_.clear();
  cost_ = 0.0;
  pictures_ = 0;
  for (std::size_t s = 0; s < stretches_.size(); ++s) add_stretch(s);
  normal_.triangularView<Eigen::StrictlyLower>() = normal_.transpose();
}

Eigen::MatrixXd MomentumProblem::information() const {
  const Eigen::Index head = parameter_count();
  const Eigen::Index rest = unknown_.size() - head;
  const Eigen::MatrixXd cross = normal_.topRightCorner(head, rest);
  const Eigen::MatrixXd inner = normal_.bottomRightCorner(rest, rest);
  return normal_.topLeftCorner(head, head) - cross * dense::solve_symmetric(inner, cross.transpose());
}

/// Directions in which the motion tells next to nothing stay where they began: steps along them would lead to
/// where no equation is linear.
/// @param variance Of the noise, over what is stated.
void MomentumProblem::choose_told(double variance) {
  const Eigen::VectorXd unit = belief_.cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd told = information_without_noise(information(), variance * told_by_noise_) / variance;
  const Eigen::MatrixXd scaled = unit.asDiagonal() * told * unit.asDiagonal();
  const dense::SymmetricEigen axes = dense::symmetric_eigen(0.5 * (scaled + scaled.transpose()));
  const Eigen::Index count = (axes.values.array() > kLeastTold).count();
  told_ = unit.asDiagonal() * axes.vectors.rightCols(count);
  onto_told_ = told_ * axes.vectors.rightCols(count).transpose() * unit.cwiseInverse().asDiagonal();
}

void MomentumProblem::step() {
  const Eigen::Index head = parameter_count();
  const Eigen::Index rest = unknown_.size() - head;
  Eigen::MatrixXd way = Eigen::MatrixXd::Zero(unknown_.size(), told_.cols() + rest);
  way.topLeftCorner(head, told_.cols()) = told_;
  way.bottomRightCorner(rest, rest).setIdentity();
  // From the begin, so that nothing is left of what earlier steps thought to be told.
  Eigen::VectorXd back = Eigen::VectorXd::Zero(unknown_.size());
  back.head(head) = begin_ - unknown_.head(head);
  Eigen::MatrixXd normal = normal_;
  normal.diagonal().head(head) += belief_;
  const Eigen::VectorXd gradient = gradient_ + normal_ * back;
  const Eigen::MatrixXd along = way.transpose() * normal * way;
  const Eigen::VectorXd scale = along.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::VectorXd goal =
      dense::solve_least_norm(scale.asDiagonal() * along * scale.asDiagonal(),
                              scale.asDiagonal() * (way.transpose() * gradient), 1e-12);
  const Eigen::VectorXd change = back - way * (scale.asDiagonal() * goal);
  unknown_ += change;
  largest_step_ = change.cwiseProduct(normal.diagonal().cwiseSqrt()).cwiseAbs().maxCoeff();
}

void MomentumProblem::solve() {
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    adjusts_ = iteration >= kPlainIterations;
    assemble();
    // Of how noisy the LEDs really are the last one knows.
    const double spread = cost_ / (3.0 * static_cast<double>(pictures_));
    const bool last = iteration + 1 == kPlainIterations;
    if (!adjusts_) choose_told(last ? std::clamp(spread, 1.0, kMostSpread) : 1.0);
    step();
    if (iteration > kPlainIterations + 1 && largest_step_ < kConverged) break;
  }
}

MomentumFit MomentumProblem::result() const {
  MomentumFit fit;
  fit.value = MomentumParameters::from_list(unknown_.head(parameter_count()));
  fit.pictures = pictures_;
  const double freedom = 3.0 * static_cast<double>(pictures_) - static_cast<double>(unknown_.size());
  fit.freedom = std::max(1.0, freedom);
  fit.noise = std::sqrt(cost_ / fit.freedom);
  fit.stretch_noise = stretch_noise_;
  const double variance = std::max(1.0, fit.noise * fit.noise);
  const Eigen::MatrixXd told = information_without_noise(information(), variance * told_by_noise_) / variance;
  fit.information = onto_told_.transpose() * told * onto_told_;
  const Eigen::VectorXd scale = normal_.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * normal_ * scale.asDiagonal();
  const Eigen::MatrixXd covariance = scale.asDiagonal() * dense::pseudo_inverse(scaled) * scale.asDiagonal();
  const auto sigma = [&](Eigen::Index at) { return std::sqrt(std::max(0.0, variance * covariance(at, at))); };
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    const Eigen::Index own = stretch_at(s);
    TableForce force;
    force.tilt = unknown_.segment<2>(own + kTilt);
    force.tilt_sigma = {sigma(own + kTilt), sigma(own + kTilt + 1)};
    force.linear_drag = unknown_[own + kLinearDrag];
    force.linear_drag_sigma = sigma(own + kLinearDrag);
    force.angular_drag = unknown_[own + kAngularDrag];
    fit.table.push_back(force);
  }
  return fit;
}

}  // namespace

std::vector<MotionStretch> find_stretches(const std::vector<BodyPoses>& poses) {
  std::vector<MotionStretch> all;
  MotionStretch open;
  const auto close = [&] {
    if (open.size() >= kLeastPictures) all.push_back(open);
    open.clear();
  };
  for (const BodyPoses& pose : poses) {
    const bool gap = !open.empty() && to_seconds(pose.at - open.back().at) > kLongestPictureGap;
    if (gap || !pose.moving) close();
    if (pose.moving) open.push_back(pose);
  }
  close();
  return all;
}

MomentumFit fit_momentum(const BodyGeometry& geometry, const std::vector<MotionStretch>& stretches,
                         const MomentumParameters& begin) {
  MomentumProblem problem(geometry, stretches, begin);
  problem.solve();
  return problem.result();
}

Eigen::MatrixXd momentum_information(const BodyGeometry& geometry, const MotionStretch& stretch,
                                     const MomentumParameters& parameters) {
  const std::vector<MotionStretch> stretches{stretch};
  MomentumProblem problem(geometry, stretches, parameters);
  problem.assemble();
  return problem.information();
}

}  // namespace freefloat
