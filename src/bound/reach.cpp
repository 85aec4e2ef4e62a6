#include "bound/reach.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/generalized_jacobian.h"

namespace freefloat {

namespace {

constexpr int kMostInner = 24;  // nodes between the first and the last ramp
constexpr double kStep = 0.03;  // s of the integration, at most
constexpr int kIterations = 60;
constexpr double kReached = 2e-6;       // m
constexpr double kDifference = 1e-6;    // rad, for the inertia's gradient
constexpr double kLargestChange = 0.3;  // of the largest rate, one iteration

double satellite_rate_at(const PlanarModel& model, const JointVector& joints, const JointVector& rates,
                         double momentum) {
  return satellite_rate(compute_angular_inertia(model, compute_posture(0.0, joints)), rates, momentum);
}

int steps_in(double interval) {
  return std::max(2, static_cast<int>(std::ceil(interval / kStep)));
}

}  // namespace

void Reach::lay_nodes(double time) {
  const double ramp = std::min(setup_.ramp.rate / setup_.ramp.acceleration, 0.5 * time);
  const double inner = time - 2.0 * ramp;
  const int parts = std::clamp(static_cast<int>(inner / (2.0 * ramp)), inner > 0.0 ? 1 : 0, kMostInner);
  nodes_.times = {0.0};
  for (int i = 0; i <= parts; ++i) nodes_.times.push_back(ramp + (parts > 0 ? inner * i / parts : 0.0));
  nodes_.times.push_back(time);
  nodes_.rates.assign(nodes_.times.size(), JointVector::Zero(scene_.joints.size()));
  nodes_.rates.front() = scene_.rates;
}

double Reach::within_box(double rate, std::size_t node, Eigen::Index joint) const {
  const double most = setup_.ramp.rate;
  const double since_first = setup_.ramp.acceleration * nodes_.times[node];
  const double until_last = setup_.ramp.acceleration * (nodes_.times.back() - nodes_.times[node]);
  const double first = nodes_.rates.front()[joint], last = nodes_.rates.back()[joint];
  const double low = std::max({-most, first - since_first, last - until_last});
  return std::clamp(rate, low, std::max(low, std::min({most, first + since_first, last + until_last})));
}

void Reach::integrate() {
  theta_WB_ = scene_.theta_WB;
  joints_ = scene_.joints;
  within_limits_ = true;
  for (std::size_t k = 0; k + 1 < nodes_.times.size(); ++k) {
    const double h = nodes_.times[k + 1] - nodes_.times[k];
    const JointVector& u = nodes_.rates[k];
    const JointVector slope = (nodes_.rates[k + 1] - u) / h;
    const int steps = steps_in(h);
    for (int i = 0; i < steps; ++i) {
      const double s = (i + 0.5) * h / steps;
      theta_WB_ += h / steps *
                   satellite_rate_at(setup_.model, joints_ + s * u + 0.5 * s * s * slope, u + s * slope,
                                     scene_.angular_momentum);
    }
    joints_ += 0.5 * h * (u + nodes_.rates[k + 1]);
    within_limits_ = within_limits_ && setup_.limits.allow(joints_);
  }
  const double time = nodes_.times.back();
  error_ = scene_.target.p_after(time) - scene_.mass_centre.p_after(time) -
           compute_hand(setup_.model, compute_posture(theta_WB_, joints_)).p_GX;
}

double Reach::follow(RateNodes nodes) {
  nodes_ = std::move(nodes);
  integrate();
  return theta_WB_;
}

const std::vector<JointVector>& Reach::turn_by_rates() {
  adjoint();
  return turn_by_rates_;
}

/// Backwards through `integrate`: what a rate changes goes on to all later joints.
void Reach::adjoint() {
  const Eigen::Index n = scene_.joints.size();
  turn_by_rates_.assign(nodes_.times.size(), JointVector::Zero(n));
  JointVector by_joints = JointVector::Zero(n);  // d theta_WB at the end / d joints here
  JointVector joints = joints_;
  for (std::size_t k = nodes_.times.size() - 1; k-- > 0;) {
    const double h = nodes_.times[k + 1] - nodes_.times[k];
    const JointVector& u = nodes_.rates[k];
    const JointVector slope = (nodes_.rates[k + 1] - u) / h;
    joints -= 0.5 * h * (u + nodes_.rates[k + 1]);
    turn_by_rates_[k] += 0.5 * h * by_joints;
    turn_by_rates_[k + 1] += 0.5 * h * by_joints;
    const int steps = steps_in(h);
    for (int i = 0; i < steps; ++i) {
      const double s = (i + 0.5) * h / steps;
      const JointVector at = joints + s * u + 0.5 * s * s * slope;
      const JointVector rates = u + s * slope;
      const AngularInertia inertia = compute_angular_inertia(setup_.model, compute_posture(0.0, at));
      const double middle = satellite_rate(inertia, rates, scene_.angular_momentum);
      JointVector by_posture(n);
      for (Eigen::Index j = 0; j < n; ++j) {
        JointVector moved = at;
        moved[j] += kDifference;
        by_posture[j] =
            (satellite_rate_at(setup_.model, moved, rates, scene_.angular_momentum) - middle) / kDifference;
      }
      const JointVector by_rate = -inertia.joints / inertia.satellite;
      const double step = h / steps;
      const double later = 0.5 * s * s / h;
      turn_by_rates_[k] += step * ((s - later) * by_posture + (1.0 - s / h) * by_rate);
      turn_by_rates_[k + 1] += step * (later * by_posture + s / h * by_rate);
      by_joints += step * by_posture;
    }
  }
}

/// The last node's rates: the hand moves as the target does.
/// @return Whether the joints can have them.
bool Reach::end_rates() {
  const Posture posture = compute_posture(theta_WB_, joints_);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(setup_.model, posture);
  const PointJacobian j = jacobian.position();
  const double time = nodes_.times.back();
  const Vector2 v = scene_.target.v_after(time) - scene_.mass_centre.v_after(time) -
                    jacobian.by_momentum.head<2>() * scene_.angular_momentum;
  Matrix2 square = j * j.transpose();
  square.diagonal().array() += 1e-9;
  const JointVector rates = j.transpose() * (square.inverse() * v);
  const double most = rates.lpNorm<Eigen::Infinity>() / setup_.ramp.rate;
  nodes_.rates.back() = most > 1.0 ? JointVector(rates / most) : rates;
  return most <= 1.0;
}

/// Smallest change of the rates within their box that leads to the target, as far as the gradient tells.
/// @return Largest change, rad/s.
double Reach::correct(const Vector2& error) {
  const PointMotion hand = compute_hand(setup_.model, compute_posture(theta_WB_, joints_));
  const Eigen::Index n = scene_.joints.size();
  const std::size_t nodes = nodes_.times.size();
  std::vector<Vector2> gradient;
  gradient.reserve(nodes * n);
  for (std::size_t k = 1; k + 1 < nodes; ++k) {
    const double weight = 0.5 * (nodes_.times[k + 1] - nodes_.times[k - 1]);
    for (Eigen::Index j = 0; j < n; ++j)
      gradient.emplace_back(hand.by_attitude() * turn_by_rates_[k][j] + hand.by_joints().col(j) * weight);
  }
  std::vector<bool> fixed(gradient.size(), false);
  const double most = kLargestChange * setup_.ramp.rate;
  double largest = 0.0;
  Vector2 left = error;
  for (int pass = 0; pass < 12; ++pass) {
    Matrix2 square = 1e-12 * Matrix2::Identity();
    for (std::size_t i = 0; i < gradient.size(); ++i)
      if (!fixed[i]) square += gradient[i] * gradient[i].transpose();
    const Vector2 wanted = square.inverse() * left;
    bool any = false;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      if (fixed[i]) continue;
      const std::size_t node = 1 + i / n;
      const auto joint = static_cast<Eigen::Index>(i % static_cast<std::size_t>(n));
      double& rate = nodes_.rates[node][joint];
      const double change = std::clamp(gradient[i].dot(wanted), -most, most);
      const double next = within_box(rate + change, node, joint);
      if (next != rate + change) fixed[i] = any = true;
      largest = std::max(largest, std::abs(next - rate));
      left -= gradient[i] * (next - rate);
      rate = next;
    }
    if (!any || left.norm() < 1e-9) break;
  }
  return largest;
}

bool Reach::search(double time, const JointVector& way) {
  lay_nodes(time);
  for (std::size_t k = 1; k + 1 < nodes_.times.size(); ++k) {
    for (Eigen::Index j = 0; j < way.size(); ++j)
      nodes_.rates[k][j] = within_box(way[j] * setup_.ramp.rate, k, j);
  }
  double before = 1e9;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    integrate();
    const bool can_end = end_rates();
    const double miss = error_.norm();
    if (!std::isfinite(miss)) return false;
    if (miss < kReached) return can_end && within_limits_;
    // Ten iterations that gain little: the box is too small.
    if (iteration % 10 == 9) {
      if (miss > 0.7 * before) return false;
      before = miss;
    }
    adjoint();
    if (correct(error_) < 1e-10) return false;
  }
  return false;
}

}  // namespace freefloat
