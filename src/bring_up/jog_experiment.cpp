#include "bring_up/jog_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kFastestJog = 40.0;      // deg/s, of what stands below
constexpr double kShareOfLimit = 0.6;     // faster, the rate limit would bend the steps
constexpr double kSecondsOfAPhase = 3.0;  // s, at those rates
constexpr double kLongestPhase = 4.5;     // s; longer, and a tilted table has carried the robot off

constexpr double kLedsOff = 3.0;  // mm, 1 sigma of what nobody measured

struct Jog {
  std::string name;
  std::vector<double> rates;  // deg/s
};

/// Rates of the first joint and of each of the others.
std::vector<double> rates_of(int joints, double first, double others) {
  std::vector<double> rates(joints, others);
  rates.front() = first;
  return rates;
}

/// At the end every joint is where it began.
std::vector<Jog> jogs_of(int joints) {
  std::vector<Jog> jogs{{"all out", rates_of(joints, 30, 20)}};
  for (int joint = joints; joint >= 1; --joint) {
    std::vector<double> rates(joints, 0.0);
    rates[joint - 1] = -kFastestJog;
    jogs.push_back({fmt::format("joint {} in", joint), rates});
  }
  jogs.push_back({"all out again", rates_of(joints, 10, 40)});
  jogs.push_back({"back", rates_of(joints, 0, -20)});
  return jogs;
}

/// Where the simulation puts the arm: near the middle of its joints, and not stretched.
std::string start_angles(const RobotParameters& robot) {
  std::vector<double> angles;
  for (std::size_t i = 0; i < robot.joint_limits.size(); ++i) {
    const JointLimits& limits = robot.joint_limits[i];
    const double wanted = i == 0 ? 30.0 : 60.0 * (i % 2 == 1 ? 1.0 : -1.0);
    const double low = rad_to_deg(limits.min) + 65.0, high = rad_to_deg(limits.max) - 95.0;
    angles.push_back(low < high ? std::clamp(wanted, low, high) : 0.5 * (low + high));
  }
  return fmt::format("[{:.4g}]", fmt::join(angles, ", "));
}

double to_mm(double metres) {
  return 1e3 * metres;
}

}  // namespace

std::string wide_settings(const TestbedFile& file) {
  const ControllerConfig& control = file.controller;
  return fmt::format(
      "# The LEDs may be some millimetres off their places in the robot's file, and the drives follow later "
      "than\n# it is thought, which is to be found out; no hand is led anywhere.\n"
      "settings:\n  estimator: {{marker_sigma_floor_mm: {:.4g}, rates_between_readings: mean}}\n"
      "  vision: {{gate_floor_mm: {:.4g}, length_tolerance_mm: {:.4g}}}\n"
      "  safety: {{max_hand_sigma_mm: {:.4g}, turn_tolerance: 1, check_lengths: false}}\n\n",
      std::max(kLedsOff, to_mm(control.estimator.marker_sigma_floor)),
      std::max(3.0 * kLedsOff, to_mm(file.vision.gate_floor)),
      std::max(6.0 * kLedsOff, to_mm(file.vision.length_tolerance)),
      std::max(10.0 * kLedsOff, to_mm(control.safety.max_hand_sigma)));
}

std::string phases_around(const std::string& motion) {
  return "phases:\n"
         "  - {phase: settle, duration_s: 0.5}\n"
         "  - {phase: check, timeout_s: 5}\n"
         "  - {phase: arm, timeout_s: 2}\n" +
         motion +
         "  - {phase: hold, duration_s: 0.5}\n"
         "  - {phase: disarm, timeout_s: 5}\n";
}

std::string by_hand_experiment(const LoadedTestbed& testbed, const std::string& name) {
  // A real robot is moved by real hands.
  const bool simulated = !testbed.file.hardware.link && !testbed.file.hardware.plant;
  const std::string shaken =
      "\n# Hands that shake the simulated robot: its joints swing.\nfaults:\n"
      "  - {fault: push, force_n: 20, begin_s: 1, end_s: 1.5}\n"
      "  - {fault: push, force_n: -20, begin_s: 1.5, end_s: 2.5}\n"
      "  - {fault: push, force_n: 20, begin_s: 2.5, end_s: 3}\n";
  return fmt::format(
      "# Each joint moved by hand, the drives off: where a joint's sensor is reversed or far off, so that "
      "the "
      "drives do\n# not move it. Run it with --readonly, hold the satellite, move each joint slowly to and "
      "fro by 40 deg, "
      "all "
      "LEDs in view;\n# then `freefloat calibrate joints` with the log.\n"
      "name: by_hand\n"
      "description: Joints moved by hand, the drives off, to calibrate sensors that are reversed or far "
      "off.\n"
      "testbed: {}\n"
      "seed: 1\n\n"
      "start:\n  attitude_deg: 90\n  joints_deg: {}\n  mass_centre_m: [0.0, 0.0]\n\n"
      "target:\n  mount: none\n\n"
      "phases:\n  - {{phase: settle, duration_s: {}}}\n{}",
      name, start_angles(testbed.robot), simulated ? 8 : 30, simulated ? shaken : "");
}

std::string jog_experiment(const LoadedTestbed& testbed, const std::string& name) {
  const RobotParameters& robot = testbed.robot;
  double limit = testbed.file.controller.max_joint_rate;
  for (const JointLimits& limits : robot.joint_limits) limit = std::min(limit, limits.max_rate);
  const double share = std::min(1.0, kShareOfLimit * rad_to_deg(limit) / kFastestJog);
  const double seconds = std::min(kSecondsOfAPhase / share, kLongestPhase);
  const std::string head = fmt::format(
      "# Each joint to and fro, alone and together, in steps, back to where it began: the calibrations find\n"
      "# lengths, sensors, delays and masses from it. A joint goes up to {:.0f} deg one way, {:.0f} the "
      "other.\n"
      "name: jog\n"
      "description: Joints to and fro, to find lengths, sensors, delays and masses from the log.\n"
      "testbed: {}\n"
      "seed: 1\n\n"
      "# In a simulated testbed the robot begins so; a real one begins where it is.\n"
      "start:\n  attitude_deg: 90\n  joints_deg: {}\n  mass_centre_m: [0.0, 0.0]\n\n"
      "target:\n  mount: none\n\n"
      "{}",
      30.0 * share * seconds, 20.0 * share * seconds, name, start_angles(robot), wide_settings(testbed.file));
  std::string motion = "  - repeat:\n      times: 2\n      phases:\n";
  for (const Jog& jog : jogs_of(robot.joint_count())) {
    std::vector<double> rates = jog.rates;
    for (double& rate : rates) rate *= share;
    motion +=
        fmt::format("        - {{phase: jog, name: {}, joint_rates_deg_s: [{:.4g}], duration_s: {:.4g}}}\n",
                    jog.name, fmt::join(rates, ", "), seconds);
  }
  return head + phases_around(motion);
}

}  // namespace freefloat
