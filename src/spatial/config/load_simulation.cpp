#include "spatial/config/load_simulation.h"

#include "config/files/read_parts.h"
#include "spatial/config/assemble_drive.h"
#include "spatial/config/load_tree.h"
#include "spatial/config/simulation_file.h"
#include "spatial/config/tree_file.h"
#include "spatial/config/urdf_file.h"
#include "spatial/tree/attitude.h"
#include "spatial/tree/planar_tree.h"

namespace freefloat {

namespace {

using File = SimulationFile;

/// Puts names, units and drives of one simulation into its configuration.
class SimulationMaker {
 public:
  SimulationMaker(const File& file, const ConfigNode& node, TreeParameters tree, Problems& problems)
      : file_(file), node_(node), problems_(problems), config_(make_simulation(std::move(tree))) {}

  TreeSimulationConfig run() {
    if (!file_.name.empty()) config_.name = file_.name;
    config_.duration = file_.duration;
    config_.sample_step = file_.sample_step;
    config_.integrator = file_.integrator;
    place_base();
    std::vector<bool> seen(config_.drives.size());
    for (std::size_t i = 0; i < file_.joints.size(); ++i) {
      const ConfigNode& at = node_.find("joints")->items[i];
      const int joint = find_joint(file_.joints[i].joint, *at.find("joint"));
      if (joint < 0) continue;
      if (seen[joint]) {
        problems_.add_at(*at.find("joint"), "the joint stands in the list twice", {}, "remove one of them");
      }
      seen[joint] = true;
      set_joint(joint, file_.joints[i], at);
    }
    if (file_.path) set_path(*file_.path, *node_.find("end_point_path"));
    return std::move(config_);
  }

 private:
  void place_base() {
    const File::Base& base = file_.base;
    if (base.locked) config_.tree.base_kind = BaseKind::kFixed;
    config_.start.p_WB = base.position;
    config_.base_wrench = join(base.force, base.moment);
    config_.start.v_WB = base.velocity;
    config_.start.w_WB = base.angular_velocity;
    if (base.rotation && base.rotation_zyx) {
      problems_.add_at(*node_.find("base")->find("rotation_zyx_deg"), "the rotation is given twice",
                       "rotation or rotation_zyx_deg");
    } else if (base.rotation_zyx) {
      config_.start.R_WB = rotation_from_euler(EulerSequence::kZyx, *base.rotation_zyx);
    } else if (base.rotation) {
      constexpr double kOrthogonal = 1e-6;
      const Matrix3& r = *base.rotation;
      if ((r * r.transpose() - Matrix3::Identity()).norm() > kOrthogonal || r.determinant() < 0.0) {
        problems_.add_at(*node_.find("base")->find("rotation"),
                         "the columns are not orthogonal unit vectors of a right-handed frame");
      }
      config_.start.R_WB = r;
    }
  }

  int find_joint(const std::string& name, const ConfigNode& at) {
    std::string known;
    for (int i = 0; i < config_.tree.joint_count(); ++i) {
      const TreeLink& link = config_.tree.links[i];
      if (link.joint.name == name || link.body.name == name) return i;
      if (i < 20) known += (i > 0 ? ", " : "") + link.joint.name;
    }
    problems_.add_at(at, "the model has no such joint", known);
    return -1;
  }

  void set_joint(int joint, const File::Joint& from, const ConfigNode& at) {
    const bool turns = config_.tree.links[joint].joint.kind == JointKind::kRevolute;
    const auto place = read_coordinate(from.start, turns, at, {"angle", "shift", ""}, problems_);
    const auto rate =
        read_coordinate(from.start_rate, turns, at, {"start_rate", "start_rate", "_s"}, problems_);
    config_.start.joints[joint] = place.value_or(0.0);
    config_.start.joint_rates[joint] = rate.value_or(0.0);
    if (!from.drive) return;
    JointDrive& drive = config_.drives[joint];
    drive =
        assemble_drive(*from.drive, turns, place.value_or(0.0), file_.duration, *at.find("drive"), problems_);
    if (place && from.drive->motion_table) {
      problems_.add_at(at, "the table says where the joint starts", {}, "remove its angle or shift");
    }
    if (rate && gives_motion(drive)) {
      problems_.add_at(at, "a joint whose motion is given has no other rate at the start", {},
                       "remove start_rate");
    }
  }

  void set_path(const File::Path& from, const ConfigNode& at) {
    EndPointPath path;
    path.end_point = -1;
    std::string known;
    for (std::size_t i = 0; i < config_.tree.end_points.size(); ++i) {
      if (config_.tree.end_points[i].name == from.end_point) path.end_point = static_cast<int>(i);
      known += (i > 0 ? ", " : "") + config_.tree.end_points[i].name;
    }
    if (path.end_point < 0) problems_.add_at(*at.find("end_point"), "the model has no such end point", known);
    path.parts = from.parts;
    path.to = from.to;
    if (from.turn_in_deg && from.turn_in_rad)
      problems_.add_at(*at.find("turn_rad"), "the value is given twice");
    path.turn = from.turn_in_rad ? *from.turn_in_rad : from.turn_in_deg.value_or(Vector3::Zero());
    path.begin = from.begin;
    path.end = from.end.value_or(file_.duration);
    config_.path = path;
  }

  const File& file_;
  const ConfigNode& node_;
  Problems& problems_;
  TreeSimulationConfig config_;
};

/// Puts a simulation and its model together. What does not fit becomes a problem at its place: unknown joints
/// and end points, units of the other kind of joint, drives given twice.
/// @param node The file that `file` was read from.
TreeSimulationConfig assemble_simulation(const SimulationFile& file, const ConfigNode& node,
                                         TreeParameters tree, Problems& problems) {
  const std::size_t before = problems.count();
  TreeSimulationConfig config = SimulationMaker(file, node, std::move(tree), problems).run();
  if (problems.count() != before) return config;
  for (const std::string& problem : check_simulation(config)) problems.add_at(node, problem);
  return config;
}

std::optional<TreeParameters> read_model(Loader& loader, const ConfigNode& node) {
  if (node.find("satellite") != nullptr) {
    const auto robot = read_robot(loader, node);
    return robot ? std::optional(tree_from_planar(*robot)) : std::nullopt;
  }
  std::optional<TreeParameters> tree;
  loader.read(node, tree_fields(), [&](const TreeFile& file, const ConfigNode& at, Problems& problems) {
    tree = make_tree(file, at, problems);
  });
  return tree;
}

std::optional<TreeParameters> open_model(Loader& loader, const std::string& path,
                                         const ConfigNode* referrer) {
  if (!is_urdf(path)) return read_model(loader, loader.open(path, referrer));
  std::string text;
  if (!read_config_text(path, referrer, text, loader.problems)) return std::nullopt;
  return read_urdf(text, path, loader.problems);
}

}  // namespace

TreeSimulationConfig load_simulation(const std::string& path) {
  Loader loader;
  std::optional<TreeSimulationConfig> config;
  const ConfigNode node = is_urdf(path) ? ConfigNode() : loader.open(path, nullptr);
  if (node.find("model") == nullptr && node.find("duration_s") == nullptr) {
    const auto tree = is_urdf(path) ? open_model(loader, path, nullptr) : read_model(loader, node);
    loader.problems.throw_if_any();
    return make_simulation(*tree);
  }
  const auto file = loader.read(node, simulation_file_fields(), check_simulation_file);
  if (file) {
    const auto tree = open_model(loader, file->model, node.find("model"));
    if (loader.problems.count() == 0) config = assemble_simulation(*file, node, *tree, loader.problems);
  }
  loader.problems.throw_if_any();
  return *std::move(config);
}

}  // namespace freefloat
