#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/recorded_capture.h"

namespace freefloat {

/// What a controller must never do, done.
struct HostileFinding {
  std::uint64_t seed = 0;
  std::size_t cycle = 0;              ///< from 0, in the recorded inputs
  std::string what;                   ///< which promise
  std::vector<std::size_t> spoilt{};  ///< cycles whose input had to be spoilt for it
};

/// Runs a controller through recorded inputs of which some, drawn by `seed`, are spoilt: NaN, infinities,
/// denormals and huge values in every field, vectors of wrong lengths, time that runs backwards or leaps,
/// requests of any kind.
/// @return The first broken promise, shrunk to the fewest spoilt inputs that were found to lead to it.
std::optional<HostileFinding> run_hostile(const RecordedCapture& recorded, std::uint64_t seed);

}  // namespace freefloat
