#include "config/urdf_file.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "config/urdf_order.h"
#include "model/tree/check_tree.h"

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

constexpr std::array kKnownElements = {"robot",       "link",
                                       "inertial",    "origin",
                                       "mass",        "inertia",
                                       "visual",      "collision",
                                       "geometry",    "box",
                                       "cylinder",    "sphere",
                                       "capsule",     "mesh",
                                       "material",    "color",
                                       "texture",     "verbose",
                                       "joint",       "parent",
                                       "child",       "axis",
                                       "limit",       "dynamics",
                                       "calibration", "safety_controller",
                                       "mimic"};
// They describe motors, controllers and simulators, not bodies.
constexpr std::array kSkippedElements = {"transmission", "gazebo", "ros2_control"};

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
    check_elements();
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
    check_graph(*model);
    if (problems_.count() != before) return tree_;

    const urdf::Link& root = *model->getRoot();
    tree_.base_kind = root.name == "world" ? BaseKind::kFixed : BaseKind::kFree;
    tree_.base.name = root.name;
    add_link(root, 0, {});
    if (problems_.count() == before) {
      keep_file_order(text_, tree_);
      for (const TreeProblem& problem : check_tree(tree_)) add_tree_problem(problem);
    }
    return tree_;
  }

 private:
  void add(int line, const std::string& key, const std::string& problem, const std::string& allowed = {}) {
    problems_.add({file_, line, key, {}, problem, allowed, {}});
  }

  /// @return Line of `<element ... name="name"`, 0 when it is not found.
  int line_of(const std::string& element, const std::string& name) const {
    for (std::size_t at = text_.find("<" + element); at != std::string::npos;
         at = text_.find("<" + element, at + 1)) {
      const std::string tag = text_.substr(at, text_.find('>', at) - at);
      for (const char quote : {'"', '\''}) {
        std::string wanted = "name=";
        wanted.push_back(quote);
        wanted.append(name).push_back(quote);
        if (tag.find(wanted) != std::string::npos) return line_at(at);
      }
    }
    return 0;
  }

  int line_at(std::size_t at) const {
    return 1 +
           static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }

  /// The parser passes over elements that it does not know; a typing error would change the robot silently.
  void check_elements() {
    for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1)) {
      if (text_.compare(at, 4, "<!--") == 0) {
        at = text_.find("-->", at);
        if (at == std::string::npos) return;
        continue;
      }
      const std::size_t end = text_.find_first_of(" \t\r\n/>", at + 1);
      if (end == std::string::npos) return;
      const std::string name = text_.substr(at + 1, end - at - 1);
      if (name.empty() || name[0] == '?' || name[0] == '!') continue;
      if (std::find(kSkippedElements.begin(), kSkippedElements.end(), name) != kSkippedElements.end()) {
        const std::size_t close = text_.find("</" + name, at);
        const std::size_t tag_end = text_.find('>', at);
        const bool alone = tag_end != std::string::npos && text_[tag_end - 1] == '/';
        at = alone || close == std::string::npos ? tag_end : close;
        if (at == std::string::npos) return;
        continue;
      }
      if (std::find(kKnownElements.begin(), kKnownElements.end(), name) == kKnownElements.end()) {
        add(line_at(at), name, "unsupported element", "links with inertial, joints; shapes are passed over");
      }
    }
  }

  void check_graph(const urdf::ModelInterface& model) {
    std::map<std::string, std::string> carrier;
    for (const auto& [name, joint] : model.joints_) {
      const int line = line_of("joint", name);
      const std::string key = "joint " + name;
      const auto [other, fresh] = carrier.emplace(joint->child_link_name, name);
      if (!fresh) {
        add(line, key,
            "link " + joint->child_link_name + " is carried by joint " + other->second +
                " as well: that closes a loop, which a tree cannot have");
      }
      if (joint->type == urdf::Joint::FLOATING || joint->type == urdf::Joint::PLANAR ||
          joint->type == urdf::Joint::UNKNOWN) {
        add(line, key, "unsupported kind of joint", "revolute, continuous, prismatic or fixed");
      }
      if (joint->mimic) add(line, key, "unsupported: the joint mimics joint " + joint->mimic->joint_name);
      if (joint->dynamics && (joint->dynamics->damping != 0.0 || joint->dynamics->friction != 0.0)) {
        add(line, key, "unsupported: damping or friction", "joints without losses");
      }
    }
    std::set<std::string> reached;
    std::vector<std::string> open{model.getRoot()->name};
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      if (!reached.insert(name).second) continue;
      for (const auto& [joint_name, joint] : model.joints_) {
        if (joint->parent_link_name == name) open.push_back(joint->child_link_name);
      }
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
    TreeBody& body = index == 0 ? tree_.base : tree_.links[static_cast<std::size_t>(index - 1)].body;
    weld(body, part, at);
    for (const urdf::JointSharedPtr& joint : link.child_joints) {
      const urdf::Link& child = *find_child(link, joint->child_link_name);
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

  static urdf::LinkSharedPtr find_child(const urdf::Link& link, const std::string& name) {
    return *std::ranges::find(link.child_links, name, [](const auto& child) { return child->name; });
  }

  void add_tree_problem(const TreeProblem& problem) {
    if (problem.body < 0) {
      const std::string& name = tree_.end_points[static_cast<std::size_t>(problem.end_point)].name;
      add(line_of("link", name), "link " + name, problem.part + ": " + problem.problem);
    } else if (problem.part.starts_with("joint.")) {
      const std::string& name = tree_.links[static_cast<std::size_t>(problem.body - 1)].joint.name;
      add(line_of("joint", name), "joint " + name, problem.part.substr(6) + ": " + problem.problem);
    } else {
      const std::string& name = tree_.body(problem.body).name;
      add(line_of("link", name), "link " + name, problem.part + ": " + problem.problem);
    }
  }

  const std::string& text_;
  const std::string& file_;
  Problems& problems_;
  TreeParameters tree_;
};

}  // namespace

TreeParameters read_urdf(const std::string& text, const std::string& file, Problems& problems) {
  return UrdfReader(text, file, problems).run();
}

}  // namespace freefloat
