#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "spatial/simulation/simulation_result.h"

namespace freefloat {

/// @return Names of a simulation's columns, each with its unit: time, base, joints, end points, momenta,
/// energies. Attitudes are quaternions, and again as turns about z, the new y and the new x (`zyx_yaw`,
/// `zyx_pitch`, `zyx_roll`): R = Rz(yaw) Ry(pitch) Rx(roll), pitch within +-90 deg. `base_reaction` is left
/// out for a free base, `gjm_determinant` where the generalized Jacobian is not square: see square_rows.
std::vector<std::string> column_names(const TreeParameters& tree);

/// @return The numbers behind column_names.
std::vector<double> row_of(const TreeParameters& tree, const SimulationSample& sample);

/// Writes all samples as CSV; each number reads back to the last bit.
/// @return Nothing, or why it could not be written, with the file's name.
tl::expected<void, std::string> write_csv(const TreeParameters& tree, const SimulationResult& result,
                                          const std::filesystem::path& path);

}  // namespace freefloat
