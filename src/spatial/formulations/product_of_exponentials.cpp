#include "spatial/formulations/product_of_exponentials.h"

#include <cmath>
#include <stdexcept>

#include "spatial/formulations/body_frames.h"
#include "spatial/formulations/dense_product.h"

namespace freefloat {

namespace {

bool turns(const Vector6& screw) {
  return !screw.head<3>().isZero(0.0);
}

/// Ad of a motion: twists (omega; v) into the axes and to the origin of the base.
Matrix6 adjoint(const Matrix4& t) {
  const Matrix3 r = t.topLeftCorner<3, 3>();
  Matrix6 ad;
  ad << r, Matrix3::Zero(), skew(t.topRightCorner<3, 1>()) * r, r;
  return ad;
}

}  // namespace

Matrix4 screw_motion(const Vector6& screw, double theta) {
  Matrix4 motion = Matrix4::Identity();
  const Vector3 v = screw.tail<3>();
  if (!turns(screw)) {
    motion.topRightCorner<3, 1>() = v * theta;
    return motion;
  }
  const Matrix3 w = skew(screw.head<3>());
  const double s = std::sin(theta);
  const double c = 1.0 - std::cos(theta);
  motion.topLeftCorner<3, 3>() += s * w + c * w * w;
  motion.topRightCorner<3, 1>() = (theta * Matrix3::Identity() + c * w + (theta - s) * w * w) * v;
  return motion;
}

Matrix4 compute_tip(const ScrewArm& arm, const Eigen::VectorXd& theta) {
  Matrix4 motion = Matrix4::Identity();
  for (std::size_t i = 0; i < arm.links.size(); ++i) {
    motion = (motion * screw_motion(arm.links[i].screw, theta[i])).eval();
  }
  return motion * arm.tip_home;
}

ScrewDynamics compute_screw_dynamics(const ScrewArm& arm, const Eigen::VectorXd& theta,
                                     const Eigen::VectorXd& rates) {
  const Eigen::Index n = theta.size();
  ScrewDynamics dynamics{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  Eigen::MatrixXd columns(
      6, n);  // space Jacobian: column i = Ad(e^{S_1 theta_1} .. e^{S_{i-1} theta_{i-1}}) S_i
  Matrix4 motion = Matrix4::Identity();
  Vector6 twist = Vector6::Zero();
  Vector6 acceleration;  // of the links so far for theta'' = 0, with gravity as an acceleration of the base
  acceleration << Vector3::Zero(), -arm.gravity;
  for (Eigen::Index i = 0; i < n; ++i) {
    const ScrewArm::Link& link = arm.links[i];
    columns.col(i) = adjoint(motion) * link.screw;
    motion = (motion * screw_motion(link.screw, theta[i])).eval();
    acceleration += lie_bracket(twist) * columns.col(i) * rates[i];
    twist += columns.col(i) * rates[i];
    // The link's inertia has moved with it from the home posture.
    const Matrix3 r = motion.topLeftCorner<3, 3>();
    const Matrix3 c = skew(r * link.mass_centre + motion.topRightCorner<3, 1>());
    Matrix6 inertia;
    inertia << r * link.inertia * r.transpose() - link.mass * c * c, link.mass * c, -link.mass * c,
        link.mass * Matrix3::Identity();
    const Vector6 wrench = inertia * acceleration - lie_bracket(twist).transpose() * inertia * twist;
    const auto moved = columns.leftCols(i + 1);
    dynamics.M.topLeftCorner(i + 1, i + 1) += weighted_product(moved, inertia, moved);
    dynamics.h.head(i + 1) += moved.transpose() * wrench;
  }
  return dynamics;
}

ScrewArm screw_arm_from_tree(const TreeParameters& tree) {
  if (tree.base_kind != BaseKind::kFixed) throw std::invalid_argument("the arm's base is not fixed");
  ScrewArm arm;
  arm.gravity = tree.gravity;
  Matrix3 rotation = Matrix3::Identity();
  Vector3 origin = Vector3::Zero();
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const TreeLink& link = tree.links[i];
    if (link.joint.parent != static_cast<int>(i))
      throw std::invalid_argument("the arm branches at link " + link.body.name);
    origin += rotation * link.joint.position;
    rotation = (rotation * link.joint.rotation).eval();
    const Vector3 axis = rotation * link.joint.axis;
    ScrewArm::Link added;
    if (link.joint.kind == JointKind::kRevolute) {
      added.screw << axis, origin.cross(axis);
    } else {
      added.screw << Vector3::Zero(), axis;
    }
    added.mass = link.body.mass;
    added.mass_centre = origin + rotation * link.body.mass_centre;
    added.inertia = rotation * link.body.inertia * rotation.transpose();
    arm.links.push_back(added);
  }
  if (!tree.end_points.empty() && tree.end_points[0].body == tree.joint_count()) {
    arm.tip_home.topLeftCorner<3, 3>() = rotation * tree.end_points[0].rotation;
    arm.tip_home.topRightCorner<3, 1>() = origin + rotation * tree.end_points[0].position;
  }
  return arm;
}

}  // namespace freefloat
