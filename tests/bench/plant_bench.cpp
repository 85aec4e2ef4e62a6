// Cost of one step of the simulated testbed's parts, and of its peer: a bare rigid body chain, Runge-Kutta 4
// on rates with the model's own forward dynamics.
#include <benchmark/benchmark.h>

#include "hal/sim/sim_testbed.h"
#include "unit/hal_sim/testbed_cases.h"

namespace {

using namespace freefloat;

/// Rates change direction now and then, so that the arm stays in its range.
double swing(int step) {
  return step / 700 % 2 == 0 ? 5.0 : -5.0;
}

void plant_step_with_motors(benchmark::State& state) {
  Plant plant = PlantCase().make();
  int step = 0;
  for (auto _ : state) {
    const double voltage = swing(step++);
    plant.step(voltages({voltage, -voltage}));
    benchmark::DoNotOptimize(plant.joints());
  }
}

void plant_step_with_motors_and_table(benchmark::State& state) {
  PlantCase test;
  test.config.residuals.tilt = 2e-5;
  test.config.residuals.hose_force = {0.001, 0.0};
  test.config.residuals.linear_drag = 1e-3;
  test.config.residuals.pad_stiction = 1e-5;
  Plant plant = test.make();
  int step = 0;
  for (auto _ : state) {
    const double voltage = swing(step++);
    plant.step(voltages({voltage, -voltage}));
    benchmark::DoNotOptimize(plant.joints());
  }
}

void plant_step_joints(benchmark::State& state) {
  const auto joints = static_cast<int>(state.range(0));
  PlantCase test;
  test.robot.links.resize(static_cast<std::size_t>(joints), test.robot.links.front());
  test.config.drives.assign(static_cast<std::size_t>(joints), DriveParameters{});
  test.config.start.joints = test.config.start.joint_rates = JointVector::Zero(joints);
  Plant plant = test.make();
  PlantInput input;
  input.energised = true;
  int step = 0;
  for (auto _ : state) {
    input.motor_voltages = JointVector::Constant(joints, swing(step++));
    plant.step(input);
    benchmark::DoNotOptimize(plant.joints());
  }
}

/// Plant, sensors, board and wire; a command every 10 ms; no pictures.
void testbed_step(benchmark::State& state) {
  TestbedCase test;
  test.camera.rate = 1e-3;
  SimTestbed testbed = test.make();
  JointCommand command = turn_joints(0.0);
  command.time_to_live = std::chrono::milliseconds(60);
  int ms = 0;
  for (auto _ : state) {
    if (ms % 10 == 0) {
      command.enable = ms > 20;
      command.rates.setConstant(0.05 * swing(ms));
      testbed.link().send(command, testbed.now());
      benchmark::DoNotOptimize(testbed.link().poll(testbed.now()));
    }
    testbed.sleep_until(at_ms(++ms));
  }
}

void peer_forward_dynamics_four_times(benchmark::State& state) {
  const PlanarModel model(table2_robot());
  JointVector joints(2);
  joints << 0.6, -1.1;
  const BodyVector rates = compute_body_rates(0.1, joints);
  const JointVector torques = JointVector::Zero(2);
  double attitude = 0.3;
  for (auto _ : state) {
    for (int stage = 0; stage < 4; ++stage) {
      benchmark::DoNotOptimize(
          compute_accelerations(model, compute_posture(attitude, joints), rates, torques, {}));
    }
    attitude += 1e-4;
  }
}

BENCHMARK(plant_step_with_motors);
BENCHMARK(plant_step_with_motors_and_table);
BENCHMARK(plant_step_joints)->DenseRange(1, 6);
BENCHMARK(testbed_step);
BENCHMARK(peer_forward_dynamics_four_times);

}  // namespace
