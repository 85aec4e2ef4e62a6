#pragma once

#include <string>
#include <vector>

#include "config/yaml/config_node.h"

namespace freefloat {

/// One quantity over time.
struct TimeSeries {
  std::vector<double> time;   ///< s, rising
  std::vector<double> value;  ///< as written, as long as `time`
};

/// Reads one column of a CSV file beside its column `time_s`.
/// @param path The file: a first row of names, then rows of numbers, times rising.
/// @param column Name of the column.
/// @param file, column_at Where both were written, for messages.
/// @return Empty when a problem was added.
TimeSeries read_table_column(const std::string& path, const std::string& column, const ConfigNode& file,
                             const ConfigNode& column_at, Problems& problems);

}  // namespace freefloat
