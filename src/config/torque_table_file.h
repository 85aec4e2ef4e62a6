#pragma once

#include <string>

#include "config/config_node.h"
#include "simulation/torque_table.h"

namespace freefloat {

/// Reads one column of a CSV file beside its column `time_s`.
/// @param path The file: a first row of names, then rows of numbers, times rising.
/// @param column Name of the column with torques, N m, or forces, N.
/// @param file, column_at Where both were written, for messages.
/// @return The table with the rule kHold; empty when a problem was added.
TorqueTable read_torque_table(const std::string& path, const std::string& column, const ConfigNode& file,
                              const ConfigNode& column_at, Problems& problems);

}  // namespace freefloat
