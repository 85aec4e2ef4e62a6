// How the link sets its ODrives up, before the loop.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "hal/hal_error.h"
#include "hal/odrive/odrive_link.h"

namespace freefloat {
namespace {

constexpr int kMostWaits = 60;  // ms, for an answer before the loop
constexpr std::uint32_t kFirstSetupTag = 100;
constexpr std::uint32_t kSetupTags = 800;  // below those of the loop

}  // namespace

// Between two tags, as in the loop: an answer that comes late is none to the question that was asked next.
std::string OdriveLink::ask(Board& board, const std::string& command,
                            const std::function<void()>& while_waiting) {
  constexpr int kMostTries = 3;
  for (int i = 0; i < kMostTries; ++i) {
    const std::uint32_t tag = kFirstSetupTag + board.setup_tag;
    board.setup_tag = (board.setup_tag + 2) % kSetupTags;
    const std::string line =
        odrive_line(odrive_tag(tag)) + odrive_line(command) + odrive_line(odrive_tag(tag + 1));
    if (!board.port.get().write({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()}))
      throw HalError("the ODrive's port is gone");
    std::optional<std::uint32_t> opened;
    std::vector<std::string> answers;
    for (int wait = 0; wait < kMostWaits; ++wait) {
      if (while_waiting) {
        while_waiting();
      } else {
        board.port.get().wait(std::chrono::milliseconds(1));
      }
      std::array<std::uint8_t, 256> bytes;
      while (const auto count = board.port.get().read(bytes)) {
        if (*count == 0) break;
        board.reader.add(std::span(bytes).first(*count));
      }
      while (const auto answer = board.reader.take()) {
        const auto said = read_odrive_tag(*answer);
        if (!said) {
          answers.push_back(*answer);
          continue;
        }
        if (opened == tag && said == tag + 1 && answers.size() == 1) return answers.front();
        opened = said;
        answers.clear();
      }
    }
  }
  throw HalError("the ODrive does not answer to `" + command +
                 "`: check its port, its firmware (0.5) and its baud rate");
}

void OdriveLink::ensure(Axis& axis, const std::string& property, double value,
                        const std::function<void()>& while_waiting) {
  constexpr int kMostWrites = 2;
  Board& board = *boards_[axis.board()];
  const std::string name = axis.prefix() + property;
  for (int writes = 0;; ++writes) {
    const std::string kept = ask(board, "r " + name, while_waiting);
    const auto number = read_odrive_number(kept);
    if (number && std::abs(*number - value) <= 1e-4 * std::max(1.0, std::abs(value))) return;
    if (writes < kMostWrites) {
      const std::string line = odrive_line("w " + name + " " + odrive_number(value));
      board.port.get().write({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()});
      continue;
    }
    throw HalError(fmt::format("{} (axis {}): {}: {}", axis.name, axis.number, name,
                               number ? "told " + odrive_number(value) + ", it keeps " + kept
                                      : "it says '" + kept + "'; is its firmware 0.5?"));
  }
}

/// An axis that is not calibrated does not enter closed-loop control, and says so with an error only when
/// somebody arms it.
void OdriveLink::require_calibrated(Axis& axis, const std::function<void()>& while_waiting) {
  struct Wanted {
    const char* property;
    const char* words;
    const char* remedy;
  };
  constexpr std::array<Wanted, 2> kWanted{{
      {"motor.is_calibrated", "its motor is not calibrated",
       "calibrate it in odrivetool (requested_state = 4: the motor beeps), then set "
       "motor.config.pre_calibrated"},
      {"encoder.is_ready", "its encoder is not ready: where the motor's poles are is not known",
       "calibrate it in odrivetool (requested_state = 7, or 6 for an encoder with an index: the motor "
       "turns), then set encoder.config.pre_calibrated, or config.startup_encoder_index_search"},
  }};
  for (const Wanted& wanted : kWanted) {
    const std::string name = axis.prefix() + wanted.property;
    const std::string said = ask(*boards_[axis.board()], "r " + name, while_waiting);
    const auto number = read_odrive_number(said);
    const std::string who = fmt::format("{} (axis {}): ", axis.name, axis.number);
    if (!number) throw HalError(who + name + ": it says '" + said + "'; is its firmware 0.5?");
    if (*number != 0.0) continue;
    throw HalError(fmt::format("{}{} ({} is 0), so it would not hold the joint; {}, and save_configuration()",
                               who, wanted.words, name, wanted.remedy));
  }
}

// Before the loop, so this waits. The watchdog begins to watch when the axis is armed.
void OdriveLink::set_up(const std::function<void()>& while_waiting) {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    Axis& axis = axes_[i];
    const bool jaws = i >= joint_count();
    require_calibrated(axis, while_waiting);
    ensure(axis, "config.enable_watchdog", 0, while_waiting);
    ensure(axis, "config.watchdog_timeout", to_seconds(config_.time_to_live), while_waiting);
    ensure(axis, "controller.config.control_mode", jaws ? 3 : 2, while_waiting);
    ensure(axis, "controller.config.input_mode", 1, while_waiting);
    const double current = jaws ? config_.gripper->max_current : config_.joints[i].max_current;
    if (current > 0.0) ensure(axis, "motor.config.current_lim", current, while_waiting);
    if (jaws) continue;
    const double rate = config_.limits[i].max_rate * config_.joints[i].gear_ratio / kShaftTurn;
    ensure(axis, "controller.config.vel_limit", rate, while_waiting);
  }
}

}  // namespace freefloat
