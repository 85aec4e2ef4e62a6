#pragma once

#include <cstdint>
#include <vector>

#include "estimation/estimator_config.h"
#include "estimation/factored_covariance.h"
#include "model/momentum.h"
#include "model/planar_model.h"
#include "model/posture.h"
#include "types/marker_frame.h"
#include "types/robot_state.h"
#include "types/time.h"

namespace freefloat {

/// What the robot filter knows before the run.
struct RobotFilterSetup {
  PlanarModel model;                      ///< of the robot as it is now, payload included
  std::vector<MarkerParameters> markers;  ///< in the order of MarkerFrame, offsets for `model`
  EstimatorConfig config;
  bool free = true;  ///< false: the hand is fixed to the table, so momentum is not conserved
};

/// Belief about the robot at one instant. The momentum equation is the motion model, so the joint rates are
/// an input. Order of the covariance: p_WG, theta_WB, joints, v_WG, angular momentum, so that what moves
/// comes before what moves it.
struct RobotFilterState {
  bool initialised = false;
  Time at{};
  Vector2 p_WG = Vector2::Zero();  ///< m
  double theta_WB = 0.0;           ///< rad
  JointVector joints;              ///< rad
  Vector2 v_WG = Vector2::Zero();  ///< m/s
  double angular_momentum = 0.0;   ///< L about G, N m s
  CovarianceFactors covariance;
};

/// Where each quantity is in the covariance.
struct FilterLayout {
  Eigen::Index joints = 0;  ///< n
  Eigen::Index velocity() const { return 3 + joints; }
  Eigen::Index momentum() const { return 5 + joints; }
  Eigen::Index size() const { return 6 + joints; }
};

inline FilterLayout layout_of(const RobotFilterState& state) {
  return {state.joints.size()};
}

/// Outcome of one frame.
struct MarkerUpdate {
  int used = 0;
  int rejected = 0;
  std::uint32_t far = 0;          ///< of those the ones beyond `far_marker`, a bit each, as in MarkerFrame
  double worst_innovation = 0.0;  ///< largest normalised innovation, standard deviations
};

/// Moves mean and covariance by `duration` with constant joint rates (rad/s): theta' = (L - I_m phi') / I_s,
/// Yoshida & Umetani 1990, Eq. (2) with the momentum kept. Fourth-order Runge-Kutta.
void propagate_robot_filter(const RobotFilterSetup& setup, const JointVector& joint_rates, Duration duration,
                            RobotFilterState& state);

/// @return I_s and I_m, which do not depend on the attitude.
AngularInertia inertia_at(const PlanarModel& model, const JointVector& joints);

/// Moves the mean alone; for predictions.
/// @param model Of the robot.
/// @param joint_rates Constant, rad/s.
/// @param duration Of the step.
/// @param state Its mean moves; the covariance stays.
/// @param inertia At the state's joints before; becomes that at its joints after, for the next step.
void propagate_robot_mean(const PlanarModel& model, const JointVector& joint_rates, Duration duration,
                          RobotFilterState& state, AngularInertia& inertia);

/// Takes in every robot LED of a frame whose capture time is the state's time; an LED outside the gate is
/// left out.
MarkerUpdate update_with_markers(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                 RobotFilterState& state);

/// Takes in potentiometer angles, rad, length n, read at the state's time.
void update_with_potentiometers(const RobotFilterSetup& setup, const JointVector& angles,
                                RobotFilterState& state);

/// @return Covariance of a point of the robot, m^2.
Matrix2 covariance_of_point(const PointMotion& point, const RobotFilterState& state);

/// @return Whether every number of the belief is finite, and pose and joints within 1 km and 10^6 rad.
bool is_plausible(const RobotFilterState& state);

/// @param model The robot.
/// @param state The belief.
/// @param posture Of the belief.
/// @param joint_rates Measured rates, rad/s, length n.
/// @return Pose and velocity of the robot that the state and the rates imply.
RobotState robot_state(const PlanarModel& model, const RobotFilterState& state, const Posture& posture,
                       const JointVector& joint_rates);

}  // namespace freefloat
