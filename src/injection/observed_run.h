#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "injection/catalogue.h"
#include "runtime/run_config.h"

namespace freefloat {

/// How long a robot rests, armed or disarmed, until somebody wants it to move; a fault comes within.
inline constexpr Duration kRestFor = std::chrono::seconds(3);

/// @return What is done instead of an experiment's phases: with a robot that rests when the fault comes, it
/// is armed afterwards, where it is not yet, and joint 1 jogged; with one that is jogged, each joint is, to
/// and fro at 20 deg/s.
/// @param robot Jogged, armed or disarmed. @param joints Of the robot.
std::vector<Phase> make_phases(RobotIs robot, Eigen::Index joints);

/// What is looked at in a run.
struct FaultWatch {
  Time injected = Time::max();  ///< when the fault comes
  std::uint32_t answers = 0;    ///< bits of the faults that name it
  Counts counts = Counts::kAlways;
};

/// What a run looked like from the outside.
struct Observed {
  std::optional<Time> first_motion{};  ///< commanded
  Time last_motion{};
  std::optional<Time> rest{};      ///< begin of the rest in which faults come
  bool energised = false;          ///< at any time
  bool activated = false;          ///< after the fault
  bool led_off = false;            ///< arming was refused for an LED that is not where its length puts it
  std::optional<Time> named{};     ///< one of the answers was first seen after the fault
  std::optional<Time> reaction{};  ///< the first hold or fault after the fault
  Duration counted{};              ///< time from the fault to the reaction that counts, see Counts
  std::uint32_t faults = 0;        ///< that the reaction was for
  double turned = 0.0;  ///< largest turn of a true shaft after the fault, while the robot rests, rad
  bool passed = false;
  std::string reason{};  ///< of the first phase that failed
};

/// Runs an experiment of a simulated testbed.
Observed observe_run(const RunConfig& config, const FaultWatch& watch);

}  // namespace freefloat
