// What the live estimate of the loop's delay says of ordinary runs: how far it spreads with the right
// configuration, and that it warns when the true delay is 30 ms longer.
//
//   measure_live_delay SEEDS
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "identify_case.h"
#include "operate/delay_watch.h"

namespace freefloat {
namespace {

/// @return What a run tells, one for each stretch of motion that tells anything.
std::vector<DelayFinding> watch_run(const RunConfig& config) {
  std::vector<DelayFinding> found;
  Worker worker(std::function<void()>{});
  DelayWatch watch(std::make_shared<const RunConfig>(config), worker,
                   [&](const DelayFinding& finding) { found.push_back(finding); });
  RunSession session(config);
  session.add(watch.listener());
  session.run();
  watch.finish();
  worker.work();
  return found;
}

/// The findings of many runs.
struct Tally {
  int runs = 0;
  int told = 0;  ///< runs with a finding
  int warned = 0;
  double worst_sigma = 0.0;    ///< s
  std::vector<double> errors;  ///< s, measured less what the configuration would have to say

  void add(const std::vector<DelayFinding>& findings, double more) {
    ++runs;
    told += findings.empty() ? 0 : 1;
    warned += std::any_of(findings.begin(), findings.end(),
                          [](const DelayFinding& finding) { return finding.differs(); })
                  ? 1
                  : 0;
    for (const DelayFinding& finding : findings) {
      errors.push_back(finding.measured - finding.configured - more);
      worst_sigma = std::max(worst_sigma, finding.sigma);
    }
  }

  void print(const std::string& name) const {
    double mean = 0.0, square = 0.0, largest = 0.0;
    for (const double error : errors) {
      mean += error / static_cast<double>(errors.size());
      largest = std::max(largest, std::abs(error));
    }
    for (const double error : errors)
      square += (error - mean) * (error - mean) / static_cast<double>(errors.size());
    std::cout << fmt::format(
        "{:<32}n = {}, told in {}, warned in {}; {} findings, off by {:+.2f} ms, spread {:.2f} ms, largest "
        "{:.2f} ms, sigma at most {:.2f} ms\n",
        name, runs, told, warned, errors.size(), 1e3 * mean, 1e3 * std::sqrt(square), 1e3 * largest,
        1e3 * worst_sigma);
  }
};

int measure(int seeds) {
  bool good = true;
  for (const std::string experiment :
       {"standing_target.yaml", "moving_target.yaml", "circle.yaml", "warm_up.yaml"}) {
    Tally right, late;
    for (int seed = 1; seed <= seeds; ++seed) {
      const std::string chosen = fmt::format("seed={}", seed);
      right.add(watch_run(load_case(experiment, {chosen})), 0.0);
      late.add(watch_run(load_case(experiment, {chosen, "simulation.truth.delays.to_board_ms=32"})), 0.03);
    }
    right.print(experiment);
    late.print("  30 ms later than configured");
    good = good && right.warned == 0 && right.told > 0 && late.warned == late.told && late.told > 0;
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "measure_live_delay SEEDS\n";
    return 2;
  }
  return freefloat::measure(std::atoi(argv[1]));
}
