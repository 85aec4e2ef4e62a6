#include "spatial/simulation/torque_table.h"

#include <algorithm>

namespace freefloat {

double evaluate(const TorqueTable& table, double time, double piece) {
  const auto next = std::upper_bound(table.time.begin(), table.time.end(), piece);
  if (next == table.time.begin()) return table.torque.front();
  const auto row = static_cast<std::size_t>(next - table.time.begin()) - 1;
  if (table.rule == TableRule::kHold || next == table.time.end()) return table.torque[row];
  const double part = (time - table.time[row]) / (table.time[row + 1] - table.time[row]);
  return table.torque[row] + part * (table.torque[row + 1] - table.torque[row]);
}

}  // namespace freefloat
