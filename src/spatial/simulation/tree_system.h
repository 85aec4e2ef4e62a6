#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spatial/simulation/attitude_chart.h"
#include "spatial/simulation/joint_resolver.h"
#include "spatial/simulation/tree_simulation_config.h"
#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"

namespace freefloat {

/// How the motion of a tree follows from what is given.
enum class MotionLaw : std::uint8_t {
  kMomentum,  ///< all joints' motion is given and the momentum is constant: it moves the base
  kDynamics,  ///< forces accelerate the base and the joints whose motion is not given
};

/// @return The law that suits the drives and what acts from outside.
MotionLaw law_of(const TreeSimulationConfig& config);

/// What a simulated tree does at one instant.
struct TreeInstant {
  explicit TreeInstant(const TreeModel& model) : state(model) {}

  TreeState state;
  Eigen::VectorXd joint_forces;         ///< length n, N m or N: of the drives, or needed for the given motion
  Eigen::VectorXd joint_accelerations;  ///< length n, rad/s^2 or m/s^2
  Vector6 base_acceleration = Vector6::Zero();  ///< (dv_WB/dt; dw_WB/dt), W, m/s^2 and rad/s^2
};

/// How an end point of a simulated tree moves, W.
struct EndPointMotion {
  Vector6 twist = Vector6::Zero();         ///< (v; w), m/s and rad/s
  Vector6 acceleration = Vector6::Zero();  ///< its time derivative
  std::optional<double> determinant;       ///< of the generalized Jacobian where it is square: square_rows
};

/// A simulated tree as a system of ordinary differential equations of first order. Its numbers are: base
/// position, rotation vector (see AttitudeChart), joints, base velocity, angular velocity, joint rates, and
/// the integrals that tell whether the motion is right: work of all forces, impulse and angular impulse
/// (about the system's mass centre; about the bearing for a spherical base) of those from outside.
class TreeSystem {
 public:
  /// @param config Must live longer; check_simulation has nothing to say of it.
  TreeSystem(const TreeModel& model, const TreeSimulationConfig& config);

  std::size_t size() const { return 19 + 2 * joints_; }

  /// @param x Receives the numbers at time 0; `size()` long.
  void start(double* x);

  /// Says between which of the drives' break times the integration goes on.
  /// @param time Any time inside, s.
  void enter_piece(double time) { piece_ = time; }

  /// @param x `size()` numbers.
  /// @param joint_forces Instead of the drives', length n; null: the drives count.
  /// @return Valid until the next call.
  const TreeInstant& evaluate(const double* x, double time, const Eigen::VectorXd* joint_forces = nullptr);

  /// @param rates Receives dx/dt; NaN where the motion cannot go on, see trouble().
  void differentiate(const double* x, double time, double* rates,
                     const Eigen::VectorXd* joint_forces = nullptr);

  /// After each step that counts: renews the reference of the attitude.
  void finish_step(double* x) { chart_.recentre(Eigen::Map<Vector3>(x + 3)); }

  /// @return What makes the motion impossible, or nearly so, in the last evaluation; empty when nothing does.
  const std::string& trouble() const { return trouble_; }

  /// @return The last evaluation.
  const TreeInstant& last() const { return now_; }

  /// Finds the forces of the last evaluation, for what follows.
  void find_forces();
  /// @return See base_reaction; after find_forces.
  Vector6 reaction() const { return base_reaction(model_, config_.base_wrench, forces_); }
  /// @return How an end point moves in the last evaluation; after find_forces.
  EndPointMotion end_point_motion(int index);

  /// @return Pose of an end point in the last evaluation.
  Pose end_point(int index) const { return end_point_pose(model_, posture_, index); }
  TreeTotals totals() const { return compute_totals(model_, posture_, motion_); }

  static double work(const TreeModel& model, const double* x) { return x[12 + 2 * model.joint_count()]; }
  /// @return (impulse; angular impulse), N s and N m s.
  static Vector6 impulse(const TreeModel& model, const double* x) {
    return Eigen::Map<const Vector6>(x + 13 + 2 * model.joint_count());
  }

 private:
  void place(const double* x, double time);
  void move_by_momentum(double time);
  void move_by_forces(double time, const Eigen::VectorXd* joint_forces);
  void accelerate_around_given_joints();
  void start_velocities();

  const TreeModel& model_;
  const TreeSimulationConfig& config_;
  MotionLaw law_;
  int joints_;
  double piece_ = 0.0;
  AttitudeChart chart_;
  Vector6 momentum_ = Vector6::Zero();  // constant under kMomentum
  Pose path_start_;
  TreePosture posture_;
  TreeMotion motion_;
  TreeInertia inertia_;
  TreeForces forces_;
  ArticulatedBodies bodies_;
  JointResolver resolver_;
  TreeGeneralizedJacobian jacobian_;
  TreeInstant now_;
  Eigen::VectorXd applied_, accelerations_, needed_;
  std::vector<bool> given_;  // joints whose motion is given
  Eigen::MatrixXd mass_matrix_;
  std::string trouble_;
};

}  // namespace freefloat
