#include "spatial/simulation/simulation_table.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <fstream>

#include "spatial/tree/attitude.h"

namespace freefloat {

namespace {

/// Adds `stem_x_unit`, `stem_y_unit`, `stem_z_unit`.
void add_vector(std::vector<std::string>& names, const std::string& stem, const std::string& unit) {
  for (const char* axis : {"x", "y", "z"}) names.push_back(stem + "_" + axis + "_" + unit);
}

void add_vector(std::vector<double>& row, const Vector3& values) {
  row.insert(row.end(), values.begin(), values.end());
}

void add_attitude(std::vector<std::string>& names, const std::string& stem) {
  for (const char* part : {"qw", "qx", "qy", "qz", "zyx_yaw_rad", "zyx_pitch_rad", "zyx_roll_rad"})
    names.push_back(stem + "_" + part);
}

void add_attitude(std::vector<double>& row, const Matrix3& rotation) {
  Eigen::Quaterniond q(rotation);
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  row.insert(row.end(), {q.w(), q.x(), q.y(), q.z()});
  add_vector(row, euler_from_rotation(EulerSequence::kZyx, rotation));
}

/// Velocity and acceleration of a frame.
void add_motion(std::vector<std::string>& names, const std::string& stem) {
  add_vector(names, stem + "_velocity", "m_s");
  add_vector(names, stem + "_angular_velocity", "rad_s");
  add_vector(names, stem + "_acceleration", "m_s2");
  add_vector(names, stem + "_angular_acceleration", "rad_s2");
}

void add_motion(std::vector<double>& row, const Vector6& twist, const Vector6& acceleration) {
  row.insert(row.end(), twist.begin(), twist.end());
  row.insert(row.end(), acceleration.begin(), acceleration.end());
}

}  // namespace

std::vector<std::string> column_names(const TreeParameters& tree) {
  std::vector<std::string> names{"time_s"};
  add_vector(names, "base", "m");
  add_attitude(names, "base");
  add_motion(names, "base");
  if (tree.base_kind != BaseKind::kFree) {
    add_vector(names, "base_reaction_force", "n");
    add_vector(names, "base_reaction_moment", "nm");
  }
  for (const TreeLink& link : tree.links) {
    const bool turns = link.joint.kind == JointKind::kRevolute;
    names.push_back(link.joint.name + (turns ? "_rad" : "_m"));
    names.push_back(link.joint.name + (turns ? "_rad_s" : "_m_s"));
    names.push_back(link.joint.name + (turns ? "_rad_s2" : "_m_s2"));
    names.push_back(link.joint.name + (turns ? "_nm" : "_n"));
  }
  for (const EndPoint& point : tree.end_points) {
    add_vector(names, point.name, "m");
    add_attitude(names, point.name);
    add_motion(names, point.name);
    if (!square_rows(tree).empty()) names.push_back(point.name + "_gjm_determinant");
  }
  add_vector(names, "mass_centre", "m");
  add_vector(names, "linear_momentum", "ns");
  add_vector(names, "angular_momentum", "nms");
  names.insert(names.end(), {"kinetic_energy_j", "potential_energy_j", "work_j"});
  return names;
}

std::vector<double> row_of(const TreeParameters& tree, const SimulationSample& sample) {
  const TreeState& state = sample.state;
  std::vector<double> row{sample.time};
  add_vector(row, state.p_WB);
  add_attitude(row, state.R_WB);
  add_motion(row, join(state.v_WB, state.w_WB), sample.base_acceleration);
  if (tree.base_kind != BaseKind::kFree)
    row.insert(row.end(), sample.base_reaction.begin(), sample.base_reaction.end());
  for (int i = 0; i < tree.joint_count(); ++i) {
    row.insert(row.end(), {state.joints[i], state.joint_rates[i], sample.joint_accelerations[i],
                           sample.joint_forces[i]});
  }
  for (std::size_t i = 0; i < sample.end_points.size(); ++i) {
    const EndPointMotion& motion = sample.end_point_motions[i];
    add_vector(row, sample.end_points[i].position);
    add_attitude(row, sample.end_points[i].rotation);
    add_motion(row, motion.twist, motion.acceleration);
    if (motion.determinant) row.push_back(*motion.determinant);
  }
  const TreeTotals& totals = sample.totals;
  add_vector(row, totals.p_WG);
  add_vector(row, totals.linear_momentum);
  add_vector(row,
             tree.base_kind == BaseKind::kSpherical ? totals.angular_momentum_base : totals.angular_momentum);
  row.insert(row.end(), {totals.kinetic_energy, totals.potential_energy, sample.work});
  for (double& value : row) value += 0.0;  // -0 becomes 0
  return row;
}

tl::expected<void, std::string> write_csv(const TreeParameters& tree, const SimulationResult& result,
                                          const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << fmt::format("{}\n", fmt::join(column_names(tree), ","));
  // Without a format the numbers have the fewest digits that read back to the same bits.
  for (const SimulationSample& sample : result.samples)
    file << fmt::format("{}\n", fmt::join(row_of(tree, sample), ","));
  file.close();
  if (!file) return tl::unexpected("cannot write " + path.string());
  return {};
}

}  // namespace freefloat
