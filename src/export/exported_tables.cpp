#include "export/exported_tables.h"

#include <algorithm>

namespace freefloat {

std::string note_on(const RunLogResult& result) {
  std::string note = result.file.problem;
  if (!result.problem.empty()) note += (note.empty() ? "" : "; ") + result.problem;
  return note;
}

std::string flat_name(std::string_view name) {
  std::string flat(name);
  std::replace(flat.begin(), flat.end(), '/', '_');
  return flat;
}

}  // namespace freefloat
