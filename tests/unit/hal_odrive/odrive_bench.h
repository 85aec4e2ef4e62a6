#pragma once

#include <memory>
#include <utility>

#include "hal/emulated_servos/emulated_odrive.h"
#include "hal/odrive/odrive_link.h"
#include "unit/hal_sim/testbed_cases.h"

namespace freefloat {

/// Emulated ODrives at a simulated robot with two joints, and the link to them, in lockstep.
class OdriveBench {
 public:
  explicit OdriveBench(TestbedCase setup = TestbedCase()) {
    // Unlike each other, so that no sign or ratio can be taken for another.
    joints = {{.id = 1, .gear_ratio = 20.0, .reversed = false, .zero = 3.0},
              {.id = 2, .gear_ratio = 35.0, .reversed = true, .zero = -0.5}};
    gripper = ServoGripper{.id = 0, .open = 0.0, .closed = 1.5};
    if (setup.config.link.latency == WireParameters().latency)
      setup.config.link.latency = std::chrono::milliseconds(1);
    auto made = std::make_unique<EmulatedOdrives>(setup.config, setup.robot, joints, gripper, 921600);
    odrives = made.get();
    OdriveLinkConfig config;
    for (const std::string& path : odrives->paths())
      config.ports.push_back({.path = path, .baud_rate = 921600});
    config.servos.joints = joints;
    for (const JointLimits& limit : setup.robot.joint_limits)
      config.servos.limits.push_back({limit.min, limit.max, limit.max_rate});
    config.servos.gripper = gripper;
    config.servos.time_to_live = std::chrono::milliseconds(60);
    config.servos.latency = setup.config.link.latency;
    config.while_waiting = [this] { odrives->serve_alone(); };
    link = std::make_unique<OdriveLink>(config);
    testbed =
        std::make_unique<SimTestbed>(setup.config, setup.robot, setup.table, setup.camera, std::move(made));
  }

  JointFeedback drive(const JointCommand& command, int cycles) {
    JointFeedback newest;
    for (int i = 0; i < cycles; ++i) {
      sleep(1);
      if (const auto feedback = link->poll(testbed->now())) newest = *feedback;
      link->send(command, testbed->now());
    }
    return newest;
  }

  void sleep(int cycles) { testbed->sleep_until(testbed->now() + cycles * std::chrono::milliseconds(10)); }

  static JointCommand with_rates(double first, double second) {
    JointCommand command;
    command.enable = true;
    command.rates.resize(2);
    command.rates << first, second;
    return command;
  }

  void arm() {
    drive({}, 3);
    drive(with_rates(0.0, 0.0), 6);
  }

  JointVector true_rates() const { return testbed->truth().robot.joint_rates; }
  JointVector true_joints() const { return testbed->truth().robot.joints; }

  std::vector<ServoJoint> joints;
  ServoGripper gripper;
  EmulatedOdrives* odrives = nullptr;
  std::unique_ptr<OdriveLink> link;
  std::unique_ptr<SimTestbed> testbed;
};

}  // namespace freefloat
