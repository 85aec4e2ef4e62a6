#include "spatial/formulations/body_frames.h"

#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

void add_mass(const TreeBody& from, BodyFrames::Body& body) {
  const Vector3 to_centre = body.rotation * from.mass_centre;
  body.mass = from.mass;
  body.inertia = body.rotation * from.inertia * body.rotation.transpose();
  body.mass_centre = body.origin + to_centre;
  body.v_mass_centre = body.v_origin + body.w.cross(to_centre);
  body.a_mass_centre = body.a_origin + body.w_rate.cross(to_centre) + body.w.cross(body.w.cross(to_centre));
}

}  // namespace

BodyFrames compute_body_frames(const TreeParameters& tree, const BodyMotion& motion) {
  BodyFrames frames;
  frames.bodies.resize(tree.body_count());
  BodyFrames::Body& base = frames.bodies[0];
  base.rotation = motion.R_WB;
  base.origin = motion.p_WB;
  base.v_origin = motion.v_WB;
  base.w = motion.w_WB;
  base.a_origin = motion.a_WB;
  base.w_rate = motion.w_rate_WB;
  add_mass(tree.base, base);
  for (const int i : outward_order(tree)) {
    const TreeLink& link = tree.links[i - 1];
    const BodyFrames::Body& parent = frames.bodies[link.joint.parent];
    BodyFrames::Body& body = frames.bodies[i];
    const double q = motion.joints[i - 1];
    const double rate = motion.joint_rates[i - 1];
    const double acceleration =
        motion.joint_accelerations.size() > 0 ? motion.joint_accelerations[i - 1] : 0.0;
    const bool turns = link.joint.kind == JointKind::kRevolute;
    body.kind = link.joint.kind;
    body.parent = link.joint.parent;
    body.axis = parent.rotation * link.joint.rotation * link.joint.axis;
    body.rotation = parent.rotation * link.joint.rotation;
    Vector3 arm = parent.rotation * link.joint.position;
    if (turns) {
      body.rotation = (body.rotation * Eigen::AngleAxisd(q, link.joint.axis).toRotationMatrix()).eval();
    } else {
      arm += q * body.axis;
    }
    body.origin = parent.origin + arm;
    body.w = parent.w;
    body.w_rate = parent.w_rate;
    body.v_origin = parent.v_origin + parent.w.cross(arm);
    body.a_origin = parent.a_origin + parent.w_rate.cross(arm) + parent.w.cross(parent.w.cross(arm));
    if (turns) {
      body.w += rate * body.axis;
      body.w_rate += acceleration * body.axis + rate * parent.w.cross(body.axis);
    } else {
      body.v_origin += rate * body.axis;
      body.a_origin += acceleration * body.axis + 2.0 * rate * parent.w.cross(body.axis);
    }
    add_mass(link.body, body);
  }
  return frames;
}

Matrix6 lie_bracket(const Vector6& twist) {
  Matrix6 ad;
  const Matrix3 w = skew(twist.head<3>());
  ad << w, Matrix3::Zero(), skew(twist.tail<3>()), w;
  return ad;
}

}  // namespace freefloat
