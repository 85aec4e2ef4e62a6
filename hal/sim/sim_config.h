#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hal/camera_settings.h"
#include "hal/sim/drive_parameters.h"
#include "hal/sim/fault_schedule.h"
#include "hal/sim/imaging_parameters.h"
#include "hal/sim/truth_config.h"
#include "model/robot_parameters.h"
#include "types/angle.h"
#include "types/robot_state.h"
#include "types/time.h"

namespace freefloat {

/// Forces that a real air-bearing table exerts.
struct ResidualParameters {
  double tilt = 0.0;            ///< residual gravity along the table, in multiples of g
  double tilt_direction = 0.0;  ///< rad in W; drawn at random from the seed when `tilt_direction_random`
  bool tilt_direction_random = true;
  double linear_drag = 0.0;              ///< N s/m on every body, in proportion to its mass, per kg: 1/s
  double angular_drag = 0.0;             ///< N m s/rad on the satellite
  Vector2 hose_force = Vector2::Zero();  ///< constant force on the satellite, N
  double pad_stiction = 0.0;             ///< Coulomb friction of the pads, in multiples of weight
};

enum class TargetMount : std::uint8_t {
  kTable,     ///< stands fixed to the table
  kFloating,  ///< floats on air pads and can be pushed
  kNone,
};

/// What people say of a standing target's place: among other spots that stand it cannot be told else.
struct TargetSearch {
  double radius = 0.0;  ///< until first seen it is looked for within so much of `expected_at`; 0: anywhere, m
  std::optional<Vector2> expected_at{};  ///< where people say that it stands; empty: at its start, m
};

/// Whether and how bodies collide.
struct ContactParameters {
  bool enabled = false;       ///< hand, arm, satellite, target and the table's edge meet
  double restitution = 0.4;   ///< square root of the share of compression's work that comes back
  double friction = 0.2;      ///< Coulomb
  double rest_speed = 0.002;  ///< slower ones rest against each other, m/s
};

/// The target satellite.
struct TargetParameters {
  std::string name{};  ///< by which a phase chooses it; empty: it is the only one
  TargetMount mount = TargetMount::kTable;
  double mass = 1.0;             ///< kg
  double inertia = 0.005;        ///< kg m^2
  BodyState start;               ///< at t = 0
  double irregular_force = 0.0;  ///< standard deviation of a random force, N, new every `irregular_interval`
  Duration irregular_interval = from_seconds(0.5);
  std::vector<Vector2> markers{Vector2::Zero()};  ///< LEDs from the grapple point, body frame, m
  /// Mass centre from the grapple point, body frame, m. Given: the controller follows the target as a body
  /// that turns; empty: it is the grapple point, which goes straight.
  std::optional<Vector2> mass_centre{};
  double marker_height = 0.2;  ///< above the table, m
  TargetShape shape;           ///< as it can be touched, from the grapple point
  /// How the hand is to come to it: direction in its frame, or in W where it has one LED; empty: from
  /// anywhere, rad.
  std::optional<double> approach{};
  double approach_tolerance = deg_to_rad(15.0);  ///< rad
  double approach_distance = 0.06;               ///< of the part of the way that counts, m
  TargetSearch search;
};

/// @return Velocity of its mass centre at the start, m/s.
inline Vector2 mass_centre_velocity(const TargetParameters& target) {
  if (!target.mass_centre) return target.start.v;
  return target.start.v + target.start.w * perpendicular(rotate(target.start.theta, *target.mass_centre));
}

/// @param v_WC Velocity of its mass centre, m/s.
/// @param target Its start's velocity becomes that of the grapple point, which goes around the mass centre.
inline void set_grapple_velocity(const Vector2& v_WC, TargetParameters& target) {
  target.start.v = v_WC;
  if (target.mass_centre)
    target.start.v -= target.start.w * perpendicular(rotate(target.start.theta, *target.mass_centre));
}

/// The gripper on the hand.
struct GripperParameters {
  double capture_radius = 0.008;  ///< grapple point must be this near when the jaws close, m
  double capture_speed = 0.03;    ///< and no faster than this, m/s
  Duration closing_time = from_seconds(0.2);
};

/// The simulated wire.
struct WireParameters {
  Duration latency = from_seconds(0.002);  ///< each way
  double loss = 0.0;                       ///< share of frames
  double corruption = 0.0;                 ///< share of frames with a flipped bit
};

enum class ServoModel : std::uint8_t {
  kFirmware,   ///< the C servo code, converters, motors: torque level
  kKinematic,  ///< joints follow the commanded rates at once; attitude from the momentum
};

enum class SimPace : std::uint8_t {
  kFree,      ///< lockstep on a virtual clock, as fast as possible
  kPaced,     ///< the same, held back to real time
  kRealTime,  ///< a thread of its own: the program meets it as it meets hardware
};

/// The whole simulated testbed.
struct SimConfig {
  std::uint64_t seed = 1;
  Duration step = from_seconds(0.001);  ///< of plant and servo
  ServoModel servo = ServoModel::kFirmware;
  RobotState start;                     ///< robot at t = 0
  std::vector<DriveParameters> drives;  ///< one a joint
  ResidualParameters residuals;
  ContactParameters contact;
  TargetParameters target;
  std::vector<TargetParameters> more_targets{};  ///< beside it, at most `kMostTargets` - 1
  GripperParameters gripper;
  ImagingParameters imaging;
  WireParameters link;
  std::vector<ScheduledFault> faults;
  std::optional<TruthConfig> truth;  ///< in what the world differs from the files; empty: in nothing
  SimPace pace = SimPace::kFree;
  /// A tracker of its own sees the targets, and the camera does not: they carry no LEDs that it could see.
  std::optional<EmulatedSight> target_sight{};
};

/// @return Of each target, whose LEDs follow each other in this order; none where there is no target.
inline std::vector<TargetParameters> all_targets(const SimConfig& config) {
  if (config.target.mount == TargetMount::kNone) return {};
  std::vector<TargetParameters> targets{config.target};
  targets.insert(targets.end(), config.more_targets.begin(), config.more_targets.end());
  return targets;
}

/// @param config A SimConfig. @param number From 0.
/// @return That target; the first where there is none such.
template <class Config>
auto& target_of(Config& config, std::uint32_t number) {
  const bool other = number > 0 && number <= config.more_targets.size();
  return other ? config.more_targets[number - 1] : config.target;
}

}  // namespace freefloat
