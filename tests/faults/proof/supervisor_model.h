#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "supervisor_table.h"

namespace freefloat {

/// What SPIN is to show: a formula of linear temporal logic.
struct Property {
  std::string_view name;
  std::string_view says;
  std::string_view formula;  ///< empty: no deadlock, which SPIN looks for by itself
};

/// All properties.
const std::vector<Property>& properties();

/// A supervisor that is wrong in one cell, and the property that must find it.
struct Sabotage {
  std::string_view name;
  std::string_view property;
  Cell cell;
  std::optional<int> after;
};

/// At least one for each property.
std::vector<Sabotage> sabotages(const SupervisorTable& table);

/// @return The table as a model for SPIN, with all properties: any request and any fault in any cycle.
std::string write_model(const SupervisorTable& table);

}  // namespace freefloat
