#include "spatial/virtual_manipulator/vehicle_response.h"

#include <Eigen/LU>

namespace freefloat {

VehicleResponse::VehicleResponse(const TreeModel& model)
    : model_(model),
      state_(model),
      posture_(model),
      inertia_(model),
      work_(model),
      motion_(model),
      jacobian_(model),
      jacobian_rate_(model),
      rates_(3, model.joint_count()),
      curvature_(3, model.joint_count() * (model.joint_count() - 1) / 2) {}

const Matrix3X& VehicleResponse::rates(const Eigen::VectorXd& joints) {
  state_.joints = joints;
  compute_posture(model_, state_, posture_);
  compute_inertia(model_, posture_, inertia_);
  compute_generalized_jacobian(model_, posture_, inertia_, 0, Vector3::Zero(), jacobian_);
  rates_ = jacobian_.base_response.bottomRows<3>();
  return rates_;
}

const Matrix3X& VehicleResponse::curvature(const Eigen::VectorXd& joints) {
  const Matrix3X g = rates(joints);
  const Eigen::Index n = g.cols();
  curvature_.setZero();
  for (Eigen::Index i = 0; i < n; ++i) {
    state_.joint_rates.setZero();
    state_.joint_rates[i] = 1.0;
    state_.v_WB = jacobian_.base_response.col(i).head<3>();
    state_.w_WB = g.col(i);
    compute_motion(model_, posture_, state_, motion_);
    compute_generalized_jacobian_rate(model_, posture_, motion_, inertia_, 0, Vector3::Zero(), jacobian_,
                                      work_, jacobian_rate_);
    for (Eigen::Index j = 0; j < n; ++j) {
      if (j == i) continue;
      // Seen from the vehicle, which itself turns by G_i.
      const Vector3 in_table_frame = jacobian_rate_.base_response.col(j).tail<3>();
      const Vector3 change = in_table_frame - g.col(i).cross(g.col(j));
      if (i < j) {
        curvature_.col(pair_column(i, j, n)) += change;
      } else {
        curvature_.col(pair_column(j, i, n)) -= change;
      }
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = i + 1; j < n; ++j) curvature_.col(pair_column(i, j, n)) += g.col(i).cross(g.col(j));
  }
  state_.joint_rates.setZero();
  state_.v_WB.setZero();
  state_.w_WB.setZero();
  return curvature_;
}

Matrix3X as_euler_changes(EulerSequence sequence, const Vector3& angles, const Matrix3X& by_vehicle_axes) {
  return euler_rate_matrix(sequence, angles).partialPivLu().solve(by_vehicle_axes);
}

}  // namespace freefloat
