#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/campaign_parts.h"

namespace freefloat {

/// Tasks of one array, whose numbers are within what the cluster allows.
struct ArraySlice {
  std::uint64_t before = 0;          ///< task i computes part `before + i`
  std::vector<std::uint64_t> tasks;  ///< rising, from 1
};

/// @param largest Number of a task.
std::vector<ArraySlice> slice_arrays(const std::vector<std::uint64_t>& parts, std::uint64_t largest);

/// @return `1-3,7`, of rising numbers.
std::string number_ranges(const std::vector<std::uint64_t>& numbers);

/// The script of an array's tasks; its argument is `before`.
/// @param command The line that computes the part whose number is appended.
/// @param output_folder Gets what the tasks print.
std::string array_script(const PartsPlan& plan, const std::string& command, const std::string& output_folder);

/// Parts of the plan that are in the queue, told by `squeue` in the format kQueueFormat.
struct QueuedParts {
  std::vector<std::uint64_t> running;
  std::vector<std::uint64_t> waiting;
};
inline constexpr const char* kQueueFormat = "%F %K %T";
QueuedParts read_queue(const PartsPlan& plan, const std::string& told);

/// @return The largest number of a task, as `scontrol show config` tells it.
std::uint64_t largest_task(const std::string& configuration);

}  // namespace freefloat
