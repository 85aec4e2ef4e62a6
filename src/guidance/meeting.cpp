#include "guidance/meeting.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "model/generalized_jacobian.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kSteps = std::tuple_size_v<MeetingPath>;  // of the integration
constexpr double kLargestStep = 0.6;                    // rad of Newton's method
constexpr double kLongest = 60.0;                       // s
constexpr double kTurnLever = 0.05;                     // m, at which an error of the hand's angle is a miss

using Ramps = std::array<JointRamp, kMaxJoints>;

/// Where the ramps lead.
struct RampEnd {
  double theta_WB = 0.0;
  JointVector joints;
};

Ramps ramps_to(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting) {
  Ramps ramps;
  for (Eigen::Index j = 0; j < scene.joints.size(); ++j) ramps[j] = ramp_to_meeting(setup, scene, meeting, j);
  return ramps;
}

/// The momentum equation along the ramps, midpoint rule.
/// @param visit Called in the middle of each step with the joints' rates and the satellite's: (number, step).
template <class Visit>
RampEnd follow_ramps(const MeetingSetup& setup, const MeetingScene& scene, const Ramps& ramps, double time,
                     Visit&& visit) {
  const Eigen::Index n = scene.joints.size();
  const double part = time / kSteps;
  RampEnd end{scene.theta_WB, scene.joints};
  MeetingStep step;
  step.joints.resize(n);
  step.rates.resize(n);
  JointVector before = JointVector::Zero(n);
  for (int k = 0; k < kSteps; ++k) {
    step.time = (k + 0.5) * part;
    for (Eigen::Index j = 0; j < n; ++j) {
      const JointRamp& ramp = ramps[j];
      step.joints[j] = scene.joints[j] + ramp.way(step.time);
      // The mean: of ramps within a step nothing is lost.
      const double turned = ramp.way((k + 1) * part);
      step.rates[j] = (turned - before[j]) / part;
      before[j] = turned;
    }
    // The inertia does not depend on the attitude.
    const Posture posture = compute_posture(0.0, step.joints);
    step.w_WB =
        satellite_rate(compute_angular_inertia(setup.model, posture), step.rates, scene.angular_momentum);
    step.theta_WB = end.theta_WB + 0.5 * part * step.w_WB;
    end.theta_WB += part * step.w_WB;
    visit(k, step);
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    const JointRamp& ramp = ramps[j];
    end.joints[j] += ramp.way(ramp.time);
  }
  return end;
}

/// J^T (J J^T + lambda^2)^-1 of the hand's position, damped below the threshold. What is left of the joints'
/// freedom turns the hand.
class HandInverse {
 public:
  HandInverse(const GeneralizedJacobian& jacobian, double threshold)
      : j_(jacobian.position()), turn_(jacobian.matrix.row(2).transpose()) {
    Matrix2 square = j_ * j_.transpose();
    const double mean = 0.5 * square.trace();
    const double spread = std::hypot(0.5 * (square(0, 0) - square(1, 1)), square(0, 1));
    sigma_min_ = std::sqrt(std::max(0.0, mean - spread));
    const double ratio = threshold > 0.0 ? sigma_min_ / threshold : 1.0;
    if (ratio < 1.0) square.diagonal().array() += threshold * threshold * (1.0 - ratio * ratio);
    inverse_ = square.inverse();
  }
  JointVector operator()(const Vector2& hand) const { return j_.transpose() * (inverse_ * hand); }
  /// @param hand As above. @param turn The hand's angle is to change by this.
  JointVector operator()(const Vector2& hand, double turn) const {
    const JointVector change = (*this)(hand);
    const JointVector free = turn_ - j_.transpose() * (inverse_ * (j_ * turn_));
    return change + free * ((turn - turn_.dot(change)) / std::max(free.squaredNorm(), kLeastFree));
  }
  double sigma_min() const { return sigma_min_; }

 private:
  static constexpr double kLeastFree = 1e-3;  // below it the joints could not turn the hand without moving it

  PointJacobian j_;
  JointVector turn_;
  Matrix2 inverse_;
  double sigma_min_ = 0.0;
};

void keep_within(const MotionLimits& limits, JointVector& joints) {
  for (Eigen::Index j = 0; j < joints.size(); ++j) {
    const JointLimits& joint = limits.joints[j];
    joints[j] = std::clamp(joints[j], joint.min + limits.joint_margin, joint.max - limits.joint_margin);
  }
}

}  // namespace

PointState MeetingScene::goal_after(double time) const {
  PointState goal{target.p_after(time), target.v_after(time)};
  if (!line) return goal;
  const double before = line->slides ? std::max(0.0, line->before - time * line->speed) : line->before;
  const double direction = line->direction_after(time);
  const Vector2 along(std::cos(direction), std::sin(direction));
  goal.p -= before * along;
  goal.v -= before * line->rate * perpendicular(along);
  if (before > 0.0) goal.v += line->speed * along;
  return goal;
}

double time_needed(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting) {
  double time = setup.shortest_time;
  for (Eigen::Index j = 0; j < scene.joints.size(); ++j) {
    time = std::max(time, quickest_ramp_time(setup.ramp, meeting.joints[j] - scene.joints[j], scene.rates[j],
                                             meeting.rates[j]));
  }
  return time;
}

JointRamp ramp_to_meeting(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting,
                          Eigen::Index joint) {
  return ramp_in_time(setup.ramp, meeting.joints[joint] - scene.joints[joint], scene.rates[joint],
                      meeting.rates[joint], meeting.time);
}

MeetingPath path_to_meeting(const MeetingSetup& setup, const MeetingScene& scene, const Meeting& meeting) {
  MeetingPath path;
  follow_ramps(setup, scene, ramps_to(setup, scene, meeting), meeting.time,
               [&path](std::size_t k, const MeetingStep& step) { path[k] = step; });
  return path;
}

bool refine_meeting(const MeetingSetup& setup, const MeetingScene& scene, double earliest, int iterations,
                    double good, Meeting& meeting) {
  const Eigen::Index n = scene.joints.size();
  const bool turns = scene.line && scene.line->turns_hand;
  if (meeting.rates.size() != n) meeting.rates = JointVector::Zero(n);
  keep_within(setup.limits, meeting.joints);
  for (int iteration = 0;; ++iteration) {
    meeting.time = std::max(earliest, time_needed(setup, scene, meeting));
    if (!(meeting.time < kLongest)) return false;
    const RampEnd end = follow_ramps(setup, scene, ramps_to(setup, scene, meeting), meeting.time,
                                     [](std::size_t, const MeetingStep&) {});
    const Posture posture = compute_posture(end.theta_WB, end.joints);
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(setup.model, posture);
    const HandInverse inverse(jacobian, setup.singularity);
    const Vector2 p_WE = scene.mass_centre.p_after(meeting.time) + compute_hand(setup.model, posture).p_GX;
    const PointState goal = scene.goal_after(meeting.time);
    const Vector2 error = goal.p - p_WE;
    const Vector2 v_wanted = goal.v - scene.mass_centre.v_after(meeting.time) -
                             jacobian.by_momentum.head<2>() * scene.angular_momentum;
    const double turn_error =
        turns ? wrap_angle(scene.line->direction_after(meeting.time) - end.theta_WB - end.joints.sum()) : 0.0;
    const JointVector rates =
        turns ? inverse(v_wanted, scene.line->rate - jacobian.by_momentum[2] * scene.angular_momentum)
              : inverse(v_wanted);
    const double share = rates.lpNorm<Eigen::Infinity>() / setup.ramp.rate;
    meeting.rates = share > 1.0 ? JointVector(rates / share) : rates;
    meeting.miss = turns ? std::hypot(error.norm(), kTurnLever * turn_error) : error.norm();
    meeting.sigma_min = inverse.sigma_min();
    if (!std::isfinite(meeting.miss)) return false;
    if (meeting.miss <= good) return share <= 1.0;
    if (iteration >= iterations) return false;
    JointVector change = turns ? inverse(error, turn_error) : inverse(error);
    const double size = change.lpNorm<Eigen::Infinity>();
    if (size > kLargestStep) change *= kLargestStep / size;
    meeting.joints += change;
    keep_within(setup.limits, meeting.joints);
  }
}

}  // namespace freefloat
