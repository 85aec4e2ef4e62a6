#include "hal/sim/wiring.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr Duration kTick = std::chrono::milliseconds(1);  // of the board

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

std::uint16_t scale(std::uint16_t count, double share, std::uint16_t largest) {
  const double middle = 0.5 * (largest + 1.0);
  return static_cast<std::uint16_t>(
      std::clamp(std::nearbyint(middle + share * (count - middle)), 0.0, static_cast<double>(largest)));
}

// Not the ends of the scale, which tell of a broken wire.
std::uint16_t random_count(const ScheduledFault& fault, Time now, std::uint16_t largest) {
  return static_cast<std::uint16_t>(1.0 + std::floor(draw_span(fault, now, kTick) * (largest - 1.0)));
}

/// Keeps as many samples as the longest delay has ticks.
void remember(std::span<const ScheduledFault> faults, const BoardSensors& sample, SensorPast& past) {
  Duration longest{};
  for (const ScheduledFault& fault : faults) {
    const FaultMode mode = failure_of(fault).mode;
    if (mode == FaultMode::kSlow || mode == FaultMode::kDelayed) longest = std::max(longest, fault.delay);
  }
  past.truth.push_back(sample);
  while (past.truth.size() > static_cast<std::size_t>(longest / kTick) + 1) past.truth.pop_front();
}

/// @return What a late sensor shows: the sample of `delay` ago, or of the newest multiple of it.
const BoardSensors& past_sample(const ScheduledFault& fault, FaultMode mode, Time now,
                                const SensorPast& past) {
  const Duration age = mode == FaultMode::kSlow ? (now - fault.begin) % fault.delay : fault.delay;
  const std::size_t ticks = age / kTick;
  return past.truth[past.truth.size() - 1 - std::min(ticks, past.truth.size() - 1)];
}

}  // namespace

void miswire_sensors(std::span<const ScheduledFault> faults, Time now,
                     const std::vector<DriveParameters>& drives, SensorPast& past, BoardSensors& sensors) {
  if (faults.empty()) return;
  remember(faults, sensors, past);
  for (const ScheduledFault& fault : faults) {
    const std::size_t i = fault.index;
    const bool of_pair = index_of(fault.fault) == FaultIndex::kJointPair;
    if (!is_active(fault, now) || i + (of_pair ? 1u : 0u) >= drives.size()) continue;
    const PartFailure failure = failure_of(fault);
    const std::uint16_t largest = largest_count(drives[i]);
    if (failure.part == SimFault::kPot || failure.part == SimFault::kTacho) {
      const auto counts_of = [&](auto& sample) -> auto& {
        return failure.part == SimFault::kPot ? sample.pot_counts : sample.tacho_counts;
      };
      const BoardSensors& before = past_sample(fault, failure.mode, now, past);
      std::uint16_t& count = counts_of(sensors)[i];
      if (failure.mode == FaultMode::kOff) count = 0;
      if (failure.mode == FaultMode::kStuck) count = counts_of(past.last)[i];
      if (failure.mode == FaultMode::kSlow || failure.mode == FaultMode::kDelayed)
        count = counts_of(before)[i];
      if (failure.mode == FaultMode::kGarbage) count = random_count(fault, now, largest);
      if (failure.mode == FaultMode::kWrong) {
        count = failure.part == SimFault::kPot ? shift(count, fault.angle, drives[i])
                                               : scale(count, fault.share, largest);
      }
    }
    const auto cross = [&](Counts& counts, SimFault swapped, SimFault inverted) {
      if (fault.fault == swapped) std::swap(counts[i], counts[i + 1]);
      if (fault.fault == inverted) counts[i] = mirror(counts[i], largest);
    };
    cross(sensors.pot_counts, SimFault::kPotsSwapped, SimFault::kPotInverted);
    cross(sensors.tacho_counts, SimFault::kTachosSwapped, SimFault::kTachoInverted);
  }
  past.last = sensors;
}

void miswire_motors(std::span<const ScheduledFault> faults, Time now,
                    const std::array<double, kMaxJoints>& last, std::array<double, kMaxJoints>& duties) {
  for (const ScheduledFault& fault : faults) {
    if (!is_active(fault, now)) continue;
    const std::size_t i = fault.index;
    if (fault.fault == SimFault::kMotorsSwapped && i + 1 < duties.size()) std::swap(duties[i], duties[i + 1]);
    if (i >= duties.size()) continue;
    if (fault.fault == SimFault::kMotorInverted) duties[i] = -duties[i];
    if (fault.fault == SimFault::kMotorRunaway) duties[i] = 1.0;
    const PartFailure failure = failure_of(fault);
    if (failure.part != SimFault::kMotor) continue;
    if (failure.mode == FaultMode::kOff) duties[i] = 0.0;
    if (failure.mode == FaultMode::kStuck) duties[i] = last[i];
    if (failure.mode == FaultMode::kGarbage) duties[i] = 2.0 * draw_span(fault, now, kTick) - 1.0;
    if (failure.mode == FaultMode::kWrong) duties[i] = std::clamp(fault.share * duties[i], -1.0, 1.0);
  }
}

}  // namespace freefloat
