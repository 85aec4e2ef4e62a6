#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/campaign_parts.h"
#include "campaign/slurm.h"

namespace freefloat {

/// @return The command that computes a part, whose number is appended.
std::string part_command(const std::string& folder);

/// @return What one of Slurm's commands printed.
/// @throws std::runtime_error with what there is without Slurm.
std::string ask_slurm(const std::vector<std::string>& words);

/// @return Parts of the plan that are in the queue; none are asked for where nothing was submitted.
QueuedParts queued_parts(const PartsPlan& plan);

/// @return Parts that are neither there nor under way.
std::vector<std::uint64_t> open_parts(const PartsPlan& plan, const std::string& folder,
                                      const QueuedParts& queued);

/// Submits the parts that are neither there nor under way, and says what was submitted.
/// @param configuration As Slurm tells it. @param options For sbatch.
void submit_parts(PartsPlan plan, const std::string& folder, const std::string& configuration,
                  const std::vector<std::string>& options);

}  // namespace freefloat
