#pragma once

#include <optional>
#include <string>

namespace freefloat {

/// What came of holding a run's pictures against camera and robot, `freefloat calibrate table --check`.
struct TableCheck {
  bool agrees = false;
  std::string words;        ///< one sentence of how many pictures agree, or what contradicts
  std::string fingerprint;  ///< of the files that were checked
};

/// @return The record as JSON text.
std::string table_check_text(const TableCheck& check);

/// @param path Of the record. @return Nothing where it is not there, or is none.
std::optional<TableCheck> read_table_check(const std::string& path);

/// @return 8 hex digits that differ once a file differs; of one that cannot be read it counts that it is
/// empty.
std::string fingerprint_of_files(const std::string& camera, const std::string& robot);

}  // namespace freefloat
