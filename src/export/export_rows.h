#pragma once

#include <string>

#include "campaign/results_file.h"

namespace freefloat {

/// Writes all rows of a campaign, by sample and arm, as one HDF5 file: a dataset a column, with the names of
/// the CSV. Doubles keep their bits, what is not known is NaN; a drawn key is a double where all its values
/// are numbers, else text. The outcome is uint8 (names in the attribute `names`). Memory does not grow with
/// the rows. A file that is there is replaced.
/// @throws std::runtime_error that names the file.
void export_rows(const Campaign& campaign, const ResultsFile& results, const std::string& path);

}  // namespace freefloat
