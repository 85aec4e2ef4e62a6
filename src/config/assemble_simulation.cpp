#include "config/assemble_simulation.h"

#include "config/torque_table_file.h"
#include "model/tree/attitude.h"

namespace freefloat {

namespace {

using File = SimulationFile;

/// Puts names, units and drives of one simulation into its configuration.
class SimulationMaker {
 public:
  SimulationMaker(const File& file, const ConfigNode& node, TreeParameters tree, Problems& problems)
      : file_(file), node_(node), problems_(problems), config_(make_simulation(std::move(tree))) {}

  SimulationConfig run() {
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
      if (seen[static_cast<std::size_t>(joint)]) {
        problems_.add_at(*at.find("joint"), "the joint stands in the list twice", {}, "remove one of them");
      }
      seen[static_cast<std::size_t>(joint)] = true;
      set_joint(joint, file_.joints[i], at);
    }
    if (file_.path) set_path(*file_.path, *node_.find("end_point_path"));
    return std::move(config_);
  }

 private:
  void place_base() {
    const File::Base& base = file_.base;
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
      const TreeLink& link = config_.tree.links[static_cast<std::size_t>(i)];
      if (link.joint.name == name || link.body.name == name) return i;
      if (i < 20) known += (i > 0 ? ", " : "") + link.joint.name;
    }
    problems_.add_at(at, "the model has no such joint", known);
    return -1;
  }

  bool turns(int joint) const {
    return config_.tree.links[static_cast<std::size_t>(joint)].joint.kind == JointKind::kRevolute;
  }

  /// A revolute joint has angles, a prismatic one lengths.
  void check_kind(int joint, bool for_revolute, const ConfigNode& at, const char* key) {
    const ConfigNode* given = at.find(key);
    if (given == nullptr || turns(joint) == for_revolute) return;
    problems_.add_at(*given, turns(joint) ? "the joint turns" : "the joint shifts",
                     turns(joint) ? "angles and torques" : "lengths and forces");
  }

  /// @param stems Keys without unit: of an angle, of a shift.
  std::optional<double> value_of(const File::Coordinate& value, int joint, const ConfigNode& at,
                                 const std::string& angle, const std::string& shift,
                                 const std::string& per_time) {
    check_kind(joint, true, at, (angle + "_deg" + per_time).c_str());
    check_kind(joint, true, at, (angle + "_rad" + per_time).c_str());
    check_kind(joint, false, at, (shift + "_m" + per_time).c_str());
    if (value.in_deg && value.in_rad) {
      problems_.add_at(*at.find(angle + "_rad" + per_time), "the value is given twice");
    }
    return value.in_deg ? value.in_deg : value.in_rad ? value.in_rad : value.in_m;
  }

  void set_joint(int joint, const File::Joint& from, const ConfigNode& at) {
    const auto angle = value_of(from.start, joint, at, "angle", "shift", "");
    const auto rate = value_of(from.start_rate, joint, at, "start_rate", "start_rate", "_s");
    config_.start.joints[joint] = angle.value_or(0.0);
    config_.start.joint_rates[joint] = rate.value_or(0.0);
    if (!from.drive) return;
    JointDrive& drive = config_.drives[static_cast<std::size_t>(joint)];
    drive = drive_of(*from.drive, joint, *at.find("drive"));
    if (rate && gives_motion(drive)) {
      problems_.add_at(at, "a joint whose motion is given has no other rate at the start", {},
                       "remove start_rate");
    }
  }

  JointDrive drive_of(const File::Drive& from, int joint, const ConfigNode& at) {
    for (const char* key : {"torque_nm", "torque_polynomial_nm", "rate_polynomial_rad_s"})
      check_kind(joint, true, at, key);
    for (const char* key : {"force_n", "force_polynomial_n", "rate_polynomial_m_s"})
      check_kind(joint, false, at, key);
    if (at.items.size() != 1) {
      problems_.add_at(at, "a joint has one drive, not " + std::to_string(at.items.size()));
      return {};
    }
    if (from.torque) return TorquePolynomial{{*from.torque}};
    if (from.force) return TorquePolynomial{{*from.force}};
    if (from.torque_powers) return TorquePolynomial{*from.torque_powers};
    if (from.force_powers) return TorquePolynomial{*from.force_powers};
    if (from.angular_powers) return RatePolynomial{*from.angular_powers};
    if (from.linear_powers) return RatePolynomial{*from.linear_powers};
    if (from.table) {
      const ConfigNode& table_at = *at.find("table");
      TorqueTable table = read_torque_table(from.table->file, from.table->column, *table_at.find("file"),
                                            *table_at.find("column"), problems_);
      table.rule = from.table->between;
      return table;
    }
    if (from.quintic) {
      const ConfigNode& way_at = *at.find("quintic");
      const auto to = value_of(from.quintic->to, joint, way_at, "to", "to", "");
      if (!to) problems_.add_at(way_at, "it is not said where to", turns(joint) ? "to_deg, to_rad" : "to_m");
      return Quintic{config_.start.joints[joint], to.value_or(0.0), from.quintic->begin,
                     from.quintic->end.value_or(file_.duration)};
    }
    return RatePolynomial{{value_of(from.rate, joint, at, "rate", "rate", "_s").value_or(0.0)}};
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
  SimulationConfig config_;
};

}  // namespace

SimulationConfig assemble_simulation(const SimulationFile& file, const ConfigNode& node, TreeParameters tree,
                                     Problems& problems) {
  const std::size_t before = problems.count();
  SimulationConfig config = SimulationMaker(file, node, std::move(tree), problems).run();
  if (problems.count() != before) return config;
  for (const std::string& problem : check_simulation(config)) problems.add_at(node, problem);
  return config;
}

}  // namespace freefloat
