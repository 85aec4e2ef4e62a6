#pragma once

#include "hal/sim/sim_config.h"
#include "model/posture.h"

namespace freefloat {

/// What moves the robot, in the form that is integrated.
///
/// The momenta h = M theta' stand for the body rates: what a joint's torque takes from one body it gives to
/// the next, digit for digit, so that the angular momentum, their sum, is kept to rounding by the equations
/// themselves.
struct ChainState {
  Vector2 centre = Vector2::Zero();       ///< p_WG, m
  Vector2 centre_rate = Vector2::Zero();  ///< v_WG, m/s
  BodyVector angles;                      ///< theta_k, rad
  BodyVector momenta;                     ///< h_k, N m s
};

/// What follows from it.
struct ChainMotion {
  Posture posture;
  BodyVector rates;  ///< theta_k', rad/s
};

/// Torque of one joint as a function of its rate: drive - damping * rate - friction, which opposes the
/// motion.
struct JointLoad {
  double drive = 0.0;             ///< N m
  double damping = 0.0;           ///< N m s/rad
  double friction = 0.0;          ///< Coulomb, N m
  double friction_speed = 0.002;  ///< over which it reverses, rad/s

  double torque(double rate) const;
};

/// Forces of table and surroundings during one step.
struct TableForces {
  Vector2 acceleration = Vector2::Zero();     ///< of every body: the table's tilt, m/s^2
  Vector2 on_satellite = Vector2::Zero();     ///< N
  double pad_friction = 0.0;                  ///< Coulomb, on the satellite, N
  double linear_drag = 0.0;                   ///< of every body per kg, 1/s
  double angular_drag = 0.0;                  ///< on the satellite, N m s/rad
  Vector2 satellite_range = Vector2::Zero();  ///< beyond +- this the satellite touches the rail, m

  /// @param p_WB, v_WB The satellite's. @return The force on it, N.
  Vector2 force_on_satellite(const Vector2& p_WB, const Vector2& v_WB) const;
};

/// The robot, with or without a held target, as one floating chain of rigid bodies.
class FloatingChain {
 public:
  /// @param rotor_inertia Of the motors, in absolute angles, kg m^2.
  FloatingChain(const PlanarModel& model, const BodyMatrix& rotor_inertia);

  /// @return M, rotors included, kg m^2.
  BodyMatrix inertia(const Posture& posture) const;

  /// @return Directions of the bodies, and their rates by solving M theta' = h.
  ChainMotion motion(const ChainState& state) const;

  /// One step of the classical Runge-Kutta method of order 4.
  /// @param loads One a joint.
  /// @param dt s.
  /// @param motion That of `state` on entry and on return.
  void advance(const JointLoad* loads, const TableForces& table, double dt, ChainState& state,
               ChainMotion& motion) const;

 private:
  template <int kBodies>
  void advance_bodies(const JointLoad* loads, const TableForces& table, double dt, ChainState& state,
                      ChainMotion& motion) const;

  PlanarModel model_;
  BodyMatrix rotor_inertia_;
  double satellite_reach_ = 0.0;  // the satellite is never farther from G, m
};

}  // namespace freefloat
