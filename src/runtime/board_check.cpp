#include "runtime/board_check.h"

#include <fmt/format.h>

#include <thread>

#include "hal/sim/servo_tuning.h"
#include "types/angle.h"
#include "wire/frame.h"

namespace freefloat {

namespace {

constexpr double kRounding = 2e-6;  // of the board's integers, rad or rad/s

std::string_view name_cause(ResetCause cause) {
  switch (cause) {
    case ResetCause::kPower:
      return "switched on";
    case ResetCause::kWatchdog:
      return "restarted by its watchdog";
    case ResetCause::kSoftware:
      return "restarted by its program";
    case ResetCause::kOther:
      return "started";
  }
  return "started";
}

void check_limits(const BoardIdentity& board, const RunConfig& config, BoardCheck& check) {
  const RobotParameters& robot = config.controller.robot;
  for (std::size_t i = 0; i < robot.joint_limits.size(); ++i) {
    const JointLimits& own = robot.joint_limits[i];
    const ServoLimits& boards = board.limits[i];
    if (own.min < boards.min_angle - kRounding || own.max > boards.max_angle + kRounding) {
      check.errors.push_back(fmt::format(
          "joint {}: the board allows {:.1f} to {:.1f} deg, but the robot's file {:.1f} to {:.1f}; "
          "narrow joints[{}] in the robot's file, or give the board the robot's limits",
          i + 1, rad_to_deg(boards.min_angle), rad_to_deg(boards.max_angle), rad_to_deg(own.min),
          rad_to_deg(own.max), i));
    }
    const double rate = config.controller.max_joint_rate;
    if (rate > boards.max_rate + kRounding) {
      check.errors.push_back(fmt::format(
          "joint {}: the board allows {:.1f} deg/s, but control.max_joint_rate_deg_s is {:.1f}; lower it",
          i + 1, rad_to_deg(boards.max_rate), rad_to_deg(rate)));
    }
  }
}

void check_parameters(const BoardIdentity& board, const RunConfig& config, BoardCheck& check) {
  const ff_servo_parameters expected = tune_servo(config.controller.robot, config.sim.drives);
  if (board.parameters_hash == ff_hash_servo_parameters(&expected)) return;
  const std::string text =
      "the board's servo parameters are not those that this testbed gives (robot's masses and limits, "
      "simulation.drives); make them with `freefloat board-parameters TESTBED.yaml` and build the board anew";
  auto& list = config.hardware.plant ? check.errors : check.warnings;
  list.push_back(text);
}

}  // namespace

std::optional<BoardIdentity> await_identity(JointLink& link, Clock& clock) {
  constexpr Duration kPatience = std::chrono::seconds(2);
  const Time deadline = clock.now() + kPatience;
  for (;;) {
    link.poll(clock.now());
    auto identity = link.identity();
    if (identity || clock.now() >= deadline) return identity;
    // Not by the run's clock: sleeping on that begins the run.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

BoardCheck check_board(const BoardIdentity& board, const RunConfig& config) {
  BoardCheck check;
  const int joint_count = config.controller.robot.joint_count();
  if (board.protocol_version != FF_PROTOCOL_VERSION || board.definition_hash != FF_PROTOCOL_HASH) {
    check.errors.push_back(
        fmt::format("the board speaks protocol version {} (definition {:08x}), this program {} ({:08x}); "
                    "build the board's "
                    "firmware from the same source as this program",
                    board.protocol_version, board.definition_hash, static_cast<int>(FF_PROTOCOL_VERSION),
                    FF_PROTOCOL_HASH));
    return check;  // what else it says may mean something else
  }
  if (board.joint_count != joint_count) {
    check.errors.push_back(fmt::format(
        "the board is built for {} joints, but {} has {}; name the right robot in the testbed, or "
        "build the board for it",
        board.joint_count, config.controller.robot.name, joint_count));
    return check;
  }
  check_limits(board, config, check);
  check_parameters(board, config, check);
  return check;
}

std::string describe_board(const BoardIdentity& board) {
  return fmt::format("{}, firmware {}, {} joints, {} {:.0f} s ago", board.board_name(), board.firmware_id(),
                     board.joint_count, name_cause(board.reset_cause), to_seconds(board.uptime));
}

}  // namespace freefloat
