#include "simulation/simulation_table.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <fstream>

namespace freefloat {

namespace {

/// Adds `stem_x_unit`, `stem_y_unit`, `stem_z_unit`.
void add_vector(std::vector<std::string>& names, const std::string& stem, const std::string& unit) {
  for (const char* axis : {"x", "y", "z"}) names.push_back(stem + "_" + axis + "_" + unit);
}

void add_vector(std::vector<double>& row, const Vector3& values) {
  row.insert(row.end(), values.begin(), values.end());
}

void add_quaternion(std::vector<std::string>& names, const std::string& stem) {
  for (const char* part : {"qw", "qx", "qy", "qz"}) names.push_back(stem + "_" + part);
}

void add_quaternion(std::vector<double>& row, const Matrix3& rotation) {
  Eigen::Quaterniond q(rotation);
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  row.insert(row.end(), {q.w(), q.x(), q.y(), q.z()});
}

}  // namespace

std::vector<std::string> column_names(const TreeParameters& tree) {
  std::vector<std::string> names{"time_s"};
  add_vector(names, "base", "m");
  add_quaternion(names, "base");
  add_vector(names, "base_velocity", "m_s");
  add_vector(names, "base_angular_velocity", "rad_s");
  for (const TreeLink& link : tree.links) {
    const bool turns = link.joint.kind == JointKind::kRevolute;
    names.push_back(link.joint.name + (turns ? "_rad" : "_m"));
    names.push_back(link.joint.name + (turns ? "_rad_s" : "_m_s"));
    names.push_back(link.joint.name + (turns ? "_nm" : "_n"));
  }
  for (const EndPoint& point : tree.end_points) {
    add_vector(names, point.name, "m");
    add_quaternion(names, point.name);
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
  add_quaternion(row, state.R_WB);
  add_vector(row, state.v_WB);
  add_vector(row, state.w_WB);
  for (int i = 0; i < tree.joint_count(); ++i)
    row.insert(row.end(), {state.joints[i], state.joint_rates[i], sample.joint_forces[i]});
  for (const Pose& point : sample.end_points) {
    add_vector(row, point.position);
    add_quaternion(row, point.rotation);
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
