#pragma once

#include <memory>
#include <utility>

#include "hal/dynamixel/dynamixel_link.h"
#include "hal/emulated_servos/emulated_dynamixel_bus.h"
#include "unit/hal_sim/testbed_cases.h"

namespace freefloat {

/// Emulated servos at a simulated robot with two joints, and the link to them, in lockstep.
class DynamixelBench {
 public:
  explicit DynamixelBench(const char* model = "XM430-W350", TestbedCase setup = TestbedCase(),
                          Duration time_to_live = std::chrono::milliseconds(60)) {
    // Unlike each other, so that no sign or ratio can be taken for another.
    joints = {{.id = 11, .gear_ratio = 1.0, .reversed = false, .zero = 3.0},
              {.id = 4, .gear_ratio = 1.5, .reversed = true, .zero = -0.5}};
    gripper = ServoGripper{.id = 7, .open = 3.0, .closed = 1.5};
    if (setup.config.link.latency == WireParameters().latency)
      setup.config.link.latency = std::chrono::milliseconds(1);
    auto servos = std::make_unique<EmulatedDynamixelBus>(
        setup.config, setup.robot, *find_dynamixel_model(std::string_view(model)), joints, gripper, 1000000);
    bus = servos.get();
    DynamixelLinkConfig config;
    config.port = {.path = bus->path(), .baud_rate = 1000000};
    config.servos.joints = joints;
    for (const JointLimits& limit : setup.robot.joint_limits)
      config.servos.limits.push_back({limit.min, limit.max, limit.max_rate});
    config.servos.gripper = gripper;
    config.servos.time_to_live = time_to_live;
    config.servos.latency = setup.config.link.latency;
    config.while_waiting = [this] { bus->serve_alone(); };
    link = std::make_unique<DynamixelLink>(config);
    testbed =
        std::make_unique<SimTestbed>(setup.config, setup.robot, setup.table, setup.camera, std::move(servos));
  }

  /// Cycles of 10 ms with this command. @return The newest feedback.
  JointFeedback drive(const JointCommand& command, int cycles) {
    JointFeedback newest;
    for (int i = 0; i < cycles; ++i) {
      sleep(1);
      if (const auto feedback = link->poll(testbed->now())) newest = *feedback;
      link->send(command, testbed->now());
    }
    return newest;
  }

  /// Nobody commands.
  void sleep(int cycles) { testbed->sleep_until(testbed->now() + cycles * std::chrono::milliseconds(10)); }

  static JointCommand with_rates(double first, double second) {
    JointCommand command = enabled();
    command.rates.resize(2);
    command.rates << first, second;
    return command;
  }

  static JointCommand enabled() {
    JointCommand command;
    command.enable = true;
    return command;
  }

  /// Off, then energised with zero rates.
  void arm() {
    drive({}, 3);
    drive(enabled(), 6);
  }

  JointVector true_rates() const { return testbed->truth().robot.joint_rates; }
  JointVector true_joints() const { return testbed->truth().robot.joints; }

  std::vector<ServoJoint> joints;
  ServoGripper gripper;
  EmulatedDynamixelBus* bus = nullptr;
  std::unique_ptr<DynamixelLink> link;
  std::unique_ptr<SimTestbed> testbed;
};

inline JointCommand clearing() {
  JointCommand command;
  command.clear = true;
  return command;
}

inline JointCommand with_rates(double first, double second) {
  return DynamixelBench::with_rates(first, second);
}

}  // namespace freefloat
