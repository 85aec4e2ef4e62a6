// Freefloat's controller in a loop of one's own: captures a standing target with an ideal floating robot.
#include <cstdio>

#include "control/controller.h"
#include "floating_robot.h"
#include "my_robot.h"

using namespace freefloat;

namespace {

/// Through the states of the supervisor to the capture.
OperatorCommand ask_for_capture(SupervisorState state) {
  OperatorCommand op;
  op.task = Task::kCaptureStanding;
  op.request = state == SupervisorState::kDisarmed ? Request::kCheck
               : state == SupervisorState::kReady  ? Request::kArm
                                                   : Request::kActivate;
  return op;
}

}  // namespace

int main() {
  ControllerConfig config;
  config.robot = my_robot();
  config.max_joint_rate = 0.5;     // rad/s
  config.hold_deceleration = 2.0;  // rad/s^2

  Controller controller(config);
  FloatingRobot robot(config.robot, 0.3, JointVector{{0.8, -1.2}});
  const Vector2 target(0.1, 0.5);  // m from the table's middle

  CycleOutput output;
  for (int cycle = 0; cycle < 3000 && !output.command.close_gripper; ++cycle) {
    const Time now{cycle * config.period};
    CycleInput input;
    input.now = now;
    input.markers = robot.see(now, target);
    input.joints = robot.feel(now);
    input.op = ask_for_capture(output.state);
    output = controller.step(input);
    robot.follow(output.command, to_seconds(config.period));
  }

  const double distance = (target - robot.hand()).norm();
  std::printf("%s after %.2f s, hand %.2f mm from the target\n",
              output.command.close_gripper ? "captured" : "not captured", to_seconds(output.now),
              1e3 * distance);
  return output.command.close_gripper && distance < config.guidance.capture_distance ? 0 : 1;
}
