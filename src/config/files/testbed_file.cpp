#include "config/files/testbed_file.h"

#include <algorithm>

#include "config/files/controller_fields.h"
#include "config/files/hardware_fields.h"
#include "config/files/ros_fields.h"
#include "config/files/sim_testbed_fields.h"

namespace freefloat {

namespace {

// The board stops by itself when no command came for so long.
constexpr double kTimeToLivePeriods = 2.5;
constexpr double kShortestTimeToLive = 0.060;
constexpr double kLongestTimeToLive = 0.300;

Fields<TestbedFile> loop_fields() {
  return {
      required(number("period_ms", inside(&TestbedFile::controller, &ControllerConfig::period),
                      between(1, 120), "Of the control loop.")),
      number("time_to_live_ms", &TestbedFile::time_to_live, between(60, 300),
             "The servo board stops when no newer command came for so long; left out: 2.5 periods, at least "
             "60 ms."),
  };
}

Fields<RecordingConfig> recording_fields() {
  using R = RecordingConfig;
  return {
      flag("picture_windows", &R::picture_windows,
           "Keep of every picture what its LEDs were measured in, so that the vision can be replayed."),
      number("whole_pictures_hz", &R::whole_pictures_hz, between(0, 1000),
             "Whole pictures a second beside that, without loss; 0: none."),
      number("whole_pictures_bytes_per_s", &R::whole_pictures_bytes_per_s, above(0, 1e9),
             "What they may take of the disk; pictures beyond are left out and counted."),
      number("waiting_bytes", &R::waiting_bytes, between(0, 1e9),
             "Of the log, that wait in memory while the disk takes nothing; what is beyond is lost, and the "
             "log tells what."),
      number("state_period_s", &R::state_period, between(0.1, 3600),
             "How often the controller's memory is kept; a replay can start there."),
  };
}

/// Whoever opens the file resolves and removes the key; here it can only come from a setting.
Field<TestbedFile> based_on_field() {
  return Field<TestbedFile>::special(
      kBasedOn, "Another testbed's file: what is not given here is as there, except name and description.",
      "a testbed's file, relative to this one",
      [](const ConfigNode& node, TestbedFile&, Problems& problems) {
        problems.add_at(node, "cannot be a setting", {}, "write it into a testbed's file");
      },
      nullptr,
      [] {
        return Json{{"type", "string"}, {"format", kPathFormat}};
      });
}

std::string milliseconds(double seconds) {
  return format_number(seconds * 1000.0) + " ms";
}

}  // namespace

Fields<TestbedFile> testbed_fields() {
  using T = TestbedFile;
  using C = ControllerConfig;
  return {
      required(text("name", &T::name, "Name of the testbed.")),
      text("description", &T::description, "What it is for."),
      based_on_field(),
      required(file("robot", &T::robot, "The robot's file.")),
      required(file("table", &T::table, "The table's file.")),
      required(file("camera", &T::camera, "The camera's file.")),
      required(section("loop", loop_fields(), "The fixed-rate loop.")),
      required(section("control", &T::controller, control_fields(), "Joint rates and their limit.")),
      section("guidance", inside(&T::controller, &C::guidance), guidance_fields(),
              "How the hand is led to the target."),
      section("estimator", inside(&T::controller, &C::estimator), estimator_fields(), "State estimator."),
      section("safety", inside(&T::controller, &C::safety), safety_fields(), "Limits of the supervisor."),
      section("vision", &T::vision, vision_fields(), "From pixels to LEDs."),
      required(section("simulation", &T::sim, sim_testbed_fields(), "The simulated testbed.")),
      section("hardware", &T::hardware, hardware_fields(),
              "What of the testbed is real; left out: everything is simulated."),
      section("recording", &T::recording, recording_fields(), "What the log keeps beside the cycles."),
      section("ros2", &T::ros, ros_fields(), "Takes part in a network of ROS 2; left out: does not."),
  };
}

Duration default_time_to_live(Duration period) {
  return from_seconds(std::max(kTimeToLivePeriods * to_seconds(period), kShortestTimeToLive));
}

void check_testbed(const TestbedFile& file, const ConfigNode& node, Problems& problems) {
  const ConfigNode& loop = *node.find("loop");
  const double period = to_seconds(file.controller.period);
  const double needed = std::max(kTimeToLivePeriods * period, kShortestTimeToLive);
  if (needed > kLongestTimeToLive) {
    problems.add_at(*loop.find("period_ms"), "the loop is too slow for the servo board's time-to-live",
                    "at most " + milliseconds(kLongestTimeToLive / kTimeToLivePeriods));
  } else if (file.time_to_live && to_seconds(*file.time_to_live) < needed) {
    problems.add_at(
        *loop.find("time_to_live_ms"), "one late command would stop the robot",
        milliseconds(needed) + " (2.5 periods, at least 60 ms) to " + milliseconds(kLongestTimeToLive));
  }
  if (file.sim.step > file.controller.period) {
    const ConfigNode* step = node.find("simulation")->find("step_ms");
    problems.add_at(step == nullptr ? *loop.find("period_ms") : *step,
                    "the simulation's step is longer than the loop", "at most " + milliseconds(period));
  }
  if (file.controller.safety.feedback_timeout < file.controller.period) {
    const ConfigNode* safety = node.find("safety");
    const ConfigNode* given = safety == nullptr ? nullptr : safety->find("feedback_timeout_ms");
    problems.add_at(given == nullptr ? *loop.find("period_ms") : *given,
                    "the board's status comes once a cycle, so it would always be missing",
                    "safety.feedback_timeout_ms above the loop's " + milliseconds(period));
  }
  if (const ConfigNode* hardware = node.find("hardware")) check_hardware(file.hardware, *hardware, problems);
  if (const ConfigNode* ros = node.find("ros2"); ros != nullptr && file.ros)
    check_ros(*file.ros, *ros, problems);
}

}  // namespace freefloat
