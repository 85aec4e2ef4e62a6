#pragma once

#include <string>

#include "supervisor_table.h"

namespace freefloat {

/// @return The table as a picture for reviewers, SVG: a panel for each class of faults, a row for each place,
/// a column for each request; cells that cannot come about are empty.
std::string draw_supervisor(const SupervisorTable& table);

}  // namespace freefloat
