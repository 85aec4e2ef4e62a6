#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "runlog/cycle_record.h"

namespace freefloat {

/// A quantity by which people compare two runs.
struct RunQuantity {
  std::string_view key;                                            ///< with its SI unit
  std::string_view name;                                           ///< for people
  std::string_view unit;                                           ///< for people
  double per_si;                                                   ///< `unit` in one SI unit
  double (*distance)(const CycleRecord& a, const CycleRecord& b);  ///< SI; NaN where one has none
};

/// Hand, attitude, joints, target, commanded rates.
extern const std::array<RunQuantity, 5> kRunQuantities;

/// Where a quantity differs most.
struct QuantityDifference {
  double largest = 0.0;      ///< SI
  Time at{};                 ///< of run A
  std::uint32_t phase = 0;   ///< number, from 0
  std::uint64_t cycles = 0;  ///< that have it in both runs
};

}  // namespace freefloat
