#include "doctor/servo_examination.h"

#include <fstream>

#include "hal/hal_error.h"

namespace freefloat {

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

std::vector<Finding> examine_servos(const LinkConfig& link, const RobotParameters& robot,
                                    Duration time_to_live) {
  if (link.is_emulated()) return {{Grade::kNote, "servos", "the servos of this testbed are emulated", ""}};
  std::vector<Finding> findings;
  try {
    const auto servos = make_servo_link(link, robot, time_to_live);
    findings.push_back({Grade::kGood, "servos", servos->describe(), ""});
  } catch (const HalError& error) {
    findings.push_back({Grade::kProblem, "servos", error.what(), ""});
  }
  for (const Finding& finding : judge_adapter(link.port)) findings.push_back(finding);
  return findings;
}

}  // namespace freefloat
