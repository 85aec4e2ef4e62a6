#include "app/commands/slurm_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "app/command_line/run_program.h"
#include "app/command_line/shell_words.h"

namespace freefloat {

namespace fs = std::filesystem;

namespace {

void write_script(const std::string& text, const std::string& path) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written; is the folder yours, and is there room?");
}

}  // namespace

std::string part_command(const std::string& folder) {
  return join_for_shell({fs::read_symlink("/proc/self/exe").string(), "campaign", "part", folder});
}

std::string ask_slurm(const std::vector<std::string>& words) {
  try {
    return ask_program(words);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(
        std::string(error.what()) +
        "\nA campaign in parts goes to Slurm from a machine of its cluster. Without one: "
        "--print-commands in the place of --slurm prints a command a part, as for GNU parallel");
  }
}

QueuedParts queued_parts(const PartsPlan& plan) {
  if (plan.arrays.empty()) return {};
  return read_queue(plan, ask_slurm({"squeue", "--noheader", "--array", "--me", "--format", kQueueFormat}));
}

std::vector<std::uint64_t> open_parts(const PartsPlan& plan, const std::string& folder,
                                      const QueuedParts& queued) {
  std::vector<std::uint64_t> open;
  for (const std::uint64_t part : missing_parts(plan, folder)) {
    const auto has = [&](const std::vector<std::uint64_t>& parts) {
      return std::binary_search(parts.begin(), parts.end(), part);
    };
    if (!has(queued.running) && !has(queued.waiting)) open.push_back(part);
  }
  return open;
}

void submit_parts(PartsPlan plan, const std::string& folder, const std::string& configuration,
                  const std::vector<std::string>& options) {
  // The queue first: a part that ends in between is there when it is looked for.
  const QueuedParts queued = queued_parts(plan);
  const std::vector<std::uint64_t> open = open_parts(plan, folder, queued);
  if (open.empty()) std::cout << "every part is there or under way\n";
  const std::string script = (fs::path(folder) / "task.sh").string();
  write_script(array_script(plan, part_command(folder), (fs::path(folder) / "output").string()), script);
  const std::uint64_t largest = largest_task(configuration);
  for (const ArraySlice& slice : slice_arrays(open, largest)) {
    std::vector<std::string> words{"sbatch", "--parsable", "--array=" + number_ranges(slice.tasks)};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {script, std::to_string(slice.before)});
    const std::string told = ask_slurm(words);
    SubmittedArray array;
    array.before = slice.before;
    try {
      array.job = std::stoull(told);
    } catch (const std::logic_error&) {
      throw std::runtime_error("sbatch told no number of a job, but: " + told);
    }
    plan.arrays.push_back(array);
    write_parts_plan(plan, folder);
    std::cout << fmt::format("job {}: {} parts\n", array.job, slice.tasks.size());
  }
  std::cout << "how far it is       " << join_for_shell({"freefloat", "campaign", "status", folder}) << "\n";
}

}  // namespace freefloat
