#include "spatial/formulations/lie_group_recursion.h"

#include <stdexcept>

#include "spatial/formulations/body_frames.h"
#include "spatial/formulations/dense_product.h"

namespace freefloat {

namespace {

/// Ad of the inverse of f = (R, p), the pose of a link in its parent: twists (omega; v) of the parent, seen
/// from the link.
Matrix6 adjoint_of_inverse(const Matrix3& r, const Vector3& p) {
  Matrix6 ad;
  ad << r.transpose(), Matrix3::Zero(), -r.transpose() * skew(p), r.transpose();
  return ad;
}

/// One block of J of the paper, about the link's origin.
Matrix6 link_inertia(const TreeBody& body) {
  const Matrix3 r = skew(body.mass_centre);
  Matrix6 j;
  j << body.inertia - body.mass * r * r, body.mass * r, -body.mass * r, body.mass * Matrix3::Identity();
  return j;
}

}  // namespace

LieGroupDynamics compute_lie_group_dynamics(const TreeParameters& tree, const Eigen::VectorXd& q,
                                            const Eigen::VectorXd& rates) {
  if (tree.base_kind != BaseKind::kFixed) {
    throw std::invalid_argument(
        "the recursion of Korczyk et al. (2021), Eqs. (1)-(7), is that of a fixed base");
  }
  const int n = tree.joint_count();
  Eigen::MatrixXd gamma = Eigen::MatrixXd::Zero(6 * n, 6 * n);
  Eigen::MatrixXd s = Eigen::MatrixXd::Zero(6 * n, n);
  Eigen::MatrixXd j = gamma;
  Eigen::MatrixXd ad_s = gamma;
  Eigen::VectorXd base = Eigen::VectorXd::Zero(6 * n);  // P_0 V_0'
  Vector6 base_acceleration;                            // V_0' = (0, 0, 0, 0, 0, g): up, against gravity
  base_acceleration << Vector3::Zero(), -tree.gravity;
  for (int i = 0; i < n; ++i) {
    const TreeLink& link = tree.links[i];
    const bool turns = link.joint.kind == JointKind::kRevolute;
    Matrix3 rotation = link.joint.rotation;
    Vector3 position = link.joint.position;
    Vector6 axis;
    if (turns) {
      rotation = rotation * Eigen::AngleAxisd(q[i], link.joint.axis).toRotationMatrix();
      axis << link.joint.axis, Vector3::Zero();  // Eq. (7)
    } else {
      position += rotation * link.joint.axis * q[i];
      axis << Vector3::Zero(), link.joint.axis;
    }
    const Matrix6 ad = adjoint_of_inverse(rotation, position);
    if (link.joint.parent == 0) {
      base.segment<6>(6 * i) = ad * base_acceleration;
    } else {
      gamma.block<6, 6>(6 * i, 6 * (link.joint.parent - 1)) = ad;
    }
    s.block<6, 1>(6 * i, i) = axis;
    j.block<6, 6>(6 * i, 6 * i) = link_inertia(link.body);
    ad_s.block<6, 6>(6 * i, 6 * i) = -lie_bracket(axis * rates[i]);  // Eq. (3)
  }
  // G = 1 + Gamma + .. + Gamma^(n-1)
  Eigen::MatrixXd g = Eigen::MatrixXd::Identity(6 * n, 6 * n);
  for (int i = 1; i < n; ++i) g = Eigen::MatrixXd::Identity(6 * n, 6 * n) + product(gamma, g);
  const Eigen::MatrixXd gs = product(g, s);
  const Eigen::VectorXd v = gs * rates;
  Eigen::MatrixXd ad_v = Eigen::MatrixXd::Zero(6 * n, 6 * n);
  for (int i = 0; i < n; ++i) ad_v.block<6, 6>(6 * i, 6 * i) = -lie_bracket(v.segment<6>(6 * i)).transpose();

  LieGroupDynamics dynamics;
  const Eigen::MatrixXd turned = product(product(product(j, g), ad_s), gamma);
  dynamics.M = weighted_product(gs, j, gs);
  dynamics.C = weighted_product(gs, turned + product(ad_v, j), gs);
  dynamics.phi = weighted_product(gs, product(j, g), base);
  return dynamics;
}

Eigen::VectorXd joint_torques(const LieGroupDynamics& dynamics, const Eigen::VectorXd& rates,
                              const Eigen::VectorXd& accelerations) {
  return dynamics.M * accelerations + dynamics.C * rates + dynamics.phi;
}

}  // namespace freefloat
