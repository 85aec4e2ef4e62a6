#include "studies/tree_torques.h"

namespace freefloat {

TreeTorques::TreeTorques(const TreeParameters& tree)
    : model_(tree), state_(model_), posture_(model_), motion_(model_), forces_(model_) {}

Eigen::VectorXd TreeTorques::operator()(const Eigen::VectorXd& angles, const Eigen::VectorXd& rates,
                                        const Eigen::VectorXd& accelerations) {
  state_.joints = angles;
  state_.joint_rates = rates;
  compute_posture(model_, state_, posture_);
  compute_motion(model_, posture_, state_, motion_);
  Eigen::VectorXd all = Eigen::VectorXd::Zero(model_.velocity_count());
  all.tail(model_.joint_count()) = accelerations;
  Eigen::VectorXd torques = Eigen::VectorXd::Zero(model_.velocity_count());
  compute_inverse_dynamics(model_, posture_, motion_, all, forces_, torques);
  return torques;
}

}  // namespace freefloat
