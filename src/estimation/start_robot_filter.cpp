#include "estimation/start_robot_filter.h"

#include "estimation/fit_posture.h"
#include "model/momentum.h"
#include "model/posture.h"
#include "types/angle.h"

namespace freefloat {

namespace {

// Standard deviations of a state that starts from one frame.
constexpr double kStartPositionSigma = 0.002;  // m
constexpr double kStartAngleSigma = 0.02;      // rad
constexpr double kStartSpeedSigma = 0.3;       // m/s
constexpr double kStartRateSigma = 1.0;        // rad/s, of the satellite: tells the momentum's

double start_momentum_sigma(const PlanarModel& model, const RobotFilterState& state) {
  const Posture posture = compute_posture(state.theta_WB, state.joints);
  return kStartRateSigma * compute_angular_inertia(model, posture).satellite;
}

void set_start_covariance(const PlanarModel& model, RobotFilterState& state) {
  const FilterLayout layout = layout_of(state);
  StateVector sigmas = StateVector::Constant(layout.size(), kStartAngleSigma);
  sigmas.head<2>().setConstant(kStartPositionSigma);
  sigmas.segment<2>(layout.velocity()).setConstant(kStartSpeedSigma);
  sigmas[layout.momentum()] = start_momentum_sigma(model, state);
  state.covariance = independent_states(sigmas.cwiseAbs2());
}

}  // namespace

bool initialise_robot_filter(const RobotFilterSetup& setup, const MarkerFrame& frame,
                             const JointVector& pot_angles, RobotFilterState& state) {
  const int joint_count = setup.model.joint_count();
  const bool has_pots = pot_angles.size() == joint_count;
  RobotFilterState fresh;
  fresh.joints = has_pots ? pot_angles : JointVector::Zero(joint_count);
  auto pose = fit_satellite_pose(setup, frame, fresh.joints, 0);
  if (!pose && has_pots) pose = fit_satellite_pose(setup, frame, fresh.joints, joint_count);
  if (!pose) return false;
  fresh.theta_WB = pose->theta_WB;
  if (state.initialised) fresh.theta_WB = state.theta_WB + wrap_angle(fresh.theta_WB - state.theta_WB);
  pose->theta_WB = fresh.theta_WB;

  // Then one joint after the other. The potentiometers know which turn, the LEDs do not.
  for (int body = 1; body <= joint_count; ++body) {
    const auto fit = fit_joint(setup, frame, *pose, fresh.joints, body);
    if (!fit && !has_pots) return false;
    if (fit) fresh.joints[body - 1] = has_pots ? fit->angle : wrap_angle(fit->angle);
  }
  fresh.p_WG =
      pose->p_WB - satellite_from_mass_centre(setup.model, compute_posture(fresh.theta_WB, fresh.joints));
  fresh.at = frame.capture_time;
  fresh.initialised = true;
  set_start_covariance(setup.model, fresh);
  if (!is_plausible(fresh)) return false;
  state = fresh;
  return true;
}

void change_model(const PlanarModel& before, const RobotFilterSetup& after, RobotFilterState& state) {
  const Posture posture = compute_posture(state.theta_WB, state.joints);
  state.p_WG +=
      satellite_from_mass_centre(before, posture) - satellite_from_mass_centre(after.model, posture);
  forget_momentum(after.model, state);
}

void forget_momentum(const PlanarModel& model, RobotFilterState& state) {
  StateVector sigmas = StateVector::Constant(3, kStartSpeedSigma);
  sigmas[2] = start_momentum_sigma(model, state);
  start_states_anew(layout_of(state).velocity(), sigmas.cwiseAbs2(), state.covariance);
}

}  // namespace freefloat
