#pragma once

#include <optional>
#include <vector>

#include "hal/arrangement.h"
#include "hal/contact_event.h"
#include "hal/sim/contact_impulse.h"
#include "hal/sim/contact_scene.h"
#include "hal/sim/floating_chain.h"
#include "hal/sim/sim_config.h"
#include "hal/truth.h"
#include "types/random.h"

namespace freefloat {

/// What the drives do to the joints during one step.
struct PlantInput {
  JointVector motor_voltages;  ///< V, length n; torque level
  bool energised = false;      ///< false: the motors' circuits are open
  JointVector joint_rates;     ///< rad/s, length n; kinematic servo only
};

/// What acts on robot and target in addition to all else.
struct Disturbance {
  Vector2 on_satellite = Vector2::Zero();  ///< N, in W
  double target_to_satellite = 0.0;        ///< N, on a floating target, towards the satellite
  double pad_friction = 0.0;               ///< Coulomb friction of the pads, in multiples of weight
  double drag = 0.0;                       ///< on every body, per kg: 1/s
};

/// The simulated robot and its targets on the table. The hand takes the target that is nearest to it; one
/// that was let go stays where it is, or drifts on.
///
/// Torque level: a chain of rigid bodies with motor torque from voltage and back-EMF, the motors' rotors
/// spinning along, joint friction, and what the table does; fixed steps. Kinematic: joints follow the
/// commanded rates at once and the satellite follows from the momentum; of the table's forces only the tilt
/// is felt.
///
/// With contact all outlines meet (plant_contact.cpp): the instant of an impact is found within the step, and
/// an impulse at one point changes momenta of both bodies by the same amount.
class Plant {
 public:
  Plant(const RobotParameters& robot, const SimConfig& config, const Vector2& table_size);

  /// Advances by one step of `config.step`.
  void step(const PlantInput& input);

  /// What acts beside the table's own forces, until changed.
  void disturb(const Disturbance& disturbance);

  /// Between steps: does what a technician would by hand. While held nothing moves, and joints only seem to
  /// be driven.
  void arrange(const Arrangement& wanted);

  /// Joins hand and nearest target as one inelastic impact that conserves the momentum of both.
  void attach_target();

  /// Lets the target go with the velocity that the hand has.
  void detach_target();

  /// The jaws close on a target that is too fast for them: it bounces off the hand. Without contact nothing.
  void knock_target();

  /// @return What has met since the last call, without times.
  std::vector<ContactEvent> take_contacts();

  bool holding() const { return holding_; }
  const JointVector& joints() const { return joints_; }
  const JointVector& joint_rates() const { return joint_rates_; }

  /// @param body 0: satellite, i: link i.
  /// @param offset From the mass centre of the unloaded body, body frame, m.
  /// @param ago A small fraction of a step or so before now, s.
  /// @return The point's position in W then, m.
  Vector2 point(int body, const Vector2& offset, double ago = 0.0) const;

  /// @param target Number, from 0.
  /// @return A point of the target, given from its grapple point, in W, m.
  Vector2 target_point(const Vector2& offset, double ago = 0.0, std::size_t target = 0) const;

  /// @return Relative position and velocity hand to the nearest target, or to the held one.
  Vector2 hand_to_target() const;
  Vector2 hand_to_target_velocity() const;

  Truth truth() const;

 private:
  struct Snapshot;

  /// What a target does.
  struct TargetMotion {
    BodyState state;
    Random random;
    Vector2 force = Vector2::Zero();  // irregular, N
    Duration until_new_force{};
  };

  /// The target in the gripper, or the one nearest to the hand.
  const TargetMotion& near() const { return targets_[near_]; }
  TargetMotion& near() { return targets_[near_]; }
  const TargetParameters& parameters() const { return parameters_[near_]; }
  void find_nearest();

  const PlanarModel& model() const { return holding_ ? *loaded_ : unloaded_; }
  const FloatingChain& chain() const { return holding_ ? *loaded_chain_ : unloaded_chain_; }
  double payload_mass() const;
  double payload_inertia() const;
  BodyState target_body(std::size_t target) const;
  void place_target(std::size_t target, const BodyState& body);
  bool fixed() const { return holding_ && parameters().mount == TargetMount::kTable; }
  void place_robot(const RobotState& robot);
  void take_input(const PlantInput& input);
  void step_kinematic(const PlantInput& input, double dt);
  void step_targets(double dt);
  void step_free_target(std::size_t target, double dt);
  void carry_target();
  void refresh_joints();
  void advance(const PlantInput& input, double dt);

  // plant_contact.cpp
  Snapshot remember() const;
  void go_back(const Snapshot& snapshot);
  void step_with_contacts(const PlantInput& input);
  double fastest() const;
  void look_for_contacts(double within);
  double advance_to_impact(const PlantInput& input, double dt);
  void meet();
  bool can_yield(const Touch& touch) const;
  bool is_robot(std::size_t part) const;
  PointMotion contact_point(std::size_t part, const Vector2& p_WX) const;
  Vector2 velocity_of(std::size_t part, const Vector2& p_WX) const;
  Vector2 relative_velocity(const Touch& touch) const;
  Eigen::Matrix2d mobility(const Touch& touch) const;
  void push(std::size_t part, const Vector2& p_WX, const Vector2& impulse);
  void collide(const Touch& touch, double closing, bool dead);
  void impact(const Touch& touch, const ContactLaw& law, double closing);

  const SimConfig config_;
  const RobotParameters robot_;
  const PlanarModel unloaded_;
  const BodyMatrix rotor_inertia_;
  const FloatingChain unloaded_chain_;
  std::optional<PlanarModel> loaded_;
  std::optional<FloatingChain> loaded_chain_;
  Vector2 payload_shift_ = Vector2::Zero();  // hand from the last link's mass centre, loaded less unloaded, m
  Vector2 tilt_ = Vector2::Zero();           // m/s^2
  TableForces table_;
  std::vector<JointLoad> loads_;
  const std::vector<double> friction_speeds_;  // rad/s

  bool holding_ = false;
  bool held_ = false;  // by a technician
  ChainState state_;
  ChainMotion motion_;
  JointVector joints_;
  JointVector joint_rates_;
  std::vector<TargetParameters> parameters_;  // a target each, at least one
  std::vector<TargetMotion> targets_;
  std::size_t near_ = 0;
  Vector2 grip_offset_ = Vector2::Zero();  // grapple point from hand, last link's frame
  Vector2 load_offset_ = Vector2::Zero();  // the target's mass centre from hand, last link's frame
  double grip_angle_ = 0.0;
  double target_push_ = 0.0;  // N, towards the satellite

  std::optional<ContactScene> contacts_;  // none: nothing touches anything
  std::vector<Touch> touches_;
  std::vector<double> depths_before_;  // a candidate, m, at most 0
  std::vector<ContactEvent> events_;
};

}  // namespace freefloat
