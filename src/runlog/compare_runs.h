#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "runlog/run_quantities.h"
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
  std::uint64_t cycles = 0;   ///< in which it differs
  std::uint64_t numbers = 0;  ///< times that both had numbers; otherwise one was missing, a text or NaN
  double largest = 0.0;       ///< absolute difference of those numbers
  std::uint64_t first_cycle = 0;
};

struct RunComparison {
  bool same = true;       ///< cycles, phases and configuration
  bool by_phase = false;  ///< not both in lockstep: cycles are paired by their place in a phase
  std::vector<TextDifference> identity;       ///< build, seed, command, ...; not what `same` tells
  std::vector<TextDifference> configuration;  ///< files, each with its first line that differs
  std::vector<TextDifference> phases;         ///< verdicts; their times too when both are in lockstep
  std::vector<std::string> phase_names;       ///< of A
  std::uint64_t cycles_a = 0, cycles_b = 0;
  std::uint64_t pairs = 0;  ///< of cycles that were compared
  std::array<QuantityDifference, kRunQuantities.size()> quantities{};
  std::optional<CycleDifference> first;
  std::map<std::string, FieldStatistics> fields;  ///< those that differ; elements of one array are together
  std::vector<std::string> problems;              ///< of the files themselves
};

/// Compares two logs cycle by cycle, bit by bit; when a run was not in lockstep, phase by phase: its cycles
/// come at times of their own, and `first` is then no time. Times of the loop's own punctuality are compared
/// last, since real ones never repeat.
/// @return What differs, or why a file cannot be read.
tl::expected<RunComparison, std::string> compare_runs(const std::string& path_a, const std::string& path_b);

}  // namespace freefloat
