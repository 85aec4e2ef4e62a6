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

/// Writes a run as one HDF5 file (readable by h5py and by MATLAB's and Octave's own functions): a group a
/// table, a dataset a field, `/cycle_output/estimate/hand_position_m` with a row a cycle. Doubles keep their
/// bits; booleans and enumerations are uint8 (the names are in the attribute `names`), integers 64 bits.
/// Where a row lacks a field, a double is NaN, anything else 0. What identifies the run stands in the root's
/// attributes, the configuration's files in /configuration, other metadata in /metadata. Memory does not grow
/// with the run.
/// @param replace_existing False: an existing file is left alone and exporting fails.
/// @return What was written, or what went wrong.
tl::expected<ExportedTables, std::string> export_hdf5(const std::string& log_path, const std::string& path,
                                                      bool replace_existing = false);

}  // namespace freefloat
