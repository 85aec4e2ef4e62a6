#include "model/singular_point.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "model/generalized_jacobian.h"
#include "types/angle.h"

namespace freefloat {

namespace {

Posture posture_of(const LocusVector& point) {
  const Eigen::Index joints = point.size() - 2;
  Posture posture{BodyVector(joints + 1), BodyVector(joints + 1)};
  posture.cosines[0] = 1.0;
  posture.sines[0] = 0.0;
  for (Eigen::Index k = 1; k <= joints; ++k) {
    posture.cosines[k] = std::cos(point[k - 1]);
    posture.sines[k] = std::sin(point[k - 1]);
  }
  return posture;
}

}  // namespace

SingularPointEquations::SingularPointEquations(const PlanarModel& model)
    : model_(&model), reach_(model.hand_vectors().colwise().norm().sum()) {
  const Posture straight{BodyVector::Ones(model.body_count()), BodyVector::Zero(model.body_count())};
  lambda_scale_ = reach_ / compute_body_inertia(model, straight).sum();
}

SingularPointEquations::Evaluation SingularPointEquations::evaluate(const LocusVector& point) const {
  const Eigen::Index bodies = model_->body_count();
  const Posture posture = posture_of(point);
  const PointMotion hand = compute_hand(*model_, posture);
  const BodyVector h = compute_body_inertia(*model_, posture).colwise().sum().transpose();
  const double alpha = point[bodies - 1];
  const Vector2 along{std::cos(alpha), std::sin(alpha)};
  const double lambda = lambda_scale_ * point[bodies];

  Evaluation result{LocusVector(bodies), LocusMatrix::Zero(bodies, bodies + 1), hand.p_GX.norm(),
                    LocusVector::Zero(bodies + 1)};
  for (Eigen::Index k = 0; k < bodies; ++k) {
    const Vector2 moved = hand.by_body.col(k);
    const double component = cross(along, moved);  // along . (the vector that turns with body k)
    result.residual[k] = along.dot(moved) - lambda * h[k];
    result.slope(k, bodies - 1) = component;
    result.slope(k, bodies) = -lambda_scale_ * h[k];
    double own = -component;
    for (Eigen::Index j = 0; j < bodies; ++j) {
      if (j == k) continue;
      const double cosine = posture.cosines[k] * posture.cosines[j] + posture.sines[k] * posture.sines[j];
      const double sine = posture.sines[k] * posture.cosines[j] - posture.cosines[k] * posture.sines[j];
      const double slope = model_->cosine_inertia()(k, j) * sine - model_->sine_inertia()(k, j) * cosine;
      if (j > 0) result.slope(k, j - 1) = -lambda * slope;  // d h_k / d theta_j
      own += lambda * slope;                                // d h_k / d theta_k
    }
    if (k > 0) {
      result.slope(k, k - 1) = own;
      result.radius_slope[k - 1] = hand.p_GX.dot(moved);
    }
  }
  result.residual /= reach_;
  result.slope /= reach_;
  return result;
}

LocusVector SingularPointEquations::nearest_guess(const JointVector& angles) const {
  const Eigen::Index joints = angles.size();
  LocusVector point(joints + 2);
  point << angles, 0.0, 0.0;
  const Posture posture = posture_of(point);
  const PointMotion hand = compute_hand(*model_, posture);
  const AngularInertia inertia = compute_angular_inertia(*model_, posture);
  const PointJacobian jacobian = compute_generalized_jacobian(hand, inertia).position();
  const Matrix2 gram = jacobian * jacobian.transpose();
  // The direction of least motion is the eigenvector of the smaller eigenvalue.
  const double alpha = 0.5 * std::atan2(2.0 * gram(0, 1), gram(0, 0) - gram(1, 1)) + 0.5 * kPi;
  const Vector2 along{std::cos(alpha), std::sin(alpha)};
  const BodyVector gradient = hand.by_body.transpose() * along;
  const BodyVector h = compute_body_inertia(*model_, posture).colwise().sum().transpose();
  point[joints] = alpha;
  point[joints + 1] = gradient.dot(h) / (h.squaredNorm() * lambda_scale_);
  return point;
}

std::optional<LocusVector> SingularPointEquations::project(LocusVector point) const {
  constexpr int kMostIterations = 40;
  constexpr double kConverged = 1e-15;
  constexpr double kAcceptable = 1e-13;  // rounding, or slow convergence where two curves of the locus cross
  constexpr double kLargestStep = 0.5;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMostIterations; ++i) {
    const Evaluation at = evaluate(point);
    const double error = at.residual.norm();
    if (error < kConverged || (error < kAcceptable && error >= last)) return point;
    last = error;
    LocusVector step = at.slope.completeOrthogonalDecomposition().solve(at.residual);
    if (step.norm() > kLargestStep) step *= kLargestStep / step.norm();
    if (!step.allFinite()) return std::nullopt;
    point -= step;
  }
  return std::nullopt;
}

Eigen::VectorXd embed(const LocusVector& point) {
  const Eigen::Index joints = point.size() - 2;
  Eigen::VectorXd coordinates(2 * joints + 2);
  for (Eigen::Index k = 0; k < joints; ++k) {
    coordinates[2 * k] = std::cos(point[k]);
    coordinates[2 * k + 1] = std::sin(point[k]);
  }
  coordinates[2 * joints] = std::cos(2.0 * point[joints]);
  coordinates[2 * joints + 1] = std::sin(2.0 * point[joints]);
  return coordinates;
}

}  // namespace freefloat
