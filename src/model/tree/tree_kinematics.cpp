#include "model/tree/tree_kinematics.h"

#include <cmath>

namespace freefloat {

namespace {

/// Inertia of a body in frame O.
/// @param c Mass centre in frame O, m.
void turn_inertia(const Matrix3& axes, const Symmetric3& own, double mass, const Vector3& c,
                  SpatialInertia& out) {
  // axes * own * axes^T, the symmetric half of it.
  const Vector3 x(axes(0, 0), axes(0, 1), axes(0, 2));
  const Vector3 y(axes(1, 0), axes(1, 1), axes(1, 2));
  const Vector3 z(axes(2, 0), axes(2, 1), axes(2, 2));
  const Vector3 ix = own * x;
  const Vector3 iy = own * y;
  const Vector3 iz = own * z;
  const Vector3 h = mass * c;
  const double xx = h.x() * c.x();
  const double yy = h.y() * c.y();
  const double zz = h.z() * c.z();
  out.mass = mass;
  out.moment = h;
  out.inertia = {x.dot(ix) + (yy + zz), x.dot(iy) - h.x() * c.y(), x.dot(iz) - h.x() * c.z(),
                 y.dot(iy) + (xx + zz), y.dot(iz) - h.y() * c.z(), z.dot(iz) + (xx + yy)};
}

}  // namespace

TreePosture::TreePosture(const TreeModel& model)
    : bodies(static_cast<std::size_t>(model.body_count())), origin(Vector3::Zero()) {}

void compute_posture(const TreeModel& model, const TreeState& state, TreePosture& posture) noexcept {
  const TreeBody& base = model.parameters().base;
  TreePosture::Body* const bodies = posture.bodies.data();
  posture.origin = state.p_WB;
  bodies[0].axes = state.R_WB;
  bodies[0].position.setZero();
  bodies[0].joint_twist.setZero();
  const Matrix3& own = base.inertia;
  turn_inertia(state.R_WB, {own(0, 0), own(0, 1), own(0, 2), own(1, 1), own(1, 2), own(2, 2)}, base.mass,
               state.R_WB * base.mass_centre, bodies[0].inertia);

  const TreeModel::Joint* joint = model.joints().data();
  const double* q = state.joints.data();
  TreePosture::Body* body = bodies + 1;
  for (int i = model.joint_count(); i > 0; --i, ++joint, ++q, ++body) {
    const TreePosture::Body& parent = bodies[joint->parent];
    const Matrix3 placed = parent.axes * joint->rotation;
    body->position = parent.position + parent.axes * joint->position;
    if (joint->kind == JointKind::kRevolute) {
      const double c = std::cos(*q);
      const double s = std::sin(*q);
      body->axes.col(0) = c * placed.col(0) + s * placed.col(1);
      body->axes.col(1) = c * placed.col(1) - s * placed.col(0);
      body->axes.col(2) = placed.col(2);
      body->joint_twist.head<3>() = body->position.cross(placed.col(2));
      body->joint_twist.tail<3>() = placed.col(2);
    } else {
      body->axes = placed;
      body->position += *q * placed.col(2);
      body->joint_twist.head<3>() = placed.col(2);
      body->joint_twist.tail<3>().setZero();
    }
    turn_inertia(body->axes, joint->inertia, joint->mass, body->position + body->axes * joint->mass_centre,
                 body->inertia);
  }
}

TreeMotion::TreeMotion(const TreeModel& model) : bodies(static_cast<std::size_t>(model.body_count())) {}

void compute_motion(const TreeModel& model, const TreePosture& posture, const TreeState& state,
                    TreeMotion& motion) noexcept {
  TreeMotion::Body* const bodies = motion.bodies.data();
  const Vector6 given = join(state.v_WB, state.w_WB);
  bodies[0].twist.setZero();
  for (int i = 0; i < model.base_freedoms(); ++i) {
    bodies[0].twist[model.base_component(i)] = given[model.base_component(i)];
  }
  bodies[0].bias.setZero();
  bodies[0].joint_rate = 0.0;
  for (int i = 1; i < model.body_count(); ++i) {
    const Vector6& parent = bodies[model.parent(i)].twist;
    const Vector6& s = posture.bodies[static_cast<std::size_t>(i)].joint_twist;
    const double rate = state.joint_rates[i - 1];
    const Vector6 relative = s * rate;
    bodies[i].joint_rate = rate;
    bodies[i].twist = parent + relative;
    bodies[i].bias = cross_motion(parent, relative);
  }
}

Pose body_pose(const TreeModel& model, const TreePosture& posture, int body) noexcept {
  const TreePosture::Body& at = posture.bodies[static_cast<std::size_t>(body)];
  if (body == 0) return {posture.origin, at.axes};
  const Matrix3& to_user = model.joints()[static_cast<std::size_t>(body - 1)].to_user;
  return {posture.origin + at.position, at.axes * to_user.transpose()};
}

Pose end_point_pose(const TreeModel& model, const TreePosture& posture, int end_point) noexcept {
  const EndPoint& point = model.end_point(end_point);
  const Pose body = body_pose(model, posture, point.body);
  return {body.position + body.rotation * point.position, body.rotation * point.rotation};
}

Vector3 point_from_base(const TreeModel& model, const TreePosture& posture, int body,
                        const Vector3& offset) noexcept {
  const TreePosture::Body& at = posture.bodies[static_cast<std::size_t>(body)];
  if (body == 0) return at.axes * offset;
  const Matrix3& to_user = model.joints()[static_cast<std::size_t>(body - 1)].to_user;
  return at.position + at.axes * (to_user.transpose() * offset);
}

Vector6 point_twist(const TreeMotion& motion, int body, const Vector3& p_OX) noexcept {
  Vector6 twist = motion.bodies[static_cast<std::size_t>(body)].twist;
  twist.head<3>() += twist.tail<3>().cross(p_OX);
  return twist;
}

}  // namespace freefloat
