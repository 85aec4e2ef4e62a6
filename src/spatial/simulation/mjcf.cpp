#include "spatial/simulation/mjcf.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace freefloat {

namespace {

std::string numbers(const Vector3& v) {
  return fmt::format("{} {} {}", v.x(), v.y(), v.z());
}

std::string numbers(const Matrix3& rotation) {
  const Eigen::Quaterniond q(rotation);
  return fmt::format("{} {} {} {}", q.w(), q.x(), q.y(), q.z());
}

std::string inertial(const TreeBody& body) {
  if (!(body.mass > 0.0)) return {};
  // MuJoCo finds the axes of a full inertia to eight digits only: they are found here.
  const Eigen::SelfAdjointEigenSolver<Matrix3> solved(body.inertia);
  Matrix3 axes = solved.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) = -axes.col(0);
  return fmt::format(R"(<inertial pos="{}" quat="{}" mass="{}" diaginertia="{}"/>)",
                     numbers(body.mass_centre), numbers(axes), body.mass,
                     numbers(Vector3(solved.eigenvalues())));
}

std::string subtree(const TreeParameters& tree, int parent) {
  std::string text;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const TreeLink& link = tree.links[i];
    if (link.joint.parent != parent) continue;
    const char* type = link.joint.kind == JointKind::kRevolute ? "hinge" : "slide";
    text += fmt::format(R"(<body name="b{}" pos="{}" quat="{}">{}<joint name="j{}" type="{}" axis="{}"/>)",
                        i + 1, numbers(link.joint.position), numbers(link.joint.rotation),
                        inertial(link.body), i + 1, type, numbers(link.joint.axis));
    text += subtree(tree, static_cast<int>(i) + 1) + "</body>";
  }
  return text;
}

std::string base_joints(const TreeParameters& tree, const Matrix3& R_WB) {
  switch (tree.base_kind) {
    case BaseKind::kFree:
      return "<freejoint/>";
    case BaseKind::kSpherical:
      return R"(<joint type="ball"/>)";
    case BaseKind::kPlanar:
      return fmt::format(
          R"(<joint type="slide" axis="{}"/><joint type="slide" axis="{}"/><joint type="hinge" axis="{}"/>)",
          numbers(Vector3(R_WB.row(0))), numbers(Vector3(R_WB.row(1))), numbers(Vector3(R_WB.row(2))));
    case BaseKind::kFixed:
      break;
  }
  return {};
}

}  // namespace

std::string make_mjcf(const TreeParameters& tree, const Vector3& p_WB, const Matrix3& R_WB, double timestep) {
  return fmt::format(
      R"(<mujoco><compiler angle="radian" boundmass="0" boundinertia="0"/>)"
      R"(<option timestep="{}" gravity="{}" integrator="RK4"><flag contact="disable" constraint="disable"/></option>)"
      R"(<worldbody><body name="b0" pos="{}" quat="{}">{}{}{}</body></worldbody></mujoco>)",
      timestep, numbers(tree.gravity), numbers(p_WB), numbers(R_WB), inertial(tree.base),
      base_joints(tree, R_WB), subtree(tree, 0));
}

}  // namespace freefloat
