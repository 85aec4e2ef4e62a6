// Runs the controller through hostile cycles and prints every broken promise, shrunk.
//
//   measure_hostile CYCLES [FIRST_SEED]
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "hostile_run.h"

namespace freefloat {
namespace {

void print(const std::string& experiment, const HostileFinding& finding) {
  std::printf("%s, seed %llu, cycle %zu: %s; spoilt inputs:", experiment.c_str(),
              static_cast<unsigned long long>(finding.seed), finding.cycle, finding.what.c_str());
  for (const std::size_t cycle : finding.spoilt) std::printf(" %zu", cycle);
  std::printf("\n");
}

int measure(double wanted, std::uint64_t first_seed) {
  double cycles = 0.0;
  int runs = 0, findings = 0;
  const std::string experiments[] = {"moving_target.yaml", "circle.yaml", "warm_up.yaml"};
  std::vector<RecordedCapture> recorded;
  for (const std::string& experiment : experiments) recorded.push_back(record_capture(experiment));
  for (std::uint64_t seed = first_seed; cycles < wanted && findings < 20; ++seed) {
    const std::size_t which = seed % recorded.size();
    const std::optional<HostileFinding> finding = run_hostile(recorded[which], seed);
    if (finding) print(experiments[which], *finding);
    findings += finding ? 1 : 0;
    cycles += static_cast<double>(finding ? finding->cycle + 1 : recorded[which].inputs.size());
    ++runs;
  }
  std::printf("%.3g hostile cycles in %d runs from seed %llu on, %d broken promises\n", cycles, runs,
              static_cast<unsigned long long>(first_seed), findings);
  return findings == 0 ? 0 : 1;
}

}  // namespace
}  // namespace freefloat

int main(int argc, char** argv) {
  try {
    return freefloat::measure(argc > 1 ? std::stod(argv[1]) : 1e6, argc > 2 ? std::stoull(argv[2]) : 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_hostile: %s\n", error.what());
    return 2;
  }
}
