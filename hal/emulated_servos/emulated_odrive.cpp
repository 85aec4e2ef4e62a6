#include "hal/emulated_servos/emulated_odrive.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "hal/odrive/odrive_line.h"

namespace freefloat {
namespace {

constexpr Duration kAnswerDelay = std::chrono::microseconds(200);

}  // namespace

EmulatedOdrives::EmulatedOdrives(const SimConfig& sim, const RobotParameters& robot,
                                 const std::vector<ServoJoint>& joints,
                                 const std::optional<ServoGripper>& gripper, int baud_rate)
    : EmulatedActuators(sim, robot, joints, gripper, kShaftTurn), jaws_axis_(gripper ? gripper->id : 0) {
  int most = jaws_axis_;
  for (const ServoJoint& joint : joints) most = std::max(most, joint.id);
  const std::size_t boards = most / 2 + 1;
  axes_.resize(2 * boards);
  texts_.resize(boards);
  for (std::size_t i = 0; i < boards; ++i) {
    wires_.push_back(std::make_unique<ServoWire>(sim.link, baud_rate, sim.seed + i));
    wires_.back()->gather_answers();
  }
}

std::vector<std::string> EmulatedOdrives::paths() const {
  std::vector<std::string> paths;
  for (const auto& wire : wires_) paths.push_back(wire->path());
  return paths;
}

void EmulatedOdrives::serve(Time now, const std::vector<ScheduledFault>* faults) {
  for (std::size_t board = 0; board < wires_.size(); ++board) {
    ServoWire& wire = *wires_[board];
    std::string& text = texts_[board];
    wire.collect(now, faults);
    Time arrival;
    while (const auto bytes = wire.take(now, arrival)) {
      text.append(bytes->begin(), bytes->end());
      for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
        const auto command = open_odrive_line(std::string_view(text).substr(0, end));
        text.erase(0, end + 1);
        if (!command || !has_power(board)) continue;
        const std::string answer = handle(board, *command, arrival);
        if (answer.empty() || muted_) continue;
        std::string line = odrive_line(answer);
        const bool second = command->starts_with("f 1") || command->find("axis1") != std::string::npos;
        if (!read_odrive_tag(answer) && damages_answers(2 * board + (second ? 1 : 0)))
          line.front() = static_cast<char>(line.front() ^ 1);
        wire.answer({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()},
                    arrival + kAnswerDelay);
      }
    }
    wire.deliver(now, faults);
  }
}

/// @return The answer, without its check; empty: none.
std::string EmulatedOdrives::handle(std::size_t board, const std::string& command, Time now) {
  std::istringstream words(command);
  std::string what;
  std::string name;
  words >> what >> name;
  if (what == "sc") {
    for (std::size_t i = 0; i < 2; ++i) axes_[2 * board + i].clear_errors();
    return {};
  }
  double value = 0.0;
  words >> value;
  if (what == "r" || what == "w") {
    const bool known = name.rfind("axis", 0) == 0 && name.size() > 6 && (name[4] == '0' || name[4] == '1');
    if (!known) return "invalid property";
    EmulatedOdriveAxis& meant = axes_[2 * board + (name[4] - '0')];
    const std::string property = name.substr(6);
    if (what == "w") return meant.write(property, value, now) ? "" : "invalid property";
    const auto kept = meant.read(property);
    return kept ? odrive_number(*kept) : "invalid property";
  }
  if (what != "f" && what != "v" && what != "p" && what != "u") return "unknown command";
  if (name.empty() || name.find_first_not_of("0123456789") != std::string::npos)
    return "invalid command format";
  if (name != "0" && name != "1") return "invalid motor " + name;
  EmulatedOdriveAxis& meant = axes_[2 * board + (name[0] - '0')];
  if (what == "v") meant.command_velocity(value, now);
  if (what == "p") meant.command_position(value, now);
  if (what == "u") meant.feed(now);
  if (what != "f") return {};
  return fmt::format("{:.6f} {:.6f}", meant.position(), meant.velocity());
}

void EmulatedOdrives::restart(std::size_t joint, Time) {
  const std::size_t board = joints()[joint].id / 2;
  axes_[2 * board].reboot();
  axes_[2 * board + 1].reboot();
}

/// The power is that of a board, not of an axis.
bool EmulatedOdrives::has_power(std::size_t board) const {
  for (std::size_t i = 0; i < joints().size(); ++i) {
    if (defect(i).off && static_cast<std::size_t>(joints()[i].id / 2) == board) return false;
  }
  return true;
}

bool EmulatedOdrives::damages_answers(std::size_t axis) const {
  for (std::size_t i = 0; i < joints().size(); ++i) {
    if (static_cast<std::size_t>(joints()[i].id) == axis) return defect(i).damages_answers;
  }
  return false;
}

void EmulatedOdrives::complain(std::size_t joint, SimFault fault) {
  constexpr std::uint32_t kMotorFailed = 0x40;  // its current, and since 0.5.2 the supply's voltage, too
  constexpr std::uint32_t kTooHot = 0x40000;
  axis(joints()[joint].id).fail(fault == SimFault::kServoOverheated ? kTooHot : kMotorFailed);
}

std::optional<double> EmulatedOdrives::step_joint(std::size_t joint, double angle, double rate, Time now) {
  EmulatedOdriveAxis& own = axis(joints()[joint].id);
  own.tick(angle / kShaftTurn, rate / kShaftTurn, now);
  return own.is_driven() ? std::optional(own.goal_velocity() * kShaftTurn) : std::nullopt;
}

std::optional<double> EmulatedOdrives::jaw_goal() {
  const EmulatedOdriveAxis& own = axis(jaws_axis_);
  return own.is_driven() ? std::optional(own.goal_position()) : std::nullopt;
}

void EmulatedOdrives::step_jaws(double angle, double rate, Time now) {
  axis(jaws_axis_).tick(angle, rate, now);
}

}  // namespace freefloat
