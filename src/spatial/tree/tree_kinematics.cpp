#include "spatial/tree/tree_kinematics.h"

#include <cmath>

namespace freefloat {

namespace {

/// @return axes * v, as a sum of columns.
[[gnu::always_inline]] inline Vector4 turn(const Matrix43& axes, double x, double y, double z) {
  return axes.col(0) * x + axes.col(1) * y + axes.col(2) * z;
}

/// Inertia of a body in frame O.
/// @param own About the mass centre, own axes.
/// @param c Mass centre in frame O, m.
[[gnu::always_inline]] inline void turn_inertia(const Matrix43& axes, const Matrix3& own, double mass,
                                                const Vector4& c, SpatialInertia& out) {
  // axes * own * axes^T, column by column.
  const Vector4 a = turn(axes, own(0, 0), own(1, 0), own(2, 0));
  const Vector4 b = turn(axes, own(0, 1), own(1, 1), own(2, 1));
  const Vector4 d = turn(axes, own(0, 2), own(1, 2), own(2, 2));
  const Vector4 h = mass * c;
  for (int j = 0; j < 3; ++j) {
    out.columns.col(j) = a * axes(j, 0) + b * axes(j, 1) + d * axes(j, 2) - h * c[j];
  }
  const double spread = h[0] * c[0] + h[1] * c[1] + h[2] * c[2];
  out.columns(0, 0) += spread;
  out.columns(1, 1) += spread;
  out.columns(2, 2) += spread;
  out.moment_and_mass = h;
  out.moment_and_mass[3] = mass;
}

}  // namespace

TreePosture::TreePosture(const TreeModel& model) : bodies(model.body_count()), origin(Vector3::Zero()) {}

void compute_posture(const TreeModel& model, const TreeState& state, TreePosture& posture) noexcept {
  const TreeBody& base = model.parameters().base;
  TreePosture::Body* const bodies = posture.bodies.data();
  posture.origin = state.p_WB;
  bodies[0].axes << state.R_WB, Eigen::RowVector3d::Zero();
  bodies[0].place.setZero();
  bodies[0].joint_twist.setZero();
  turn_inertia(bodies[0].axes, base.inertia, base.mass,
               turn(bodies[0].axes, base.mass_centre[0], base.mass_centre[1], base.mass_centre[2]),
               bodies[0].inertia);

  for (const int i : model.outward()) {
    const TreeModel::Joint* const joint = model.joints().data() + (i - 1);
    const double* const q = state.joints.data() + (i - 1);
    TreePosture::Body* const body = bodies + i;
    const bool turns = joint->kind == JointKind::kRevolute;
    // First of all, while nothing has to be saved from the call.
    const double c = turns ? std::cos(*q) : 1.0;
    const double s = turns ? std::sin(*q) : 0.0;
    const TreePosture::Body& parent = bodies[joint->parent];
    const Matrix3& r = joint->rotation;
    const Vector4 x = turn(parent.axes, r(0, 0), r(1, 0), r(2, 0));
    const Vector4 y = turn(parent.axes, r(0, 1), r(1, 1), r(2, 1));
    const Vector4 z = turn(parent.axes, r(0, 2), r(1, 2), r(2, 2));
    const Vector3& p = joint->position;
    Vector4 place = parent.place + turn(parent.axes, p[0], p[1], p[2]);
    body->axes.col(2) = z;
    if (turns) {
      body->axes.col(0) = c * x + s * y;
      body->axes.col(1) = c * y - s * x;
      body->joint_twist[0] = place[1] * z[2] - place[2] * z[1];
      body->joint_twist[1] = place[2] * z[0] - place[0] * z[2];
      body->joint_twist[2] = place[0] * z[1] - place[1] * z[0];
      body->joint_twist.tail<3>() = z.head<3>();
    } else {
      body->axes.col(0) = x;
      body->axes.col(1) = y;
      place += *q * z;
      body->joint_twist.head<3>() = z.head<3>();
      body->joint_twist.tail<3>().setZero();
    }
    body->place = place;
    const Vector3& m = joint->mass_centre;
    turn_inertia(body->axes, joint->inertia, joint->mass, place + turn(body->axes, m[0], m[1], m[2]),
                 body->inertia);
  }
}

TreeMotion::TreeMotion(const TreeModel& model) : bodies(model.body_count()) {}

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
  for (const int i : model.outward()) {
    const Vector6& parent = bodies[model.parent(i)].twist;
    const Vector6& s = posture.bodies[i].joint_twist;
    const double rate = state.joint_rates[i - 1];
    const Vector6 relative = s * rate;
    bodies[i].joint_rate = rate;
    bodies[i].twist = parent + relative;
    bodies[i].bias = cross_motion(parent, relative);
  }
}

Pose body_pose(const TreeModel& model, const TreePosture& posture, int body) noexcept {
  const TreePosture::Body& at = posture.bodies[body];
  if (body == 0) return {posture.origin, at.rotation()};
  const Matrix3& to_user = model.joints()[body - 1].to_user;
  return {posture.origin + at.position(), at.rotation() * to_user.transpose()};
}

Pose end_point_pose(const TreeModel& model, const TreePosture& posture, int end_point) noexcept {
  const EndPoint& point = model.end_point(end_point);
  const Pose body = body_pose(model, posture, point.body);
  return {body.position + body.rotation * point.position, body.rotation * point.rotation};
}

Vector3 end_point_from_base(const TreeModel& model, const TreePosture& posture, int end_point) noexcept {
  const TreePosture::Body& at = posture.bodies[model.end_point(end_point).body];
  const Vector3& p = model.turned_end_position(end_point);
  return (at.place + turn(at.axes, p[0], p[1], p[2])).head<3>();
}

Vector6 point_twist(const TreeMotion& motion, int body, const Vector3& p_OX) noexcept {
  Vector6 twist = motion.bodies[body].twist;
  twist.head<3>() += twist.tail<3>().cross(p_OX);
  return twist;
}

}  // namespace freefloat
