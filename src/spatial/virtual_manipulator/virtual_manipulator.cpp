#include "spatial/virtual_manipulator/virtual_manipulator.h"

#include <algorithm>
#include <stdexcept>

namespace freefloat {

namespace {

/// Axes of a link seen from its parent's, after its joint has moved.
Matrix3 turned(const VirtualManipulator::Link& link, double coordinate) {
  if (link.kind == JointKind::kPrismatic) return link.rotation;
  return link.rotation * Eigen::AngleAxisd(coordinate, link.axis).toRotationMatrix();
}

/// @return Mass of every body together with all that it carries, kg.
std::vector<double> outboard_masses(const TreeModel& model) {
  std::vector<double> masses;
  for (int i = 0; i < model.body_count(); ++i) masses.push_back(model.parameters().body(i).mass);
  for (const int i : model.inward()) {
    masses[model.parent(i)] += masses[i];
  }
  return masses;
}

}  // namespace

VirtualManipulator make_virtual_manipulator(const TreeModel& model, int body, const Vector3& offset) {
  const TreeParameters& tree = model.parameters();
  if (tree.base_kind != BaseKind::kFree && tree.base_kind != BaseKind::kPlanar) {
    throw std::invalid_argument(
        "a virtual manipulator needs a base that floats (free or planar): on a bearing or a foundation the "
        "mass centre is not fixed");
  }
  const std::vector<double> outboard = outboard_masses(model);
  const double total = outboard[0];

  VirtualManipulator vm;
  vm.end_body = body;
  vm.outward = model.outward();
  vm.links.resize(tree.body_count());
  std::vector<bool> inboard(vm.links.size(), false);  // of the point: the joint carries it
  for (int i = body; i > 0; i = model.parent(i)) inboard[i] = true;

  vm.links[body].D += offset - tree.body(body).mass_centre;
  std::vector<int> children(vm.links.size(), 0);
  for (int i = 1; i < tree.body_count(); ++i) {
    const TreeJoint& joint = tree.links[i - 1].joint;
    const double mu = (total - outboard[i]) / total;
    const double ratio = inboard[i] ? mu : mu - 1.0;
    const Vector3 to_joint = joint.position - tree.body(joint.parent).mass_centre;  // R of the parent
    const Vector3 to_centre = tree.body(i).mass_centre;                             // L of this joint
    VirtualManipulator::Link& link = vm.links[i];
    vm.links[joint.parent].D += ratio * to_joint;
    link.H = ratio * to_centre;
    link.parent = joint.parent;
    link.translation_ratio = ratio;
    link.rotation = joint.rotation;
    link.axis = joint.axis;
    link.kind = joint.kind;
    const double scale = joint.kind == JointKind::kPrismatic ? ratio : 1.0;
    link.min = std::min(scale * joint.min, scale * joint.max);
    link.max = std::max(scale * joint.min, scale * joint.max);
    if (++children[joint.parent] > 1) vm.serial = false;
  }
  for (VirtualManipulator::Link& link : vm.links) link.V = link.H + link.D;
  return vm;
}

VirtualManipulator make_virtual_manipulator(const TreeModel& model, int end_point) {
  const EndPoint& point = model.end_point(end_point);
  return make_virtual_manipulator(model, point.body, point.position);
}

std::vector<Vector3> place_virtual_links(const VirtualManipulator& vm, const Matrix3& R_WB,
                                         const Eigen::VectorXd& joints) {
  std::vector<Matrix3> axes(vm.links.size(), R_WB);
  std::vector<Vector3> points{Vector3::Zero(), R_WB * vm.links[0].V};
  for (const int body : vm.outward) {
    const VirtualManipulator::Link& link = vm.links[body];
    const double coordinate = joints[body - 1];
    axes[body] = axes[link.parent] * turned(link, coordinate);
    Vector3 step = link.V;
    if (link.kind == JointKind::kPrismatic) step += link.translation_ratio * coordinate * link.axis;
    points.push_back(points.back() + axes[body] * step);
  }
  return points;
}

Vector3 virtual_end(const VirtualManipulator& vm, const Matrix3& R_WB, const Eigen::VectorXd& joints) {
  return place_virtual_links(vm, R_WB, joints).back();
}

Vector3 virtual_ground(const TreeModel& model, const Matrix3& R_WB, const Eigen::VectorXd& joints,
                       const Vector3& p_WCn) {
  const TreeParameters& tree = model.parameters();
  const std::size_t bodies = tree.body_count();
  // C_i seen from C_1, by the segments R_j + T_j + L_j.
  std::vector<Matrix3> axes(bodies, R_WB);
  std::vector<Vector3> centres(bodies, Vector3::Zero());
  for (const int body : model.outward()) {
    const TreeJoint& joint = tree.links[body - 1].joint;
    const double coordinate = joints[body - 1];
    const bool turns = joint.kind == JointKind::kRevolute;
    const Vector3 r = joint.position - tree.body(joint.parent).mass_centre;
    const Vector3 l = tree.body(body).mass_centre;
    const Vector3 t = turns ? Vector3(Vector3::Zero()) : Vector3(coordinate * joint.axis);
    Matrix3 turn = joint.rotation;
    if (turns) turn = turn * Eigen::AngleAxisd(coordinate, joint.axis).toRotationMatrix();
    axes[body] = axes[joint.parent] * turn;
    centres[body] = centres[joint.parent] + axes[joint.parent] * r + axes[body] * (t + l);
  }
  Vector3 ground = Vector3::Zero();
  double total = 0.0;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double mass = tree.body(static_cast<int>(i)).mass;
    ground += mass * (p_WCn - (centres.back() - centres[i]));
    total += mass;
  }
  return ground / total;
}

}  // namespace freefloat
