#include "spatial/config/tree_file.h"

#include "spatial/tree/attitude.h"
#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostLinks = 256;

/// Adds the fields of a body to those of a struct `T` that holds one.
template <typename T>
void add_body(Fields<T>& fields) {
  using B = TreeFile::Body;
  // A fixed base may be without mass, which check_tree knows; everything else is refused there too.
  fields.push_back(required(number("mass_kg", inside(&T::body, &B::mass), between(0, 1e6), "Mass.")));
  fields.push_back(required(number("mass_centre_m", inside(&T::body, &B::mass_centre), between(-1e3, 1e3),
                                   "Mass centre, [x, y, z] in the body's frame.")));
  fields.push_back(
      required(number("inertia_kg_m2", inside(&T::body, &B::inertia), between(-1e9, 1e9),
                      "Inertia about the mass centre along the body's axes, [xx, yy, zz, xy, xz, yz].")));
}

template <typename T>
void add_rotation(Fields<T>& fields, const std::string& what) {
  fields.push_back(number("rotation", inside(&T::rotation, &TreeFile::Rotation::matrix),
                          between(-1.001, 1.001),
                          "Axes of " + what + ", as a rotation matrix by rows; its columns are the axes."));
  fields.push_back(number("rotation_zyx_deg", inside(&T::rotation, &TreeFile::Rotation::zyx),
                          between(-360, 360),
                          "The same as turns about z, then the new y, then the new x. Neither: parallel."));
}

Fields<TreeFile::Joint> joint_fields() {
  using J = TreeFile::Joint;
  Fields<J> fields = {
      required(choice("kind", &J::kind,
                      {{"revolute", JointKind::kRevolute}, {"prismatic", JointKind::kPrismatic}},
                      "Whether it turns or shifts.")),
      text("name", &J::name, "Name; left out: that of the link with `_joint`."),
      required(number(
          "position_m", &J::position, between(-1e3, 1e3),
          "Origin of the link's frame at joint coordinate 0, on the joint's axis, in the parent's frame.")),
      required(number("axis", &J::axis, between(-1, 1), "Axis, a unit vector in the link's frame.")),
      number("min_deg", &J::min_angle, between(-36000, 36000), "Smallest angle of a revolute joint."),
      number("max_deg", &J::max_angle, between(-36000, 36000), "Largest angle of a revolute joint."),
      number("min_m", &J::min_shift, between(-1e3, 1e3), "Smallest shift of a prismatic joint."),
      number("max_m", &J::max_shift, between(-1e3, 1e3), "Largest shift of a prismatic joint."),
  };
  add_rotation(fields, "the link's frame in the parent's frame at joint coordinate 0");
  return fields;
}

Fields<TreeFile::Base> base_fields() {
  using B = TreeFile::Base;
  Fields<B> fields = {
      required(choice("kind", &B::kind,
                      {{"free", BaseKind::kFree},
                       {"planar", BaseKind::kPlanar},
                       {"spherical", BaseKind::kSpherical},
                       {"fixed", BaseKind::kFixed}},
                      "How it may move: free in space, on a table, about a spherical bearing in its frame's "
                      "origin, not at all.")),
      text("name", inside(&B::body, &TreeFile::Body::name), "Name."),
  };
  add_body(fields);
  return fields;
}

Fields<TreeFile::Link> tree_link_fields() {
  using L = TreeFile::Link;
  Fields<L> fields = {
      required(text("name", inside(&L::body, &TreeFile::Body::name), "Name.")),
      required(text("parent", &L::parent, "Name of the body that carries it.")),
      required(section("joint", &L::joint, joint_fields(), "The joint between the two.")),
  };
  add_body(fields);
  return fields;
}

Fields<TreeFile::End> end_point_fields() {
  using E = TreeFile::End;
  Fields<E> fields = {
      required(text("name", &E::name, "Name: hand, tool, sensor.")),
      required(text("body", &E::body, "Name of the body it is fixed to.")),
      required(number("position_m", &E::position, between(-1e3, 1e3), "[x, y, z] in the body's frame.")),
  };
  add_rotation(fields, "the end point in the body's frame");
  return fields;
}

TreeBody to_body(const TreeFile::Body& body) {
  const TreeFile::Inertia& i = body.inertia;
  return {body.name, body.mass, body.mass_centre,
          Matrix3{{i[0], i[3], i[4]}, {i[3], i[1], i[5]}, {i[4], i[5], i[2]}}};
}

Matrix3 to_matrix(const TreeFile::Rotation& rotation) {
  if (rotation.matrix) return *rotation.matrix;
  if (rotation.zyx) return rotation_from_euler(EulerSequence::kZyx, *rotation.zyx);
  return Matrix3::Identity();
}

/// Turns names into indices and finds the places of problems.
class TreeMaker {
 public:
  TreeMaker(const TreeFile& file, const ConfigNode& node, Problems& problems)
      : file_(file), node_(node), problems_(problems) {}

  TreeParameters run() {
    const std::size_t before = problems_.count();
    TreeParameters tree;
    tree.name = file_.name;
    tree.base_kind = file_.base.kind;
    tree.gravity = file_.gravity;
    tree.base = to_body(file_.base.body);
    for (std::size_t i = 0; i < file_.links.size(); ++i) tree.links.push_back(make_link(i));
    for (std::size_t i = 0; i < file_.end_points.size(); ++i) {
      const TreeFile::End& end = file_.end_points[i];
      const ConfigNode& at = node_.find("end_points")->items[i];
      check_rotation(end.rotation, at);
      tree.end_points.push_back(
          {end.name, find_body(end.body, *at.find("body")), end.position, to_matrix(end.rotation)});
    }
    if (problems_.count() != before) return tree;
    for (const TreeProblem& problem : check_tree(tree)) problems_.add_at(place_of(problem), problem.problem);
    return tree;
  }

 private:
  int find_body(const std::string& name, const ConfigNode& at) {
    if (name == file_.base.body.name) return 0;
    std::string known = file_.base.body.name;
    for (std::size_t i = 0; i < file_.links.size(); ++i) {
      if (file_.links[i].body.name == name) return static_cast<int>(i) + 1;
      if (i < 20) known += ", " + file_.links[i].body.name;
    }
    problems_.add_at(at, "the model has no such body", known);
    return 0;
  }

  void check_rotation(const TreeFile::Rotation& rotation, const ConfigNode& at) {
    if (rotation.matrix && rotation.zyx) {
      problems_.add_at(*at.find("rotation_zyx_deg"), "the rotation is given twice",
                       "rotation or rotation_zyx_deg");
    }
  }

  TreeLink make_link(std::size_t i) {
    const TreeFile::Link& from = file_.links[i];
    const ConfigNode& at = node_.find("links")->items[i];
    const ConfigNode& joint_at = *at.find("joint");
    const bool turns = from.joint.kind == JointKind::kRevolute;
    for (const char* key : {turns ? "min_m" : "min_deg", turns ? "max_m" : "max_deg"}) {
      if (const ConfigNode* limit = joint_at.find(key)) {
        problems_.add_at(
            *limit,
            turns ? "a revolute joint has angles as limits" : "a prismatic joint has lengths as limits",
            turns ? "min_deg, max_deg" : "min_m, max_m");
      }
    }
    check_rotation(from.joint.rotation, joint_at);
    TreeLink link;
    link.body = to_body(from.body);
    link.joint.name = from.joint.name.empty() ? from.body.name + "_joint" : from.joint.name;
    link.joint.kind = from.joint.kind;
    link.joint.parent = find_body(from.parent, *at.find("parent"));
    link.joint.position = from.joint.position;
    link.joint.rotation = to_matrix(from.joint.rotation);
    link.joint.axis = from.joint.axis;
    const std::optional<double>& min = turns ? from.joint.min_angle : from.joint.min_shift;
    const std::optional<double>& max = turns ? from.joint.max_angle : from.joint.max_shift;
    if (min) link.joint.min = *min;
    if (max) link.joint.max = *max;
    return link;
  }

  /// The value that a problem belongs to, or the part that lacks it.
  const ConfigNode& place_of(const TreeProblem& problem) const {
    const ConfigNode* at = &node_;
    if (problem.body < 0) {
      at = &node_.find("end_points")->items[problem.end_point];
    } else if (problem.body == 0) {
      at = node_.find("base");
    } else {
      at = &node_.find("links")->items[problem.body - 1];
    }
    std::string part = problem.part;
    if (part == "joint.parent") part = "parent";
    if (part.starts_with("joint.")) {
      at = at->find("joint");
      part.erase(0, 6);
    }
    for (const char* suffix : {"", "_kg", "_m", "_kg_m2", "_deg", "_zyx_deg"}) {
      if (const ConfigNode* value = at->find(part + suffix)) return *value;
    }
    return *at;
  }

  const TreeFile& file_;
  const ConfigNode& node_;
  Problems& problems_;
};

}  // namespace

Fields<TreeFile> tree_fields() {
  using T = TreeFile;
  return {
      required(text("name", &T::name, "Name of the model.")),
      required(section("base", &T::base, base_fields(), "The body that everything hangs on.")),
      required(
          list("links", &T::links, tree_link_fields(), 1, kMostLinks,
               "All other bodies, in any order, also before those that carry them; joints are counted in the "
               "order of their links.")),
      list("end_points", &T::end_points, end_point_fields(), 0, kMostLinks,
           "Named frames: hands, tools, sensors."),
      number("gravity_m_s2", &T::gravity, between(-100, 100), "Acceleration of free fall, [x, y, z] in W."),
  };
}

TreeParameters make_tree(const TreeFile& file, const ConfigNode& node, Problems& problems) {
  return TreeMaker(file, node, problems).run();
}

}  // namespace freefloat
