#pragma once

#include <string>
#include <tl/expected.hpp>

#include "export/run_tables.h"

namespace freefloat {

/// Writes a run as CSV files, one a table, a column a field (units are in the names). Numbers are the
/// shortest decimals that give the same double again; enumerations are names; a field that a row lacks is
/// empty. The configuration's files stand beside them, a slash in a name as `_`. Memory does not grow with
/// the run.
/// @param folder Is made where it does not exist; files of the same names in it are replaced.
/// @return What was written, or what went wrong.
tl::expected<ExportedTables, std::string> export_csv(const std::string& log_path, const std::string& folder);

}  // namespace freefloat
