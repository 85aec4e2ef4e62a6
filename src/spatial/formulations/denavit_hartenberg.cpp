#include "spatial/formulations/denavit_hartenberg.h"

#include <cmath>
#include <stdexcept>

namespace freefloat {

namespace {

constexpr double kParallel = 1e-10;  // sine below which two axes count as parallel

struct Frame {
  Matrix3 rotation = Matrix3::Identity();
  Vector3 origin = Vector3::Zero();
};

struct Line {
  Vector3 point;
  Vector3 direction;
};

Vector3 any_normal(const Vector3& direction) {
  Eigen::Index least = 0;
  direction.cwiseAbs().minCoeff(&least);
  return (Vector3::Unit(least) - direction[least] * direction).normalized();
}

/// The frame on `next` whose x axis is the common normal from the axis of `before`.
Frame frame_on(const Frame& before, const Line& next) {
  const Vector3 z0 = before.rotation.col(2);
  const Vector3 z1 = next.direction;
  const Vector3 between = next.point - before.origin;
  const Vector3 normal = z0.cross(z1);
  Frame frame;
  Vector3 x;
  if (normal.norm() < kParallel) {
    // The normal through the old origin; coinciding axes keep the old x.
    frame.origin = next.point - between.dot(z1) * z1;
    const Vector3 apart = frame.origin - before.origin;
    x = apart.norm() > kParallel ? Vector3(apart.normalized()) : Vector3(before.rotation.col(0));
    x = (x - x.dot(z1) * z1).normalized();
  } else {
    // Foot of the common normal on the new axis.
    const double along = between.cross(z0).dot(normal) / normal.squaredNorm();
    frame.origin = next.point + along * z1;
    x = normal.normalized();
  }
  frame.rotation.col(0) = x;
  frame.rotation.col(1) = z1.cross(x);
  frame.rotation.col(2) = z1;
  return frame;
}

DenavitHartenbergRow row_between(const Frame& before, const Frame& after, JointKind kind) {
  const Vector3 x1 = before.rotation.transpose() * after.rotation.col(0);
  const Vector3 z1 = before.rotation.transpose() * after.rotation.col(2);
  const Vector3 p = before.rotation.transpose() * (after.origin - before.origin);
  DenavitHartenbergRow row;
  row.kind = kind;
  row.theta = std::atan2(x1.y(), x1.x());
  row.d = p.z();
  row.a = p.x() * x1.x() + p.y() * x1.y();
  // z1 = (sin(theta) sin(alpha), -cos(theta) sin(alpha), cos(alpha))
  row.alpha = std::atan2(z1.x() * x1.y() - z1.y() * x1.x(), z1.z());
  return row;
}

Frame placed(const DenavitHartenbergRow& row, double q) {
  const double theta = row.theta + (row.kind == JointKind::kRevolute ? q : 0.0);
  const double d = row.d + (row.kind == JointKind::kPrismatic ? q : 0.0);
  const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(row.alpha), sa = std::sin(row.alpha);
  Frame frame;
  frame.rotation << ct, -st * ca, st * sa, st, ct * ca, -ct * sa, 0.0, sa, ca;
  frame.origin << row.a * ct, row.a * st, d;
  return frame;
}

}  // namespace

DenavitHartenbergArm find_denavit_hartenberg(const TreeParameters& tree) {
  if (tree.base_kind != BaseKind::kFixed) throw std::invalid_argument("the arm's base is not fixed");
  std::vector<Frame> links(1);  // home posture, W
  std::vector<Line> axes;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const TreeJoint& joint = tree.links[i].joint;
    if (joint.parent != static_cast<int>(i)) {
      throw std::invalid_argument("the arm branches at link " + tree.links[i].body.name);
    }
    const Frame& parent = links.back();
    const Frame link{parent.rotation * joint.rotation, parent.origin + parent.rotation * joint.position};
    axes.push_back({link.origin, link.rotation * joint.axis});
    links.push_back(link);
  }
  Frame frame;
  frame.origin = axes[0].point;
  frame.rotation.col(2) = axes[0].direction;
  frame.rotation.col(0) = any_normal(axes[0].direction);
  frame.rotation.col(1) = axes[0].direction.cross(frame.rotation.col(0));
  DenavitHartenbergArm arm;
  arm.base_rotation = frame.rotation;
  arm.base_position = frame.origin;
  arm.gravity = tree.gravity;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    // Nothing sits on the last link: its frame goes on as the one before.
    const Frame next = i + 1 < axes.size() ? frame_on(frame, axes[i + 1]) : frame;
    arm.rows.push_back(row_between(frame, next, tree.links[i].joint.kind));
    const TreeBody& from = tree.links[i].body;
    const Frame& home = links[i + 1];
    const Matrix3 to_frame = next.rotation.transpose() * home.rotation;
    arm.links.push_back(
        {from.name, from.mass,
         next.rotation.transpose() * (home.origin + home.rotation * from.mass_centre - next.origin),
         to_frame * from.inertia * to_frame.transpose()});
    frame = next;
  }
  if (!tree.end_points.empty() && tree.end_points[0].body == tree.joint_count()) {
    const Frame& home = links.back();
    const Vector3 tip = home.origin + home.rotation * tree.end_points[0].position;
    arm.tip_position = frame.rotation.transpose() * (tip - frame.origin);
  }
  return arm;
}

Eigen::VectorXd joint_torques(const DenavitHartenbergArm& arm, const Eigen::VectorXd& q,
                              const Eigen::VectorXd& rates, const Eigen::VectorXd& accelerations) {
  const std::size_t n = arm.rows.size();
  std::vector<Frame> frames(n);
  std::vector<Vector3> forces(n);   // m a of each link, own axes
  std::vector<Vector3> moments(n);  // I w' + w x I w
  Vector3 w = Vector3::Zero();
  Vector3 w_rate = Vector3::Zero();
  Vector3 a = arm.base_rotation.transpose() * -arm.gravity;  // of the frame's origin
  for (std::size_t i = 0; i < n; ++i) {
    frames[i] = placed(arm.rows[i], q[i]);
    const Matrix3 back = frames[i].rotation.transpose();
    // The joint moves along z of the frame before.
    if (arm.rows[i].kind == JointKind::kRevolute) {
      w_rate = (w_rate + Vector3::UnitZ() * accelerations[i] + w.cross(Vector3::UnitZ()) * rates[i]).eval();
      w += Vector3::UnitZ() * rates[i];
    } else {
      a += Vector3::UnitZ() * accelerations[i] + 2.0 * rates[i] * w.cross(Vector3::UnitZ());
    }
    a += w_rate.cross(frames[i].origin) + w.cross(w.cross(frames[i].origin));
    w = (back * w).eval();
    w_rate = (back * w_rate).eval();
    a = (back * a).eval();
    const TreeBody& link = arm.links[i];
    forces[i] = link.mass * (a + w_rate.cross(link.mass_centre) + w.cross(w.cross(link.mass_centre)));
    moments[i] = link.inertia * w_rate + w.cross(link.inertia * w);
  }
  Eigen::VectorXd torques(n);
  Vector3 force = Vector3::Zero();   // on link i + 1 and all beyond, axes of frame i
  Vector3 moment = Vector3::Zero();  // about the origin of frame i
  for (std::size_t i = n; i-- > 0;) {
    force += forces[i];
    moment += moments[i] + arm.links[i].mass_centre.cross(forces[i]);
    // Over to frame i - 1, on whose z axis the joint sits.
    force = (frames[i].rotation * force).eval();
    moment = (frames[i].rotation * moment + frames[i].origin.cross(force)).eval();
    torques[i] = arm.rows[i].kind == JointKind::kRevolute ? moment.z() : force.z();
  }
  return torques;
}

Vector3 compute_tip(const DenavitHartenbergArm& arm, const Eigen::VectorXd& q) {
  Vector3 tip = arm.tip_position;
  for (std::size_t i = arm.rows.size(); i-- > 0;) {
    const Frame frame = placed(arm.rows[i], q[i]);
    tip = (frame.origin + frame.rotation * tip).eval();
  }
  return arm.base_position + arm.base_rotation * tip;
}

}  // namespace freefloat
