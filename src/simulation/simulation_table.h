#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "simulation/simulation_result.h"

namespace freefloat {

/// @return Names of a simulation's columns, each with its unit: time, base, joints, end points, momenta,
/// energies.
std::vector<std::string> column_names(const TreeParameters& tree);

/// @return The numbers behind column_names.
std::vector<double> row_of(const TreeParameters& tree, const SimulationSample& sample);

/// Writes all samples as CSV; each number reads back to the last bit.
/// @return Nothing, or why it could not be written, with the file's name.
tl::expected<void, std::string> write_csv(const TreeParameters& tree, const SimulationResult& result,
                                          const std::filesystem::path& path);

}  // namespace freefloat
