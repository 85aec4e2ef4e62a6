#include "identification/momentum_fit.h"

#include <Eigen/LU>
#include <cmath>

#include "algebra/dense_solvers.h"
#include "identification/momentum_equations.h"
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

/// Sums up the equations of one stretch. Beside the noise of each picture the angular one has an error that
/// wanders: the integral between pictures keeps what it once took in. A filter that follows the wandering
/// leaves innovations that are independent of each other, for the residual as for each column.
class Whitener {
 public:
  /// @param columns Unknowns, and one more for the residual.
  explicit Whitener(Eigen::Index columns)
      : followed_(Eigen::RowVectorXd::Zero(columns)), normal_(Eigen::MatrixXd::Zero(columns, columns)) {}

  /// @param noise Of the picture's three equations. @param wandered Variance since the picture before.
  /// @return The residual's innovation, weighted.
  Eigen::Vector3d add(const MomentumEquations& e, const Eigen::Matrix3d& noise, double wandered) {
    variance_ += wandered;
    Eigen::Matrix<double, 3, Eigen::Dynamic> innovation(3, followed_.size());
    innovation << e.by_parameters, e.by_stretch, e.residual;
    innovation.row(2) -= followed_;
    Eigen::Matrix3d spread = noise;
    spread(2, 2) += variance_;
    const Eigen::Matrix3d weight = spread.inverse();
    normal_ += innovation.transpose() * weight * innovation;
    const Eigen::RowVector3d gain = variance_ * weight.row(2);
    followed_ += gain * innovation;
    variance_ *= 1.0 - gain[2];
    return weight * innovation.rightCols<1>();
  }

  const Eigen::MatrixXd& normal() const { return normal_; }

 private:
  Eigen::RowVectorXd followed_;  ///< the wandering part of residual and columns
  double variance_ = 0.0;
  Eigen::MatrixXd normal_;
};

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
  }

  void solve();
  MomentumFit result() const;

 private:
  Eigen::Index parameter_count() const { return 3 * bodies_; }
  Eigen::Index stretch_at(std::size_t s) const {
    return parameter_count() + kStretchUnknowns * static_cast<Eigen::Index>(s);
  }
  void add_stretch(std::size_t s);

  const BodyGeometry& geometry_;
  const std::vector<MotionStretch>& stretches_;
  std::vector<MotionStretch> adjusted_;  ///< poses as near to the measured ones as the equations permit
  Eigen::Index bodies_;
  Eigen::VectorXd unknown_;
  Eigen::MatrixXd normal_;
  Eigen::VectorXd gradient_;
  double cost_ = 0.0;
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
    for (Eigen::Index j = 0; j < bodies_; ++j)
      p += rotate(pose.angles[j], parameters.vectors[static_cast<std::size_t>(j)]);
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
    ++pictures_;
  }
  for (std::size_t i = 0; adjusts_ && i < stretch.size(); ++i) {
    stretch[i].origin = measured[i].origin + adjustments[i].head<2>();
    stretch[i].angles = measured[i].angles + adjustments[i].tail(bodies_);
  }
  const Eigen::Index head = parameter_count();
  const Eigen::Index own = stretch_at(s);
  const Eigen::MatrixXd& all = whitener.normal();
  normal_.topLeftCorner(head, head) += all.topLeftCorner(head, head);
  normal_.block(0, own, head, kStretchUnknowns) += all.block(0, head, head, kStretchUnknowns);
  normal_.block(own, own, kStretchUnknowns, kStretchUnknowns) +=
      all.block(head, head, kStretchUnknowns, kStretchUnknowns);
  gradient_.head(head) += all.col(head + kStretchUnknowns).head(head);
  gradient_.segment(own, kStretchUnknowns) +=
      all.col(head + kStretchUnknowns).segment(head, kStretchUnknowns);
  cost_ += all(head + kStretchUnknowns, head + kStretchUnknowns);
  const auto believe = [&](Eigen::Index which, double sigma) {
    const Eigen::Index at = stretch_at(s) + which;
    normal_(at, at) += 1.0 / (sigma * sigma);
    gradient_[at] += unknown_[at] / (sigma * sigma);
  };
  believe(kLinearDrag, kLinearDragSigma);
  believe(kAngularDrag, kAngularDragSigma);
}

void MomentumProblem::solve() {
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    adjusts_ = iteration >= kPlainIterations;
    normal_.setZero(unknown_.size(), unknown_.size());
    gradient_.setZero(unknown_.size());
    cost_ = 0.0;
    pictures_ = 0;
    for (std::size_t s = 0; s < stretches_.size(); ++s) add_stretch(s);
    normal_.triangularView<Eigen::StrictlyLower>() = normal_.transpose();
    // What the motion does not tell stays where it is.
    const Eigen::VectorXd scale = normal_.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd scaled = scale.asDiagonal() * normal_ * scale.asDiagonal();
    const Eigen::VectorXd step = dense::solve_least_norm(scaled, scale.asDiagonal() * gradient_, 1e-12);
    unknown_ -= scale.asDiagonal() * step;
    if (iteration > kPlainIterations + 1 && step.cwiseAbs().maxCoeff() < kConverged) break;
  }
}

MomentumFit MomentumProblem::result() const {
  MomentumFit fit;
  fit.value = MomentumParameters::from_list(unknown_.head(parameter_count()));
  fit.pictures = pictures_;
  const double freedom = 3.0 * static_cast<double>(pictures_) - static_cast<double>(unknown_.size());
  fit.noise = std::sqrt(cost_ / std::max(1.0, freedom));
  const Eigen::Index head = parameter_count();
  const Eigen::Index rest = unknown_.size() - head;
  // Everything else left open: Schur complement.
  const Eigen::MatrixXd cross = normal_.topRightCorner(head, rest);
  const Eigen::MatrixXd inner = normal_.bottomRightCorner(rest, rest);
  const double variance = std::max(1.0, fit.noise * fit.noise);
  fit.information =
      (normal_.topLeftCorner(head, head) - cross * dense::solve_symmetric(inner, cross.transpose())) /
      variance;
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
    force.angular_drag_sigma = sigma(own + kAngularDrag);
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

}  // namespace freefloat
