// Controller::step on the recorded inputs of whole captures, vision excluded: time of single cycles and
// allocations.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <string>

#include "support/recorded_capture.h"

namespace {
long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace freefloat {
namespace {

double percentile(std::vector<double>& values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// One iteration is one whole run, from the first picture to the last phase.
/// @param urgency guidance.urgency; above 0 the joints' motion is planned in time.
void step_controller(benchmark::State& state, const char* experiment, const char* urgency) {
  using Clock = std::chrono::steady_clock;
  const RecordedCapture recorded = record_capture(experiment, {std::string("guidance.urgency=") + urgency});
  std::vector<double> all;
  std::vector<double> active;
  long in_step = 0;
  all.reserve(100 * recorded.inputs.size());
  active.reserve(all.capacity());
  for (auto _ : state) {
    state.PauseTiming();
    Controller controller(recorded.config.controller);
    state.ResumeTiming();
    for (const CycleInput& input : recorded.inputs) {
      const long before = allocations;
      const auto start = Clock::now();
      const CycleOutput output = controller.step(input);
      benchmark::DoNotOptimize(&output);
      const double us = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
      in_step += allocations - before;
      all.push_back(us);
      if (output.guidance.status == TaskStatus::kRunning) active.push_back(us);
    }
  }
  state.counters["cycles"] = static_cast<double>(recorded.inputs.size());
  state.counters["median_us"] = percentile(all, 0.5);
  state.counters["p99_us"] = percentile(all, 0.99);
  state.counters["max_us"] = *std::max_element(all.begin(), all.end());
  state.counters["capturing_median_us"] = percentile(active, 0.5);
  state.counters["capturing_p99_us"] = percentile(active, 0.99);
  state.counters["half_period_us"] = 0.5e6 * to_seconds(recorded.config.controller.period);
  state.counters["allocations"] = static_cast<double>(in_step);
}

#define STEP_CONTROLLER(name, experiment, urgency) \
  BENCHMARK_CAPTURE(step_controller, name, experiment, urgency)->Unit(benchmark::kMillisecond)->Iterations(50)
STEP_CONTROLLER(standing_target, "standing_target.yaml", "0");
STEP_CONTROLLER(moving_target, "moving_target.yaml", "0");
STEP_CONTROLLER(standing_target_in_time, "standing_target.yaml", "1");
STEP_CONTROLLER(moving_target_in_time, "moving_target.yaml", "1");
STEP_CONTROLLER(approach_in_time, "approach.yaml", "1");

}  // namespace
}  // namespace freefloat

BENCHMARK_MAIN();
