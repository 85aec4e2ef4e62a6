#include "spatial/virtual_manipulator/reorient_vehicle.h"

#include "types/angle.h"

namespace freefloat {

tl::expected<std::vector<CycleSet>, std::string> reorient_vehicle(VehicleResponse& response,
                                                                  const Eigen::VectorXd& joints,
                                                                  const Vector3& start, const Vector3& goal,
                                                                  const ReorientationConfig& config) {
  const Matrix3X curvature = response.curvature(joints);
  const Matrix3 T_d = rotation_from_euler(config.sequence, goal);
  Matrix3 T_i = rotation_from_euler(config.sequence, start);
  Vector3 X_i = start;
  double missing = vector_from_rotation(T_i.transpose() * T_d).norm();
  std::vector<CycleSet> sets;
  while (missing > config.tolerance && static_cast<int>(sets.size()) < config.most_sets) {
    const Matrix3 A =
        rotation_from_vector(vector_from_rotation(T_i.transpose() * T_d) / config.cycles_per_set);
    Vector3 change = euler_from_rotation(config.sequence, T_i * A) - X_i;
    for (double& angle : change) angle = wrap_angle(angle);
    const Matrix3X bracket = as_euler_changes(config.sequence, X_i, curvature);
    tl::expected<JointCycle, std::string> cycle =
        plan_joint_cycle(bracket, response.model().joint_count(), change);
    if (!cycle) return tl::unexpected(cycle.error());

    CycleSet set;
    set.cycle = *std::move(cycle);
    set.times = config.cycles_per_set;
    set.turn = integrate_joint_cycle(response, joints, set.cycle);
    T_i = T_i * repeat_turn(set.turn, set.times);
    X_i = euler_from_rotation(config.sequence, T_i);
    missing = vector_from_rotation(T_i.transpose() * T_d).norm();
    set.angles = X_i;
    set.missing = missing;
    sets.push_back(set);
  }
  return sets;
}

}  // namespace freefloat
