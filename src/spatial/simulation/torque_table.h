#pragma once

#include <cstdint>
#include <vector>

namespace freefloat {

/// What a torque does between two rows of its table.
enum class TableRule : std::uint8_t {
  kHold,    ///< keeps the value of the row before
  kLinear,  ///< goes straight to the next row
};

/// A joint torque over time, row by row. Before the first and after the last row it keeps their values.
struct TorqueTable {
  std::vector<double> time;    ///< s, rising, at least one
  std::vector<double> torque;  ///< N m or N, as long as `time`
  TableRule rule = TableRule::kHold;
};

/// @param time s.
/// @param piece A time inside the present piece between two rows, s: at a row itself it says which side is
/// meant.
/// @return N m or N.
double evaluate(const TorqueTable& table, double time, double piece);

}  // namespace freefloat
