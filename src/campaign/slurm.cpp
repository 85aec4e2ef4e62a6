#include "campaign/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace freefloat {

std::vector<ArraySlice> slice_arrays(const std::vector<std::uint64_t>& parts, std::uint64_t largest) {
  std::vector<ArraySlice> slices;
  for (const std::uint64_t part : parts) {
    const std::uint64_t before = (part - 1) / largest * largest;
    if (slices.empty() || slices.back().before != before) slices.push_back({before, {}});
    slices.back().tasks.push_back(part - before);
  }
  return slices;
}

std::string number_ranges(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (last > i) text += '-' + std::to_string(numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string array_script(const PartsPlan& plan, const std::string& command,
                         const std::string& output_folder) {
  // What a node that fails, or another's right of way, takes from a task begins anew: --requeue.
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=freefloat-{}\n"
      "#SBATCH --cpus-per-task={}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --output=\"{}/%A_%a.txt\"\n"
      "exec {} $(($1 + SLURM_ARRAY_TASK_ID))\n",
      plan.name, plan.workers, output_folder, command);
}

QueuedParts read_queue(const PartsPlan& plan, const std::string& told) {
  QueuedParts queued;
  std::istringstream lines(told);
  std::uint64_t job = 0, task = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string state;
    if (!(words >> job >> task >> state)) continue;
    for (const SubmittedArray& array : plan.arrays) {
      if (array.job != job) continue;
      const bool runs = state == "RUNNING" || state == "COMPLETING";
      (runs ? queued.running : queued.waiting).push_back(array.before + task);
    }
  }
  std::sort(queued.running.begin(), queued.running.end());
  std::sort(queued.waiting.begin(), queued.waiting.end());
  return queued;
}

std::uint64_t largest_task(const std::string& configuration) {
  constexpr std::uint64_t kDefault = 1001;  // Slurm's own
  std::istringstream lines(configuration);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, equals;
    std::uint64_t size = 0;
    if (words >> key >> equals >> size && key == "MaxArraySize" && size > 1) return size - 1;
  }
  return kDefault - 1;
}

}  // namespace freefloat
