#include "spatial/tree/check_tree.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <set>

namespace freefloat {

namespace {

// What is written with 12 digits passes; what is meant otherwise does not.
constexpr double kRelativeTolerance = 1e-9;
constexpr double kOrthogonalTolerance = 1e-9;

std::string number(double value) {
  return fmt::format("{:.6g}", value);
}

class Checker {
 public:
  explicit Checker(const TreeParameters& tree) : tree_(tree) {}

  std::vector<TreeProblem> run() {
    check_names();
    for (int i = 0; i < tree_.body_count(); ++i) check_body(i);
    for (int i = 1; i < tree_.body_count(); ++i) check_joint(i);
    for (std::size_t i = 0; i < tree_.end_points.size(); ++i) check_end_point(static_cast<int>(i));
    if (!tree_.gravity.allFinite()) add(0, "gravity", "is not finite");
    return std::move(problems_);
  }

 private:
  void add(int body, const std::string& part, const std::string& problem) {
    problems_.push_back({body, -1, part, problem});
  }

  void check_names() {
    std::set<std::string> bodies;
    std::set<std::string> joints;
    for (int i = 0; i < tree_.body_count(); ++i) {
      const std::string& name = tree_.body(i).name;
      if (name.empty()) add(i, "name", "is empty");
      if (!name.empty() && !bodies.insert(name).second) {
        add(i, "name",
            "two bodies are called " + name +
                "; a body that two joints carry closes a loop, which a tree cannot have");
      }
      if (i == 0) continue;
      const std::string& joint = tree_.links[i - 1].joint.name;
      if (!joint.empty() && !joints.insert(joint).second)
        add(i, "joint.name", "two joints are called " + joint);
    }
    std::set<std::string> points;
    for (std::size_t i = 0; i < tree_.end_points.size(); ++i) {
      const std::string& name = tree_.end_points[i].name;
      if (name.empty() || !points.insert(name).second) {
        problems_.push_back({-1, static_cast<int>(i), "name",
                             name.empty() ? "is empty" : "two end points are called " + name});
      }
    }
  }

  void check_body(int i) {
    const TreeBody& body = tree_.body(i);
    if (!body.mass_centre.allFinite()) add(i, "mass_centre", "is not finite");
    // A base that stays where it is may be without mass.
    if (i == 0 && tree_.base_kind == BaseKind::kFixed && body.mass == 0.0 && body.inertia.isZero(0.0)) return;
    if (!(body.mass > 0.0) || !std::isfinite(body.mass)) {
      add(i, "mass", "is " + number(body.mass) + " kg; every body needs a mass above 0");
    }
    if (!body.inertia.allFinite()) {
      add(i, "inertia", "is not finite");
      return;
    }
    const double scale = body.inertia.cwiseAbs().maxCoeff();
    if ((body.inertia - body.inertia.transpose()).cwiseAbs().maxCoeff() > kRelativeTolerance * scale) {
      add(i, "inertia", "is not symmetric");
      return;
    }
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(body.inertia, Eigen::EigenvaluesOnly);
    const Vector3& principal = solver.eigenvalues();
    const std::string values = fmt::format("{:.6g} kg m^2", fmt::join(principal, ", "));
    if (!(principal[0] > 0.0)) {
      add(i, "inertia", "the principal inertias " + values + " are not all above 0");
    } else if (principal[2] > (principal[0] + principal[1]) * (1.0 + kRelativeTolerance)) {
      add(i, "inertia",
          "the principal inertias " + values +
              " violate the triangle inequality: none can exceed the sum of the other two");
    }
  }

  void check_rotation(const Matrix3& rotation, TreeProblem problem) {
    if (!rotation.allFinite()) {
      problem.problem = "is not finite";
    } else if ((rotation.transpose() * rotation - Matrix3::Identity()).cwiseAbs().maxCoeff() >
               kOrthogonalTolerance) {
      problem.problem = "the axes of the frame are not orthogonal unit vectors";
    } else if (rotation.determinant() < 0.0) {
      problem.problem = "the frame is left-handed";
    } else {
      return;
    }
    problems_.push_back(std::move(problem));
  }

  void check_joint(int i) {
    const TreeJoint& joint = tree_.links[i - 1].joint;
    check_parent(i);
    if (!joint.position.allFinite()) add(i, "joint.position", "is not finite");
    check_rotation(joint.rotation, {i, -1, "joint.rotation", {}});
    const double length = joint.axis.norm();
    if (!(length > 0.0) || !std::isfinite(length)) {
      add(i, "joint.axis", "the joint has no axis");
    } else if (std::abs(length - 1.0) > kOrthogonalTolerance) {
      add(i, "joint.axis", "has the length " + number(length) + "; it must be a unit vector");
    }
    if (!(joint.min <= joint.max)) {
      add(i, "joint.max",
          "the joint's limits " + number(joint.min) + " and " + number(joint.max) + " are out of order");
    }
  }

  void check_parent(int i) {
    const auto parent_of = [&](int body) { return tree_.links[body - 1].joint.parent; };
    const int parent = parent_of(i);
    if (parent < 0 || parent >= tree_.body_count()) {
      add(i, "joint.parent", "there is no body " + std::to_string(parent));
      return;
    }
    int at = i;
    for (int steps = 0; steps <= tree_.joint_count(); ++steps) {
      at = parent_of(at);
      if (at == 0 || at < 0 || at >= tree_.body_count()) return;
      if (at == i) {
        add(i, "joint.parent", "the bodies carry each other in a loop; a tree must lead to the base");
        return;
      }
    }
  }

  void check_end_point(int i) {
    const EndPoint& point = tree_.end_points[i];
    if (point.body < 0 || point.body >= tree_.body_count()) {
      problems_.push_back({-1, i, "body", "there is no body " + std::to_string(point.body)});
    }
    if (!point.position.allFinite()) problems_.push_back({-1, i, "position", "is not finite"});
    check_rotation(point.rotation, {-1, i, "rotation", {}});
  }

  const TreeParameters& tree_;
  std::vector<TreeProblem> problems_;
};

}  // namespace

std::string TreeProblem::text(const TreeParameters& tree) const {
  if (body < 0) {
    return "end point " + tree.end_points[end_point].name + ": " + part + ": " + problem;
  }
  return (body == 0 ? "base " : "link ") + tree.body(body).name + ": " + part + ": " + problem;
}

std::vector<TreeProblem> check_tree(const TreeParameters& tree) {
  return Checker(tree).run();
}

std::string joint_names(const TreeParameters& tree) {
  std::string names;
  for (const TreeLink& link : tree.links) names += (names.empty() ? "" : ", ") + link.joint.name;
  return names;
}

std::vector<int> outward_order(const TreeParameters& tree) {
  std::vector<bool> placed(tree.body_count(), false);
  placed[0] = true;
  std::vector<int> order;
  std::vector<int> waiting;  // links that stand before the one that carries them
  for (int link = 1; link < tree.body_count(); ++link) {
    for (int at = link; !placed[at]; at = tree.links[at - 1].joint.parent) {
      waiting.push_back(at);
      placed[at] = true;
    }
    order.insert(order.end(), waiting.rbegin(), waiting.rend());
    waiting.clear();
  }
  return order;
}

void reorder_links(TreeParameters& tree, const std::vector<int>& order) {
  std::vector<int> new_index(tree.body_count(), 0);
  std::vector<TreeLink> links;
  for (const int old : order) {
    links.push_back(std::move(tree.links[old - 1]));
    new_index[old] = static_cast<int>(links.size());
  }
  tree.links = std::move(links);
  for (TreeLink& link : tree.links) link.joint.parent = new_index[link.joint.parent];
  for (EndPoint& point : tree.end_points) point.body = new_index[point.body];
}

}  // namespace freefloat
