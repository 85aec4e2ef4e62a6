#pragma once

#include <vector>

#include "hal/sim/sim_testbed.h"
#include "plant_cases.h"

namespace freefloat {

/// A testbed with marker-level sensing, exact unless a test says otherwise.
struct TestbedCase {
  RobotParameters robot = PlantCase().robot;
  SimConfig config = PlantCase().config;
  TableParameters table;
  CameraParameters camera;

  TestbedCase() {
    robot.joint_limits.assign(2, {-3.0, 3.0, 1.6});
    robot.markers = {
        {"tail", 0, {-0.12, 0.0}, 0.2}, {"side", 0, {0.0, 0.1}, 0.2}, {"tip", 2, {0.2, 0.01}, 0.15}};
    config.imaging.render = false;
    config.imaging.frame_loss = 0.0;
    config.imaging.marker_noise = 0.0;
    config.target.markers = {Vector2::Zero(), Vector2(0.05, 0.0)};
    camera.width = 1280;
    camera.height = 1024;
    camera.rate = 100.0;
    camera.fx = camera.fy = 1000.0;
    camera.cx = 640.0;
    camera.cy = 512.0;
    camera.p_WC = {0.0, 0.0, 2.6};
    camera.exposure = std::chrono::milliseconds(2);
    camera.latency = std::chrono::milliseconds(8);
  }

  SimTestbed make() const { return {config, robot, table, camera}; }
};

constexpr Time at_ms(int milliseconds) {
  return Time{} + std::chrono::milliseconds(milliseconds);
}

/// Lets the time pass in cycles of 10 ms and sends `command` in each; not energised in a run's first two, as
/// the board demands.
template <typename OnCycle>
void drive(SimTestbed& testbed, int from_cycle, int cycles, JointCommand command, OnCycle&& on_cycle) {
  command.time_to_live = std::chrono::milliseconds(60);
  for (int i = from_cycle + 1; i <= from_cycle + cycles; ++i) {
    testbed.sleep_until(at_ms(10 * i));
    on_cycle(testbed.link().poll(testbed.now()));
    JointCommand sent = command;
    sent.enable = command.enable && i > 2;
    testbed.link().send(sent, testbed.now());
  }
}

inline JointCommand turn_joints(double rate) {
  JointCommand command;
  command.enable = true;
  command.rates = JointVector::Constant(2, rate);
  return command;
}

}  // namespace freefloat
