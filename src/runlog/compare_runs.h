#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "types/time.h"

namespace freefloat {

/// A key or file that is not the same in two logs; empty: not there.
struct TextDifference {
  std::string name;
  std::string a;
  std::string b;
};

/// First cycle in which two runs differ.
struct CycleDifference {
  std::uint64_t cycle = 0;  ///< counted from 0
  Time at{};                ///< of run A
  std::string field;        ///< first one in the order input, output, timing, truth
  std::string a;
  std::string b;
};

/// How much one field differs over the whole run.
struct FieldStatistics {
  std::uint64_t cycles = 0;  ///< in which it differs
  double largest = 0.0;      ///< absolute difference of the numbers; NaN counts as infinite
  std::uint64_t first_cycle = 0;
};

struct RunComparison {
  bool same = true;
  std::vector<TextDifference> identity;       ///< build, seed, command, ...
  std::vector<TextDifference> configuration;  ///< files, each with its first line that differs
  std::vector<TextDifference> phases;         ///< verdicts and times
  std::uint64_t cycles_a = 0, cycles_b = 0;
  std::optional<CycleDifference> first;
  std::map<std::string, FieldStatistics> fields;  ///< those that differ; elements of one array are together
  std::vector<std::string> problems;              ///< of the files themselves
};

/// Compares two logs cycle by cycle, bit by bit. Times of the loop's own punctuality are compared last, since
/// real ones never repeat.
/// @return What differs, or why a file cannot be read.
tl::expected<RunComparison, std::string> compare_runs(const std::string& path_a, const std::string& path_b);

}  // namespace freefloat
