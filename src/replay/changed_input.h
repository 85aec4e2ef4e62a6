#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mcap/field_walk.h"
#include "types/time.h"

namespace freefloat {

/// An input in a log that is not the one that was recorded.
struct ChangedInput {
  std::uint64_t cycle = 0;
  Time now{};  ///< of the cycle
  /// `a` recorded, `b` as it stands in the log; empty when more than one bit differs: then nobody knows.
  std::vector<FieldDifference> fields;
};

/// Looks for the one bit that was changed.
/// @param logged CycleInput as a CDR message, as it stands in the log; may be damaged.
/// @param recorded_crc32 Its checksum when it was recorded, see InputCheck; not that of `logged`.
ChangedInput find_changed_input(std::uint64_t cycle, std::span<const std::uint8_t> logged,
                                std::uint32_t recorded_crc32);

}  // namespace freefloat
