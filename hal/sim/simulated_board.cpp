#include "hal/sim/simulated_board.h"

#include <algorithm>
#include <stdexcept>

#include "hal/board_identity.h"

namespace freefloat {
namespace {

constexpr double kFullDuty = FF_FULL_DUTY;

}  // namespace

SimulatedBoard::SimulatedBoard(const ff_servo_parameters& parameters, const std::optional<LinkKey>& key,
                               const std::array<std::uint8_t, FF_NONCE_SIZE>& entropy)
    : parameters_(parameters), key_(key), entropy_(entropy) {
  if (!ff_check_servo_parameters(&parameters_))
    throw std::invalid_argument("the servo refuses its parameters");
  reset();
}

void SimulatedBoard::reset() {
  ff_board_description description{};
  description.board_name = "simulated";
  description.reset_cause = FF_RESET_POWER;
  if (key_) {
    description.key = key_->data();
    description.entropy = entropy_.data();
  }
  ff_dispatch_start(&board_, &parameters_, ++starts_, &description);
}

void SimulatedBoard::receive(std::span<const std::uint8_t> bytes, Time now) {
  const std::uint64_t now_us = to_microseconds(now);
  for (const std::uint8_t byte : bytes) ff_dispatch_receive(&board_, byte, now_us);
}

BoardDrives SimulatedBoard::tick(const BoardSensors& sensors, Time now) {
  ff_servo_inputs inputs;
  std::copy(sensors.pot_counts.begin(), sensors.pot_counts.end(), inputs.pot_counts);
  std::copy(sensors.tacho_counts.begin(), sensors.tacho_counts.end(), inputs.tacho_counts);
  std::copy(sensors.current_counts.begin(), sensors.current_counts.end(), inputs.current_counts);
  inputs.gripper_contact = sensors.gripper_contact;
  ff_servo_outputs outputs;
  ff_dispatch_tick(&board_, &inputs, to_microseconds(now), &outputs);
  BoardDrives drives;
  drives.energised = outputs.energised;
  drives.close_gripper = outputs.close_gripper;
  for (std::size_t i = 0; i < drives.duties.size(); ++i) {
    drives.duties[i] = outputs.duties[i] / kFullDuty;
  }
  return drives;
}

std::span<const std::uint8_t> SimulatedBoard::take_status() {
  return {frame_.data(), ff_dispatch_take_status(&board_, frame_.data())};
}

std::span<const std::uint8_t> SimulatedBoard::take_identity() {
  return {identity_.data(), ff_dispatch_take_identity(&board_, identity_.data())};
}

}  // namespace freefloat
