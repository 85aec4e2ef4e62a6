// What a campaign costs beside its simulations: processor time of `freefloat campaign --jobs 1`, as it comes,
// with its start, files, workers, results, and the page whose failures run again; against that of a plain
// loop over the same samples in one process, which does nothing else. In pairs, in turn.
//   campaign_overhead PROGRAM CAMPAIGN.yaml [PAIRS [LARGEST_PERCENT]]
// Ends with 1 where the median is above LARGEST_PERCENT.

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "campaign/load_campaign.h"
#include "campaign/run_campaign.h"
#include "campaign/run_case.h"
#include "campaign/worker_pool.h"
#include "load/spread.h"

namespace freefloat::load {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// @return Processor time of a process that does this, and of those that it waited for, s.
double cost_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
    throw std::runtime_error("what is measured did not end as it should");
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// The campaign as a user has it.
double cost_of_campaign(const char* program, const char* file, const std::string& folder) {
  return cost_of([&] {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl(program, program, "campaign", file, "--jobs", "1", "--results", (folder + "/rows.sqlite").c_str(),
          nullptr);
    _exit(127);
  });
}

/// Of a plain loop, s.
struct LoopCost {
  double files = 0.0;  ///< reading the files with each sample's settings, drawing it
  double runs = 0.0;   ///< the simulations
};

LoopCost cost_of_loop(const char* file) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  cost_of([&] {
    keep_memory();  // it is no merit of the campaign's that its workers do
    const Campaign campaign = load_campaign(file);
    LoopCost cost;
    for (std::uint64_t sample = 0; sample < campaign.samples; ++sample) {
      for (std::size_t arm = 0; arm < campaign.arms.size(); ++arm) {
        const double begun = processor_seconds();
        const RunConfig config = sample_config(campaign, sample, arm);
        const double read = processor_seconds();
        run_case(config);
        cost.files += read - begun;
        cost.runs += processor_seconds() - read;
      }
    }
    if (write(ends[1], &cost, sizeof cost) != sizeof cost) _exit(2);
  });
  LoopCost cost;
  const bool told = read(ends[0], &cost, sizeof cost) == sizeof cost;
  close(ends[0]);
  close(ends[1]);
  if (!told) throw std::runtime_error("the loop told nothing");
  return cost;
}

/// @throws std::runtime_error where a row is missing: less was measured than is said.
void check_rows(const char* file, const std::string& path) {
  const Campaign campaign = load_campaign(file);
  std::uint64_t rows = 0;
  ResultsFile(path, campaign, Opening::kRead).for_each([&](const Row&) { ++rows; });
  if (rows != campaign.samples * campaign.arms.size())
    throw std::runtime_error("the campaign has " + std::to_string(rows) + " rows alone");
}

bool measure(const char* program, const char* file, int pairs, double most_percent) {
  std::string folder = (std::filesystem::temp_directory_path() / "overhead-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no folder for the results");
  std::vector<double> percents;
  for (int pair = 0; pair < pairs; ++pair) {
    double whole = 0.0;
    LoopCost loop;
    for (const bool campaign : {pair % 2 == 0, pair % 2 != 0}) {
      if (campaign)
        whole = cost_of_campaign(program, file, folder);
      else
        loop = cost_of_loop(file);
    }
    check_rows(file, folder + "/rows.sqlite");
    std::filesystem::remove(folder + "/rows.sqlite");
    const double percent = 100.0 * (whole / loop.runs - 1.0);
    percents.push_back(percent);
    std::printf("pair %d: campaign %.2f s; loop: simulations %.2f s, files %.2f s; overhead %+.1f %%\n",
                pair + 1, whole, loop.runs, loop.files, percent);
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  const Spread spread = spread_of(percents);
  const auto least = std::min_element(percents.begin(), percents.end());
  std::printf("overhead: %+.1f %% of the simulations' processor time in the median, %+.1f to %+.1f %%\n",
              spread.median, *least, spread.max);
  return spread.median <= most_percent;
}

}  // namespace
}  // namespace freefloat::load

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "campaign_overhead PROGRAM CAMPAIGN.yaml [PAIRS [LARGEST_PERCENT]]\n");
    return 2;
  }
  try {
    const int pairs = argc > 3 ? std::atoi(argv[3]) : 5;
    return freefloat::load::measure(argv[1], argv[2], std::max(pairs, 1),
                                    argc > 4 ? std::atof(argv[4]) : 100.0)
               ? 0
               : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "campaign_overhead: %s\n", error.what());
    return 2;
  }
}
