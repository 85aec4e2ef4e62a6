// What the estimator costs in one cycle of the control loop, and its parts. The goal for the whole
// Controller::step is 5 us.
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "unit/estimation/estimated_run.h"

namespace freefloat {
namespace {

struct Inputs {
  std::vector<Time> now;
  std::vector<MarkerFrame> frames;
  std::vector<JointFeedback> feedback;
};

/// A thousand cycles of 10 ms; each picture is two cycles old when it comes.
const Inputs& recorded() {
  static const Inputs inputs = [] {
    Inputs result;
    EstimatedRun run(kUsualNoise);
    run.spoil_frame = [&](MarkerFrame& frame) {
      frame.markers[4].seen = true;
      frame.markers[4].p_WM = {0.5, 0.4};
      frame.markers[4].covariance = 1e-8 * Matrix2::Identity();
      result.frames.push_back(frame);
    };
    run.spoil_feedback = [&](JointFeedback& feedback) { result.feedback.push_back(feedback); };
    for (int i = 0; i < 1000; ++i) result.now.push_back(run.cycle().at);
    return result;
  }();
  return inputs;
}

EstimatorSetup setup() {
  return EstimatedRun().setup;
}

/// The state after all cycles.
EstimatorState settled() {
  const Inputs& inputs = recorded();
  const EstimatorSetup estimator = setup();
  EstimatorState state;
  for (std::size_t i = 0; i < inputs.now.size(); ++i) {
    estimate_state(estimator, inputs.now[i], inputs.frames[i], inputs.feedback[i], false, state);
  }
  return state;
}

void estimate_whole_cycle(benchmark::State& bench) {
  const Inputs& inputs = recorded();
  const EstimatorSetup estimator = setup();
  const std::size_t age = 2;
  EstimatorState state;
  std::size_t i = age;
  for (auto _ : bench) {
    if (i == inputs.now.size()) {
      i = age;
      state = EstimatorState{};
    }
    const StateEstimate estimate =
        estimate_state(estimator, inputs.now[i], inputs.frames[i - age], inputs.feedback[i], false, state);
    benchmark::DoNotOptimize(predict_markers(estimator, state, estimate));
    ++i;
  }
}
BENCHMARK(estimate_whole_cycle);

void predict_the_markers(benchmark::State& bench) {
  const EstimatorSetup estimator = setup();
  EstimatorState state = settled();
  const StateEstimate estimate =
      estimate_state(estimator, recorded().now.back(), std::nullopt, std::nullopt, false, state);
  for (auto _ : bench) benchmark::DoNotOptimize(predict_markers(estimator, state, estimate));
}
BENCHMARK(predict_the_markers);

void propagate_one_reading(benchmark::State& bench) {
  const EstimatorSetup estimator = setup();
  const EstimatorState state = settled();
  for (auto _ : bench) {
    RobotFilterState robot = state.robot;
    propagate_robot_filter(estimator.unloaded, recorded().feedback.back().rates, EstimatedRun::kPeriod,
                           robot);
    benchmark::DoNotOptimize(robot);
  }
}
BENCHMARK(propagate_one_reading);

void propagate_the_mean(benchmark::State& bench) {
  const EstimatorSetup estimator = setup();
  const EstimatorState state = settled();
  for (auto _ : bench) {
    RobotFilterState robot = state.robot;
    AngularInertia inertia = inertia_at(estimator.unloaded.model, robot.joints);
    propagate_robot_mean(estimator.unloaded.model, recorded().feedback.back().rates, EstimatedRun::kPeriod,
                         robot, inertia);
    benchmark::DoNotOptimize(robot);
  }
}
BENCHMARK(propagate_the_mean);

void take_in_four_leds(benchmark::State& bench) {
  const EstimatorSetup estimator = setup();
  const EstimatorState state = settled();
  for (auto _ : bench) {
    RobotFilterState robot = state.robot;
    benchmark::DoNotOptimize(update_with_markers(estimator.unloaded, recorded().frames.back(), robot));
    benchmark::DoNotOptimize(robot);
  }
}
BENCHMARK(take_in_four_leds);

void take_in_two_potentiometers(benchmark::State& bench) {
  const EstimatorSetup estimator = setup();
  const EstimatorState state = settled();
  for (auto _ : bench) {
    RobotFilterState robot = state.robot;
    update_with_potentiometers(estimator.unloaded, recorded().feedback.back().angles, robot);
    benchmark::DoNotOptimize(robot);
  }
}
BENCHMARK(take_in_two_potentiometers);

void copy_the_filter(benchmark::State& bench) {
  const EstimatorState state = settled();
  for (auto _ : bench) {
    RobotFilterState robot = state.robot;
    benchmark::DoNotOptimize(robot);
  }
}
BENCHMARK(copy_the_filter);

}  // namespace
}  // namespace freefloat
