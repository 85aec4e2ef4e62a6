#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace freefloat::load {

/// What this process holds.
struct Holdings {
  std::size_t resident_bytes = 0;
  std::size_t heap_bytes = 0;  ///< in use
  std::size_t descriptors = 0;
  std::size_t threads = 0;
};

Holdings look_at_process();

/// @return Processor time so far of the threads that live, s, by their names.
std::map<std::string, double> thread_seconds();

}  // namespace freefloat::load
