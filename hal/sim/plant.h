#pragma once

#include <optional>
#include <vector>

#include "hal/sim/random.h"
#include "hal/sim/sim_config.h"
#include "hal/truth.h"
#include "model/dynamics.h"
#include "model/payload.h"

namespace freefloat {

/// What the drives do to the joints during one step.
struct PlantInput {
  JointVector motor_voltages;  ///< V, length n; torque level
  bool energised = false;      ///< false: the motors' circuits are open
  JointVector joint_rates;     ///< rad/s, length n; kinematic servo only
};

/// The simulated robot and target on the table.
///
/// Torque level: M theta'' + v = Q about the mass centre in absolute body angles, with the motors' rotors
/// spinning along, motor torque from voltage and back-EMF, joint friction, and what the table does;
/// Runge-Kutta of order 4 with a fixed step. Kinematic: joints follow the commanded rates at once and the
/// satellite follows from the momentum.
class Plant {
 public:
  Plant(const RobotParameters& robot, const SimConfig& config, Vector2 table_size);

  /// Advances by one step of `config.step`.
  void step(const PlantInput& input);

  /// Force on the satellite in addition to all others, until changed, N, in W.
  void set_push(const Vector2& force) { push_ = force; }

  /// Joins hand and target as one inelastic impact that conserves the momentum of both.
  void attach_target();

  /// Lets the target go with the velocity that the hand has.
  void detach_target();

  bool holding() const { return holding_; }
  const JointVector& joints() const { return joints_; }
  const JointVector& joint_rates() const { return joint_rates_; }
  Vector2 satellite_position() const;
  double satellite_angle() const { return angles_[0]; }

  /// @param body 0: satellite, i: link i.
  /// @param offset From the mass centre of the unloaded body, body frame, m.
  /// @return The point's position in W, m.
  Vector2 point(int body, const Vector2& offset) const;

  /// @return A point of the target, given from its grapple point, in W, m.
  Vector2 target_point(const Vector2& offset) const;

  /// @return Relative position and velocity hand to target.
  Vector2 hand_to_target() const;
  Vector2 hand_to_target_velocity() const;

  Truth truth() const;

 private:
  struct Motion {  // state or its derivative
    Vector2 centre = Vector2::Zero();
    Vector2 centre_rate = Vector2::Zero();
    BodyVector angles;
    BodyVector rates;
  };

  const PlanarModel& model() const { return holding_ ? *loaded_ : unloaded_; }
  double payload_mass() const;
  Motion derivative(const Motion& motion, const PlantInput& input) const;
  JointVector joint_torques(const BodyVector& rates, const PlantInput& input) const;
  void add_table_forces(const Motion& motion, const Posture& posture, const BodyMatrix& inertia,
                        Vector2& force, BodyVector& moments) const;
  void step_kinematic(const PlantInput& input);
  void step_target(double dt);
  void refresh_joints();

  const SimConfig config_;
  const RobotParameters robot_;
  const Vector2 table_size_;
  const PlanarModel unloaded_;
  std::optional<PlanarModel> loaded_;
  RobotParameters loaded_robot_;
  BodyMatrix rotor_inertia_;
  Vector2 tilt_ = Vector2::Zero();  // m/s^2

  bool holding_ = false;
  Vector2 centre_;       // p_WG
  Vector2 centre_rate_;  // v_WG
  BodyVector angles_;    // theta_k
  BodyVector rates_;
  JointVector joints_;
  JointVector joint_rates_;
  JointVector torques_;
  BodyState target_;
  Vector2 grip_offset_ = Vector2::Zero();  // target from hand, last link's frame
  double grip_angle_ = 0.0;
  Vector2 push_ = Vector2::Zero();
  Random target_random_;
  Vector2 target_force_ = Vector2::Zero();
  Duration until_new_force_{};
};

}  // namespace freefloat
