#include "doctor/servo_examination.h"

#include <chrono>
#include <fstream>

#include "hal/hal_error.h"
#include "hal/monotonic_clock.h"

namespace freefloat {

namespace {

constexpr int kAskedCycles = 30;
constexpr Duration kAskedPeriod = std::chrono::milliseconds(10);

}  // namespace

std::vector<Finding> judge_adapter(const std::string& port, const std::filesystem::path& sys) {
  std::error_code error;
  const std::string name = std::filesystem::weakly_canonical(port, error).filename();
  const std::filesystem::path file = sys / "bus/usb-serial/devices" / name / "latency_timer";
  int milliseconds = 0;
  if (!(std::ifstream(file) >> milliseconds) || milliseconds <= 1) return {};
  return {{Grade::kProblem, "servos",
           "the USB adapter collects bytes for " + std::to_string(milliseconds) +
               " ms, so that answers come a cycle or two late",
           "echo 1 | sudo tee " + file.string()}};
}

std::vector<Finding> examine_servos(const OpenServos& open, Clock& clock) {
  try {
    const std::unique_ptr<JointLink> servos = open();
    bool answered = false;
    for (int i = 0; i < kAskedCycles; ++i) {
      servos->send({}, clock.now());
      clock.sleep_until(clock.now() + kAskedPeriod);
      answered = servos->poll(clock.now()).has_value() || answered;
    }
    const std::string trouble = servos->describe_trouble();
    if (!trouble.empty()) {
      return {{Grade::kProblem, "servos", servos->describe() + "; " + trouble,
               "find the cause, then clear the fault or take the power off and on"}};
    }
    if (!answered) {
      return {{Grade::kProblem, "servos", servos->describe() + "; set up, but then they answered nothing",
               "does another program use the port?"}};
    }
    return {{Grade::kGood, "servos", servos->describe(), ""}};
  } catch (const HalError& error) {
    return {{Grade::kProblem, "servos", error.what(), ""}};
  }
}

std::vector<Finding> examine_servos(const LinkConfig& link, const RobotParameters& robot,
                                    Duration time_to_live) {
  if (link.is_emulated()) return {{Grade::kNote, "servos", "the servos of this testbed are emulated", ""}};
  MonotonicClock clock;
  std::vector<Finding> findings =
      examine_servos([&] { return make_servo_link(link, robot, time_to_live); }, clock);
  for (const Finding& finding : judge_adapter(link.port)) findings.push_back(finding);
  return findings;
}

}  // namespace freefloat
