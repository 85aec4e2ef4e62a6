#pragma once

#include <cstdint>

namespace freefloat {

/// In a law's own process: counts from now on how often memory is taken from the heap, whoever takes it and
/// by whichever function of the C library or of C++. What is loaded later is not counted.
/// @return Whether it can be counted on this machine.
bool count_allocations();

/// @return How often since then, over all threads.
std::uint64_t allocations();

}  // namespace freefloat
