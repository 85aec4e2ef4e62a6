#include "estimation/start_robot_filter.h"

#include <array>
#include <cmath>
#include <optional>

#include "estimation/usable_marker.h"
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
constexpr double kLeastBaseLine = 0.05;        // of two LEDs that tell an attitude, m

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
  state.covariance = sigmas.array().square().matrix().asDiagonal();
}

struct SatellitePose {
  double theta_WB = 0.0;
  Vector2 p_WB = Vector2::Zero();
};

/// Pose from the two usable LEDs of the bodies 0 .. `last_body` that are the farthest apart, these bodies
/// taken as rigid.
std::optional<SatellitePose> fit_pose(const RobotFilterSetup& setup, const MarkerFrame& frame,
                                      const JointVector& joints, int last_body) {
  const Posture straight = compute_posture(0.0, joints);
  std::array<Vector2, kMaxMarkers> p_GM;
  std::size_t first = 0;
  std::size_t second = 0;
  double base_line = kLeastBaseLine;
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    const MarkerParameters& marker = setup.markers[i];
    if (marker.body > last_body || !is_usable(frame.markers[i])) continue;
    p_GM[i] = compute_point(setup.model, straight, marker.body, marker.position).p_GX;
    for (std::size_t k = 0; k < i; ++k) {
      if (setup.markers[k].body > last_body || !is_usable(frame.markers[k])) continue;
      const double distance = (p_GM[i] - p_GM[k]).norm();
      if (distance <= base_line) continue;
      base_line = distance;
      first = k;
      second = i;
    }
  }
  if (first == second) return std::nullopt;
  const Vector2 in_robot = p_GM[second] - p_GM[first];
  const Vector2 in_table = frame.markers[second].p_WM - frame.markers[first].p_WM;
  SatellitePose pose;
  pose.theta_WB = std::atan2(cross(in_robot, in_table), in_robot.dot(in_table));
  const Vector2 middle_in_robot =
      0.5 * (p_GM[first] + p_GM[second]) - satellite_from_mass_centre(setup.model, straight);
  const Vector2 middle = 0.5 * (frame.markers[first].p_WM + frame.markers[second].p_WM);
  pose.p_WB = middle - rotate(pose.theta_WB, middle_in_robot);
  return pose;
}

std::optional<std::size_t> find_on_link(const RobotFilterSetup& setup, const MarkerFrame& frame, int body) {
  for (std::size_t i = 0; i < setup.markers.size(); ++i) {
    if (setup.markers[i].body == body && is_usable(frame.markers[i])) return i;
  }
  return std::nullopt;
}

}  // namespace

bool initialise_robot_filter(const RobotFilterSetup& setup, const MarkerFrame& frame,
                             const JointVector& pot_angles, RobotFilterState& state) {
  const int joint_count = setup.model.joint_count();
  const bool has_pots = pot_angles.size() == joint_count;
  RobotFilterState fresh;
  fresh.joints = has_pots ? pot_angles : JointVector::Zero(joint_count);
  auto pose = fit_pose(setup, frame, fresh.joints, 0);
  if (!pose && has_pots) pose = fit_pose(setup, frame, fresh.joints, joint_count);
  if (!pose) return false;
  fresh.theta_WB = pose->theta_WB;
  if (state.initialised) fresh.theta_WB = state.theta_WB + wrap_angle(fresh.theta_WB - state.theta_WB);

  // Then one joint after the other: the direction from the joint to an LED of its link.
  for (int body = 1; body <= joint_count; ++body) {
    const auto marker = find_on_link(setup, frame, body);
    if (!marker && !has_pots) return false;
    if (!marker) continue;
    const Posture posture = compute_posture(fresh.theta_WB, fresh.joints);
    const Vector2 p_WG = pose->p_WB - satellite_from_mass_centre(setup.model, posture);
    const PointMotion led = compute_point(setup.model, posture, body, setup.markers[*marker].position);
    // The LED seen from its joint, rotated by a right angle, is what the joint's own turn adds to its
    // motion; the satellite is held, so the motion of the mass centre must be taken out.
    const PointMotion centre = compute_point(setup.model, posture, 0, Vector2::Zero());
    const Vector2 turned = led.by_joints().col(body - 1) - centre.by_joints().col(body - 1);
    const Vector2 arm{turned.y(), -turned.x()};  // joint to LED
    const Vector2 joint = p_WG + led.p_GX - arm;
    const Vector2 seen = frame.markers[*marker].p_WM - joint;
    // LEDs know the angle within a turn only; the potentiometers know which turn.
    const double angle = fresh.joints[body - 1] + std::atan2(cross(arm, seen), arm.dot(seen));
    fresh.joints[body - 1] = has_pots ? angle : wrap_angle(angle);
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
  const FilterLayout layout = layout_of(state);
  const Eigen::Index v = layout.velocity();
  for (Eigen::Index i = v; i < layout.size(); ++i) {
    state.covariance.row(i).setZero();
    state.covariance.col(i).setZero();
  }
  state.covariance(v, v) = kStartSpeedSigma * kStartSpeedSigma;
  state.covariance(v + 1, v + 1) = kStartSpeedSigma * kStartSpeedSigma;
  const double momentum_sigma = start_momentum_sigma(after.model, state);
  state.covariance(layout.momentum(), layout.momentum()) = momentum_sigma * momentum_sigma;
}

}  // namespace freefloat
