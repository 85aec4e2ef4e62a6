#include "hal/emulated_servos/emulated_odrive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <sstream>
#include <utility>

#include "hal/odrive/odrive_line.h"
#include "hal/sim/servo_tuning.h"

namespace freefloat {
namespace {

constexpr double kAxisTurn = 2.0 * std::numbers::pi;
constexpr Duration kAloneStep = std::chrono::milliseconds(1);
constexpr double kJawSeconds = 0.3;  // from open to closed
constexpr Duration kAnswerDelay = std::chrono::microseconds(200);

std::string to_text(double value) {
  std::array<char, 40> text;
  const int size = value == std::floor(value) && std::abs(value) < 1e9
                       ? std::snprintf(text.data(), text.size(), "%.0f", value)
                       : std::snprintf(text.data(), text.size(), "%.6f", value);
  return {text.data(), static_cast<std::size_t>(size)};
}

}  // namespace

EmulatedOdrives::EmulatedOdrives(const SimConfig& sim, const RobotParameters& robot,
                                 const std::vector<ServoJoint>& joints,
                                 const std::optional<ServoGripper>& gripper, int baud_rate)
    : sim_(sim), joints_(joints), gripper_(gripper), defects_(joints.size()) {
  int most = 0;
  for (const ServoJoint& joint : joints) most = std::max(most, joint.id);
  if (gripper) most = std::max(most, gripper->id);
  const auto boards = static_cast<std::size_t>(most / 2 + 1);
  axes_.resize(2 * boards);
  texts_.resize(boards);
  unpowered_.resize(boards);
  for (std::size_t i = 0; i < boards; ++i) {
    wires_.push_back(std::make_unique<ServoWire>(sim.link, baud_rate, sim.seed + i));
    wires_.back()->gather_answers();
  }
  const ff_servo_parameters tuned = tune_servo(robot, sim.drives);
  for (int i = 0; i < tuned.joint_count; ++i) motors_.emplace_back(tuned.joints[i]);
  if (gripper) jaw_ = gripper->open / kAxisTurn;
}

std::vector<std::string> EmulatedOdrives::paths() const {
  std::vector<std::string> paths;
  for (const auto& wire : wires_) paths.push_back(wire->path());
  return paths;
}

void EmulatedOdrives::serve_alone() {
  const Time now = (alone_ += kAloneStep);
  serve(now, nullptr);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const double shaft = joints_[i].to_shaft_angle(sim_.start.joints[static_cast<Eigen::Index>(i)]);
    axis(joints_[i].id).tick(shaft / kAxisTurn, 0.0, now);
  }
  tick_gripper(nullptr, now);
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
        if (!command || unpowered_[board]) continue;
        const std::string answer = handle(board, *command, arrival);
        if (answer.empty() || muted_) continue;
        std::string line = odrive_line(answer);
        const bool second = command->starts_with("f 1") || command->find("axis1") != std::string::npos;
        const std::size_t meant = 2 * board + (second ? 1 : 0);
        const Defect* const defect = read_odrive_tag(answer) ? nullptr : defect_of(meant);
        if (defect != nullptr && defect->damages_answers) line.front() = static_cast<char>(line.front() ^ 1);
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
    EmulatedOdriveAxis& meant = axes_[2 * board + static_cast<std::size_t>(name[4] - '0')];
    const std::string property = name.substr(6);
    if (what == "w") return meant.write(property, value, now) ? "" : "invalid property";
    const auto kept = meant.read(property);
    return kept ? to_text(*kept) : "invalid property";
  }
  if (what != "f" && what != "v" && what != "p" && what != "u") return "unknown command";
  if (name.empty() || name.find_first_not_of("0123456789") != std::string::npos)
    return "invalid command format";
  if (name != "0" && name != "1") return "invalid motor " + name;
  EmulatedOdriveAxis& meant = axes_[2 * board + static_cast<std::size_t>(name[0] - '0')];
  if (what == "v") meant.command_velocity(value, now);
  if (what == "p") meant.command_position(value, now);
  if (what == "u") meant.feed(now);
  if (what != "f") return {};
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "%.6f %.6f", meant.position(), meant.velocity());
  return text.data();
}

void EmulatedOdrives::reboot_board(std::size_t board) {
  axes_[2 * board].reboot();
  axes_[2 * board + 1].reboot();
}

/// @return Null where no joint has it.
const EmulatedOdrives::Defect* EmulatedOdrives::defect_of(std::size_t axis) const {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (static_cast<std::size_t>(joints_[i].id) == axis) return &defects_[i];
  }
  return nullptr;
}

void EmulatedOdrives::look_for_defects(const SimWorld& world, Time now) {
  constexpr std::uint32_t kMotorFailed = 0x40;  // its current, and since 0.5.2 the supply's voltage, too
  constexpr std::uint32_t kTooHot = 0x40000;
  for (Defect& defect : defects_) {
    defect.damages_answers = defect.encoder_stuck = false;
    defect.slipped = 0.0;
  }
  unpowered_.assign(unpowered_.size(), false);
  for (const ScheduledFault& fault : world.faults()) {
    if (!is_of_servo(fault.fault) || !is_active(fault, now)) continue;
    const auto i = static_cast<std::size_t>(fault.index);
    if (i >= joints_.size()) continue;
    const auto board = static_cast<std::size_t>(joints_[i].id / 2);
    EmulatedOdriveAxis& own = axis(joints_[i].id);
    Defect& defect = defects_[i];
    const FaultMode mode = failure_of(fault).mode;
    if (fault.fault == SimFault::kServoOverheated) own.fail(kTooHot);
    if (fault.fault == SimFault::kServoOverloaded || fault.fault == SimFault::kServoVoltage)
      own.fail(kMotorFailed);
    if (fault.fault == SimFault::kServoReset && !std::exchange(defect.restarted, true)) reboot_board(board);
    if (fault.fault != SimFault::kServo) continue;
    if (mode == FaultMode::kOff) {
      reboot_board(board);  // starts once power is back
      unpowered_[board] = true;
    }
    if (mode == FaultMode::kGarbage) defect.damages_answers = true;
    if (mode == FaultMode::kStuck) defect.encoder_stuck = true;
    if (mode == FaultMode::kWrong) defect.slipped = fault.angle;
  }
}

BoardDrives EmulatedOdrives::tick(const SimWorld& world, Time now) {
  look_for_defects(world, now);
  serve(now, &world.faults());
  BoardDrives drives;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto j = static_cast<Eigen::Index>(i);
    // An axis's own loop knows no other rate than its encoder's: with one that sticks, its motor runs away.
    Defect& defect = defects_[i];
    const double rate = defect.encoder_stuck ? 0.0 : world.plant().joint_rates()[j];
    double angle = world.plant().joints()[j] + defect.slipped;
    if (!defect.encoder_stuck) defect.stuck_at.reset();
    if (defect.encoder_stuck && !defect.stuck_at) defect.stuck_at = angle;
    if (defect.stuck_at) angle = *defect.stuck_at;
    EmulatedOdriveAxis& own = axis(joints_[i].id);
    own.tick(joints_[i].to_shaft_angle(angle) / kAxisTurn, joints_[i].to_shaft_rate(rate) / kAxisTurn, now);
    if (!own.is_driven()) {
      motors_[i].release();
      continue;
    }
    drives.energised = true;
    drives.duties[i] = motors_[i].drive(joints_[i].to_joint_rate(own.goal_velocity() * kAxisTurn), rate,
                                        to_seconds(sim_.step));
  }
  drives.close_gripper = tick_gripper(&world, now);
  return drives;
}

/// @return Whether the jaws close.
bool EmulatedOdrives::tick_gripper(const SimWorld* world, Time now) {
  if (!gripper_) return false;
  EmulatedOdriveAxis& own = axis(gripper_->id);
  const double open = gripper_->open / kAxisTurn;
  const double closed = gripper_->closed / kAxisTurn;
  const double step = to_seconds(kAloneStep);
  const double most = std::abs(closed - open) * step / kJawSeconds;
  const double goal = own.is_driven() ? own.goal_position() : jaw_;
  const bool closes = std::abs(goal - closed) < std::abs(goal - open);
  const bool blocked = world != nullptr && world->gripper() == GripperState::kHolding && closes;
  const double moved = blocked ? 0.0 : std::clamp(goal - jaw_, -most, most);
  jaw_ += moved;
  own.tick(jaw_, moved / step, now);
  return own.is_driven() && closes;
}

}  // namespace freefloat
