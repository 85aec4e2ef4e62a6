#include "spatial/tree/tree_jacobian.h"

namespace freefloat {

namespace {

/// Columns of a base whose velocity (v; w) is the unit vector `component`, at the point p.
Vector6 base_column(int component, const Vector3& p) {
  Vector6 column = Vector6::Unit(component);
  if (component >= 3) column.head<3>() = Vector3::Unit(component - 3).cross(p);
  return column;
}

}  // namespace

void compute_point_jacobian(const TreeModel& model, const TreePosture& posture, int body, const Vector3& p_OX,
                            Matrix6X& jacobian) noexcept {
  const int base = model.base_freedoms();
  jacobian.setZero(6, model.velocity_count());
  for (int i = 0; i < base; ++i) jacobian.col(i) = base_column(model.base_component(i), p_OX);
  for (int i = body; i > 0; i = model.parent(i)) {
    const Vector6& s = posture.bodies[i].joint_twist;
    auto column = jacobian.col(base + i - 1);
    column = s;
    column.head<3>() += s.tail<3>().cross(p_OX);
  }
}

void compute_end_point_jacobian(const TreeModel& model, const TreePosture& posture, int end_point,
                                Matrix6X& jacobian) noexcept {
  compute_point_jacobian(model, posture, model.end_point(end_point).body,
                         end_point_from_base(model, posture, end_point), jacobian);
}

void compute_point_jacobian_rate(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                                 int body, const Vector3& p_OX, Matrix6X& jacobian_rate) noexcept {
  const int base = model.base_freedoms();
  const Vector3 v = point_twist(motion, body, p_OX).head<3>();
  const Vector3 v_base = motion.bodies[0].twist.head<3>();
  jacobian_rate.setZero(6, model.velocity_count());
  for (int i = 0; i < base; ++i) {
    // The lever reaches from the base's origin, which moves too.
    const int component = model.base_component(i);
    if (component >= 3) jacobian_rate.col(i).head<3>() = Vector3::Unit(component - 3).cross(v - v_base);
  }
  for (int i = body; i > 0; i = model.parent(i)) {
    const Vector6& s = posture.bodies[i].joint_twist;
    const Vector6 s_rate = cross_motion(motion.bodies[i].twist, s);
    auto column = jacobian_rate.col(base + i - 1);
    column = s_rate;
    column.head<3>() += s_rate.tail<3>().cross(p_OX) + s.tail<3>().cross(v);
  }
}

}  // namespace freefloat
