#include "identification/momentum_equations.h"

#include <cmath>

#include "algebra/dense_solvers.h"
#include "types/angle.h"

namespace freefloat {

namespace {

Matrix2 turned(double cosine, double sine) {
  Matrix2 r;
  r << cosine, -sine, sine, cosine;
  return r;
}

/// Third row: integral of the angular momentum over the total mass.
void add_angular(const BodyGeometry& geometry, const MomentumParameters& parameters, const BodyPoses& pose,
                 const PairIntegrals& pairs, MomentumEquations& e) {
  const Eigen::Index bodies = geometry.body_count;
  for (Eigen::Index j = 0; j < bodies; ++j) {
    e.residual[2] += parameters.inertias[j] * pose.angles[j];
    e.by_parameters(2, 2 * bodies + j) = pose.angles[j];
    e.by_pose(2, 2 + j) += parameters.inertias[j];
  }
  for (Eigen::Index j = 0; j < bodies; ++j) {
    const Vector2 before = geometry.to_next[j] - parameters.vectors[j];
    for (Eigen::Index k = j + 1; k < bodies; ++k) {
      const Vector2& behind = parameters.vectors[k];
      const Matrix2 integral = pairs.of(j, k);
      e.residual[2] += before.dot(integral * behind);
      e.by_parameters.block<1, 2>(2, 2 * j) -= (integral * behind).transpose();
      e.by_parameters.block<1, 2>(2, 2 * k) += before.transpose() * integral;
      const double now = before.dot(rotate(pose.angles[k] - pose.angles[j], behind));
      e.by_pose(2, 2 + j) += now;
      e.by_pose(2, 2 + k) += now;
    }
  }
}

}  // namespace

void PairIntegrals::advance(const Eigen::VectorXd& from, const Eigen::VectorXd& halfway,
                            const Eigen::VectorXd& to) {
  if (halfway.size() == 0) return add(from, to, 1.0);
  add(from, to, -1.0 / 3.0);
  add(from, halfway, 4.0 / 3.0);
  add(halfway, to, 4.0 / 3.0);
}

/// Exact where all angles turn evenly.
void PairIntegrals::add(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double share) {
  for (Eigen::Index j = 0; j < bodies_; ++j) {
    for (Eigen::Index k = j + 1; k < bodies_; ++k) {
      const double middle = 0.5 * (from[k] - from[j] + to[k] - to[j]);
      const double half = 0.5 * (to[k] - to[j] - from[k] + from[j]);
      const double mean = std::abs(half) > 1e-4 ? std::sin(half) / half : 1.0 - half * half / 6.0;
      const double turned_by = (to[j] - from[j]) + (to[k] - from[k]);
      cosines_(j, k) += share * mean * std::cos(middle) * turned_by;
      sines_(j, k) += share * mean * std::sin(middle) * turned_by;
    }
  }
}

Matrix2 PairIntegrals::of(Eigen::Index j, Eigen::Index k) const {
  return turned(cosines_(j, k), sines_(j, k));
}

Eigen::VectorXd angles_halfway(const MotionStretch& stretch, std::size_t i) {
  if (i < 2 || i + 1 >= stretch.size()) return {};
  const double step = to_seconds(stretch[i].at - stretch[i - 1].at);
  for (const std::size_t at : {i - 1, i + 1}) {
    if (std::abs(to_seconds(stretch[at].at - stretch[at - 1].at) - step) > 0.1 * step) return {};
  }
  return (9.0 * (stretch[i - 1].angles + stretch[i].angles) - stretch[i - 2].angles - stretch[i + 1].angles) /
         16.0;
}

MomentumEquations momentum_equations(const BodyGeometry& geometry, const MomentumParameters& parameters,
                                     const Eigen::VectorXd& unknowns, const BodyPoses& pose,
                                     const SinceBegin& since, const PairIntegrals& pairs) {
  const Eigen::Index bodies = geometry.body_count;
  MomentumEquations e;
  e.residual.setZero();
  e.by_parameters.setZero(3, 3 * bodies);
  e.by_stretch.setZero(3, kStretchUnknowns);
  e.by_pose.setZero(3, bodies + 2);
  e.residual.head<2>() = pose.origin;
  e.by_pose.topLeftCorner<2, 2>().setIdentity();
  for (Eigen::Index j = 0; j < bodies; ++j) {
    const Vector2& vector = parameters.vectors[j];
    const double angle = pose.angles[j];
    e.residual.head<2>() += rotate(angle, vector);
    e.by_parameters.block<2, 2>(0, 2 * j) = turned(std::cos(angle), std::sin(angle));
    e.by_pose.block<2, 1>(0, 2 + j) = perpendicular(rotate(angle, vector));
  }
  add_angular(geometry, parameters, pose, pairs, e);
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  e.by_stretch.block<2, 2>(0, kStart) = -one;
  e.by_stretch.block<2, 2>(0, kVelocity) = -since.time * one;
  e.by_stretch.block<2, 2>(0, kTilt) = -0.5 * since.time * since.time * one;
  e.by_stretch.block<2, 1>(0, kLinearDrag) = since.path;
  e.by_stretch(2, kTurn) = -1.0;
  e.by_stretch(2, kSpin) = -since.time;
  e.by_stretch(2, kAngularDrag) = since.turning;
  e.residual += e.by_stretch * unknowns;
  return e;
}

Eigen::VectorXd left_in_integral(const BodyGeometry& geometry, const MomentumParameters& parameters,
                                 const BodyPoses& from, const BodyPoses& to) {
  const Eigen::Index bodies = geometry.body_count;
  Eigen::VectorXd by_angle = Eigen::VectorXd::Zero(bodies);
  const Eigen::VectorXd turned_by = to.angles - from.angles;
  for (Eigen::Index j = 0; j < bodies; ++j) {
    const Vector2 before = geometry.to_next[j] - parameters.vectors[j];
    for (Eigen::Index k = j + 1; k < bodies; ++k) {
      const Vector2& behind = parameters.vectors[k];
      const double slope = before.dot(perpendicular(rotate(to.angles[k] - to.angles[j], behind)));
      by_angle[k] += 2.0 * slope * turned_by[j];
      by_angle[j] -= 2.0 * slope * turned_by[k];
    }
  }
  return by_angle;
}

Eigen::MatrixXd told_by_noise(const BodyGeometry& geometry, const MomentumParameters& parameters,
                              const BodyPoses& pose, const Eigen::MatrixXd& covariance,
                              const Eigen::Matrix3d& weight) {
  const Eigen::Index bodies = geometry.body_count;
  // Of each body's angle: how the derivatives by the parameters change with it. They know no origin.
  std::vector<Eigen::Matrix<double, 3, Eigen::Dynamic>> by_angle(
      bodies, Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, 3 * bodies));
  for (Eigen::Index j = 0; j < bodies; ++j) {
    auto& own = by_angle[j];
    const double angle = pose.angles[j];
    own.block<2, 2>(0, 2 * j) = turned(-std::sin(angle), std::cos(angle));
    own(2, 2 * bodies + j) = 1.0;
    const Vector2 before = geometry.to_next[j] - parameters.vectors[j];
    for (Eigen::Index k = j + 1; k < bodies; ++k) {
      const Matrix2 coupling = turned(std::cos(pose.angles[k] - angle), std::sin(pose.angles[k] - angle));
      const Vector2& behind = parameters.vectors[k];
      for (const Eigen::Index which : {j, k}) {
        auto& slopes = by_angle[which];
        slopes.block<1, 2>(2, 2 * j) -= (coupling * behind).transpose();
        slopes.block<1, 2>(2, 2 * k) += before.transpose() * coupling;
      }
    }
  }
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(3 * bodies, 3 * bodies);
  for (Eigen::Index j = 0; j < bodies; ++j) {
    for (Eigen::Index k = 0; k < bodies; ++k)
      sum += covariance(2 + j, 2 + k) * by_angle[j].transpose() * weight * by_angle[k];
  }
  return sum;
}

Eigen::MatrixXd information_without_noise(const Eigen::MatrixXd& all, const Eigen::MatrixXd& by_noise) {
  const Eigen::VectorXd scale = all.diagonal().cwiseMax(1e-300).cwiseSqrt();
  const Eigen::VectorXd unscale = scale.cwiseInverse();
  Eigen::MatrixXd spread = unscale.asDiagonal() * all * unscale.asDiagonal();
  spread.diagonal().array() += 1e-12;  // regular also where nothing tells anything
  const Eigen::MatrixXd slope = unscale.asDiagonal() * (all - by_noise) * unscale.asDiagonal();
  const Eigen::MatrixXd told = slope * dense::solve_symmetric(spread, slope);
  return scale.asDiagonal() * told * scale.asDiagonal();
}

}  // namespace freefloat
