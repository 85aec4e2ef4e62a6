#include "hal/sim/joint_inertia.h"

#include <Eigen/LU>
#include <cmath>

#include "model/dynamics.h"

namespace freefloat {
namespace {

struct Part {
  double mass = 0.0;
  double inertia = 0.0;                   // about the mass centre
  Vector2 mass_centre = Vector2::Zero();  // in the stretched posture, from the satellite's mass centre
};

Part join(const Part& a, const Part& b) {
  Part both;
  both.mass = a.mass + b.mass;
  both.mass_centre = (a.mass * a.mass_centre + b.mass * b.mass_centre) / both.mass;
  both.inertia =
      a.inertia + b.inertia + a.mass * b.mass / both.mass * (a.mass_centre - b.mass_centre).squaredNorm();
  return both;
}

double felt_inertia(const Part& inner, const Part& outer, const Vector2& joint) {
  const double mu = inner.mass * outer.mass / (inner.mass + outer.mass);
  const double a = (joint - inner.mass_centre).norm();
  const double b = (outer.mass_centre - joint).norm();
  const double alpha = inner.inertia + mu * a * a;
  const double beta = outer.inertia + mu * b * b;
  const auto at_cosine = [&](double cosine) {
    const double gamma = mu * a * b * cosine;
    return (alpha * beta - gamma * gamma) / (alpha + beta + 2.0 * gamma);
  };
  return std::sqrt(at_cosine(1.0) * at_cosine(-1.0));
}

}  // namespace

std::vector<double> estimate_joint_inertias(const RobotParameters& robot) {
  const std::size_t count = robot.joint_count();
  std::vector<Vector2> joints(count);
  std::vector<Part> links(count);
  Vector2 joint = robot.satellite_to_joint;
  for (std::size_t i = 0; i < count; ++i) {
    const LinkParameters& link = robot.links[i];
    joints[i] = joint;
    links[i] = {link.mass, link.inertia, joint + link.to_mass_centre};
    joint = links[i].mass_centre + link.to_end;
  }
  std::vector<double> inertias(count);
  for (std::size_t i = 0; i < count; ++i) {
    Part inner{robot.satellite_mass, robot.satellite_inertia, Vector2::Zero()};
    for (std::size_t k = 0; k < i; ++k) inner = join(inner, links[k]);
    Part outer = links[i];
    for (std::size_t k = i + 1; k < count; ++k) outer = join(outer, links[k]);
    inertias[i] = felt_inertia(inner, outer, joints[i]);
  }
  return inertias;
}

std::vector<double> estimate_instant_inertias(const RobotParameters& robot,
                                              const std::vector<DriveParameters>& drives) {
  const PlanarModel model(robot);
  const Eigen::Index count = model.joint_count();
  Eigen::MatrixXd joints = compute_joint_inertia(model, compute_posture(0.0, JointVector::Zero(count)));
  for (Eigen::Index i = 0; i < count; ++i) joints(i, i) += rotor_inertia_of(drives[i]);
  const Eigen::MatrixXd inverse = joints.inverse();
  std::vector<double> inertias(count);
  for (Eigen::Index i = 0; i < count; ++i) inertias[i] = 1.0 / inverse(i, i);
  return inertias;
}

}  // namespace freefloat
