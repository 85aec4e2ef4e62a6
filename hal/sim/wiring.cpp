#include "hal/sim/wiring.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

using Counts = std::array<std::uint16_t, kMaxJoints>;

std::uint16_t largest_count(const DriveParameters& drive) {
  return static_cast<std::uint16_t>(std::ldexp(1.0, drive.converter_bits) - 1.0);
}

// Mid-tread: the middle count stands for zero and stays.
std::uint16_t mirror(std::uint16_t count, std::uint16_t largest) {
  return static_cast<std::uint16_t>(std::min<int>(largest + 1 - count, largest));
}

std::uint16_t shift(std::uint16_t count, double angle, const DriveParameters& drive) {
  const double counts = std::nearbyint(angle / drive.pot_range * std::ldexp(1.0, drive.converter_bits));
  return static_cast<std::uint16_t>(std::clamp<double>(count + counts, 0.0, largest_count(drive)));
}

}  // namespace

void miswire_sensors(std::span<const ScheduledFault> faults, Time now,
                     const std::vector<DriveParameters>& drives, const BoardSensors& last,
                     BoardSensors& sensors) {
  for (const ScheduledFault& fault : faults) {
    const std::size_t i = fault.index;
    const bool of_pair = index_of(fault.fault) == FaultIndex::kJointPair;
    if (!is_active(fault, now) || i + (of_pair ? 1u : 0u) >= drives.size()) continue;
    const auto miswire = [&](Counts& counts, const Counts& before, SimFault stuck, SimFault swapped,
                             SimFault inverted, SimFault broken) {
      if (fault.fault == stuck) counts[i] = before[i];
      if (fault.fault == swapped) std::swap(counts[i], counts[i + 1]);
      if (fault.fault == inverted) counts[i] = mirror(counts[i], largest_count(drives[i]));
      if (fault.fault == broken) counts[i] = 0;
    };
    miswire(sensors.pot_counts, last.pot_counts, SimFault::kPotStuck, SimFault::kPotsSwapped,
            SimFault::kPotInverted, SimFault::kPotBroken);
    miswire(sensors.tacho_counts, last.tacho_counts, SimFault::kTachoStuck, SimFault::kTachosSwapped,
            SimFault::kTachoInverted, SimFault::kTachoBroken);
    if (fault.fault == SimFault::kPotShifted)
      sensors.pot_counts[i] = shift(sensors.pot_counts[i], fault.angle, drives[i]);
  }
}

void miswire_motors(std::span<const ScheduledFault> faults, Time now,
                    std::array<double, kMaxJoints>& duties) {
  for (const ScheduledFault& fault : faults) {
    if (!is_active(fault, now)) continue;
    const std::size_t i = fault.index;
    if (fault.fault == SimFault::kMotorsSwapped && i + 1 < duties.size()) std::swap(duties[i], duties[i + 1]);
    if (fault.fault == SimFault::kMotorInverted && i < duties.size()) duties[i] = -duties[i];
  }
}

}  // namespace freefloat
