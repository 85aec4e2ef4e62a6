#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runlog/run_log.h"

namespace freefloat {

/// What an export wrote.
struct ExportedTables {
  std::vector<std::string> files;
  std::size_t datasets = 0;  ///< of an HDF5 file
  std::string note;          ///< what of the log is missing in it, in words; empty: nothing
};

/// @return Why not all of a log could be read; empty: all was.
std::string note_on(const RunLogResult& result);

/// @return The name of a file of the log as one name without folders.
std::string flat_name(std::string_view name);

}  // namespace freefloat
