#include "spatial/config/urdf_file.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "spatial/config/urdf_outline.h"
#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

/// What the parser complains about, instead of printing it.
class Complaints : public console_bridge::OutputHandler {
 public:
  Complaints() : before_(console_bridge::getOutputHandler()) { console_bridge::useOutputHandler(this); }
  ~Complaints() override { console_bridge::useOutputHandler(before_); }
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;

  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR &&
        std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(text);
    }
  }

  std::vector<std::string> texts;

 private:
  console_bridge::OutputHandler* before_;
};

constexpr std::size_t kMostUrdfLinks = 1024;
constexpr int kMostMovingJoints = 256;  // as in configs/models

Vector3 to_vector(const urdf::Vector3& v) {
  return {v.x, v.y, v.z};
}

struct Placement {
  Matrix3 rotation = Matrix3::Identity();
  Vector3 position = Vector3::Zero();

  Placement operator*(const Placement& inner) const {
    return {rotation * inner.rotation, position + rotation * inner.position};
  }
};

Placement to_placement(const urdf::Pose& pose) {
  double w = 1.0;
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  pose.rotation.getQuaternion(x, y, z, w);
  return {Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix(), to_vector(pose.position)};
}

/// Adds a part that is fixed to the body.
/// @param part In its own frame, which lies as `at` in the body's.
void weld(TreeBody& body, const TreeBody& part, const Placement& at) {
  if (part.mass == 0.0 && part.inertia.isZero(0.0)) return;
  const Vector3 centre = at.position + at.rotation * part.mass_centre;
  const double mass = body.mass + part.mass;
  const Vector3 common =
      mass > 0.0 ? Vector3((body.mass * body.mass_centre + part.mass * centre) / mass) : centre;
  const auto shifted = [&](const Matrix3& inertia, double own, const Vector3& from) {
    const Vector3 d = from - common;
    return Matrix3(inertia + own * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose()));
  };
  body.inertia = shifted(body.inertia, body.mass, body.mass_centre) +
                 shifted(at.rotation * part.inertia * at.rotation.transpose(), part.mass, centre);
  body.mass = mass;
  body.mass_centre = common;
}

class UrdfReader {
 public:
  UrdfReader(const std::string& text, const std::string& file, Problems& problems)
      : text_(text), file_(file), problems_(problems) {}

  TreeParameters run() {
    const std::size_t before = problems_.count();
    outline_ = read_urdf_outline(text_, file_, problems_);
    // The parser is not given what it would take long over.
    if (problems_.count() != before) return tree_;
    urdf::ModelInterfaceSharedPtr model;
    std::vector<std::string> complaints;
    {
      Complaints listening;
      model = urdf::parseURDF(text_);
      complaints = listening.texts;
    }
    if (!model) {
      for (const std::string& complaint : complaints) add(0, "", complaint);
      if (problems_.count() == before) add(0, "", "is no URDF document");
      return tree_;
    }
    for (const std::string& complaint : complaints) add(0, "", complaint);
    tree_.name = model->getName();
    check_sizes(*model);
    if (problems_.count() != before) return tree_;
    check_graph(*model);
    if (problems_.count() != before) return tree_;

    links_ = &model->links_;
    const urdf::Link& root = *model->getRoot();
    tree_.base_kind = root.name == "world" ? BaseKind::kFixed : BaseKind::kFree;
    tree_.base.name = root.name;
    add_link(root, 0, {});
    if (problems_.count() == before) {
      keep_file_order();
      for (const TreeProblem& problem : check_tree(tree_)) add_tree_problem(problem);
    }
    return tree_;
  }

 private:
  /// @return Its place in the document's outline; the end when it is not there.
  auto find(const std::string& element, const std::string& name) const {
    return std::find_if(outline_.begin(), outline_.end(),
                        [&](const UrdfElement& e) { return e.element == element && e.name == name; });
  }

  /// @return 0 when it is not found.
  int line_of(const std::string& element, const std::string& name) const {
    const auto found = find(element, name);
    return found == outline_.end() ? 0 : found->line;
  }

  /// Puts the links into the order in which they stand in the document, which is also that of their joints:
  /// the parser sorts them by name.
  void keep_file_order() {
    std::vector<int> order(tree_.joint_count());
    std::iota(order.begin(), order.end(), 1);
    const auto place = [&](int link) { return find("link", tree_.body(link).name); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
    reorder_links(tree_, order);
  }

  void add(int line, const std::string& key, const std::string& problem, const std::string& allowed = {}) {
    problems_.add({file_, line, key, {}, problem, allowed, {}});
  }

  void check_sizes(const urdf::ModelInterface& model) {
    if (model.links_.size() > kMostUrdfLinks) {
      add(0, "", "has " + std::to_string(model.links_.size()) + " links",
          "at most " + std::to_string(kMostUrdfLinks));
    }
    const auto moving = std::count_if(model.joints_.begin(), model.joints_.end(), [](const auto& named) {
      return named.second->type != urdf::Joint::FIXED;
    });
    if (moving > kMostMovingJoints) {
      add(0, "", "has " + std::to_string(moving) + " moving joints",
          "at most " + std::to_string(kMostMovingJoints));
    }
  }

  void check_joint(const urdf::Joint& joint) {
    const auto refuse = [&](const std::string& problem, const std::string& allowed = {}) {
      add(line_of("joint", joint.name), "joint " + joint.name, problem, allowed);
    };
    if (joint.type == urdf::Joint::FLOATING || joint.type == urdf::Joint::PLANAR ||
        joint.type == urdf::Joint::UNKNOWN) {
      refuse("unsupported kind of joint", "revolute, continuous, prismatic or fixed");
    }
    if (joint.mimic) refuse("unsupported: the joint mimics joint " + joint.mimic->joint_name);
    if (joint.dynamics && (joint.dynamics->damping != 0.0 || joint.dynamics->friction != 0.0)) {
      refuse("unsupported: damping or friction", "joints without losses");
    }
  }

  void check_graph(const urdf::ModelInterface& model) {
    std::map<std::string, std::string> carrier;
    std::multimap<std::string, std::string> carried;
    for (const auto& [name, joint] : model.joints_) {
      check_joint(*joint);
      carried.emplace(joint->parent_link_name, joint->child_link_name);
      const auto [other, fresh] = carrier.emplace(joint->child_link_name, name);
      if (!fresh) {
        add(line_of("joint", name), "joint " + name,
            "link " + joint->child_link_name + " is carried by joint " + other->second +
                " as well: that closes a loop, which a tree cannot have");
      }
    }
    std::set<std::string> reached;
    std::vector<std::string> open{model.getRoot()->name};
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      if (!reached.insert(name).second) continue;
      const auto [first, last] = carried.equal_range(name);
      std::transform(first, last, std::back_inserter(open), [](const auto& pair) { return pair.second; });
    }
    for (const auto& [name, link] : model.links_) {
      if (!reached.contains(name)) {
        add(line_of("link", name), "link " + name,
            "does not hang on the root link " + model.getRoot()->name + ": its joints close a loop");
      }
    }
  }

  /// Adds what the link is made of to body `index`, in whose frame it lies as `at`, and all that it carries.
  void add_link(const urdf::Link& link, int index, const Placement& at) {
    const TreeBody part = to_body(link);
    TreeBody& body = index == 0 ? tree_.base : tree_.links[index - 1].body;
    weld(body, part, at);
    for (const urdf::JointSharedPtr& joint : link.child_joints) {
      const urdf::Link& child = *links_->at(joint->child_link_name);
      const Placement placed = at * to_placement(joint->parent_to_joint_origin_transform);
      if (joint->type == urdf::Joint::FIXED) {
        if (!child.inertial && child.child_joints.empty()) {
          tree_.end_points.push_back({child.name, index, placed.position, placed.rotation});
        } else {
          add_link(child, index, placed);
        }
        continue;
      }
      TreeLink added;
      added.body.name = child.name;
      added.joint.name = joint->name;
      added.joint.kind = joint->type == urdf::Joint::PRISMATIC ? JointKind::kPrismatic : JointKind::kRevolute;
      added.joint.parent = index;
      added.joint.position = placed.position;
      added.joint.rotation = placed.rotation;
      // Only the direction counts; zero stays zero, and is refused.
      const Vector3 axis = to_vector(joint->axis);
      added.joint.axis = axis.norm() > 0.0 ? Vector3(axis.normalized()) : axis;
      if (joint->limits && joint->type != urdf::Joint::CONTINUOUS) {
        added.joint.min = joint->limits->lower;
        added.joint.max = joint->limits->upper;
      }
      tree_.links.push_back(added);
      add_link(child, tree_.joint_count(), {});
    }
  }

  static TreeBody to_body(const urdf::Link& link) {
    TreeBody body;
    body.name = link.name;
    if (!link.inertial) return body;
    const urdf::Inertial& from = *link.inertial;
    const Placement at = to_placement(from.origin);
    const Matrix3 inertia{
        {from.ixx, from.ixy, from.ixz}, {from.ixy, from.iyy, from.iyz}, {from.ixz, from.iyz, from.izz}};
    body.mass = from.mass;
    body.mass_centre = at.position;
    body.inertia = at.rotation * inertia * at.rotation.transpose();
    return body;
  }

  void add_tree_problem(const TreeProblem& problem) {
    if (problem.body < 0) {
      const std::string& name = tree_.end_points[problem.end_point].name;
      add(line_of("link", name), "link " + name, problem.part + ": " + problem.problem);
    } else if (problem.part.starts_with("joint.")) {
      const std::string& name = tree_.links[problem.body - 1].joint.name;
      add(line_of("joint", name), "joint " + name, problem.part.substr(6) + ": " + problem.problem);
    } else {
      const std::string& name = tree_.body(problem.body).name;
      add(line_of("link", name), "link " + name, problem.part + ": " + problem.problem);
    }
  }

  const std::string& text_;
  const std::string& file_;
  Problems& problems_;
  std::vector<UrdfElement> outline_;
  const std::map<std::string, urdf::LinkSharedPtr>* links_ =
      nullptr;  // of the parser's model, while it lives
  TreeParameters tree_;
};

}  // namespace

TreeParameters read_urdf(const std::string& text, const std::string& file, Problems& problems) {
  return UrdfReader(text, file, problems).run();
}

}  // namespace freefloat
