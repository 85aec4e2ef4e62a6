#include "spatial/config/assemble_simulation.h"

#include "spatial/config/assemble_drive.h"
#include "spatial/tree/attitude.h"

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

}  // namespace

TreeSimulationConfig assemble_simulation(const SimulationFile& file, const ConfigNode& node,
                                         TreeParameters tree, Problems& problems) {
  const std::size_t before = problems.count();
  TreeSimulationConfig config = SimulationMaker(file, node, std::move(tree), problems).run();
  if (problems.count() != before) return config;
  for (const std::string& problem : check_simulation(config)) problems.add_at(node, problem);
  return config;
}

}  // namespace freefloat
