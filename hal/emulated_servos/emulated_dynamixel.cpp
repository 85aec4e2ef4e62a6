#include "hal/emulated_servos/emulated_dynamixel.h"

#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr DynamixelItem kMovingThreshold{24, 4};
constexpr DynamixelItem kShutdown{63, 1};
constexpr std::uint8_t kTripped = 0xFF;
constexpr Duration kWatchdogUnit = std::chrono::milliseconds(20);
constexpr Duration kBootTime = std::chrono::milliseconds(400);

// Error numbers of the protocol.
constexpr std::uint8_t kRangeError = 4;
constexpr std::uint8_t kAccessError = 7;

constexpr std::size_t kIndirectBytes = 28;  // behind the first block of indirect addresses

}  // namespace

EmulatedDynamixel::EmulatedDynamixel(const DynamixelModel& model, std::uint8_t id)
    : model_(model), series_(*model.series), id_(id) {
  set(kModelNumber, model.number);
  set(kFirmwareVersion, 46);
  set(kIdNumber, id);
  set(kReturnDelay, 250);
  set(kOperatingMode, kPositionMode);
  set(kMovingThreshold, 10);
  set(kCurrentLimit, 1193);
  set(kVelocityLimit, series_.name == "X" ? 200 : 2900);
  set(kShutdown, 52);
  start();
}

// As after power came: what is kept in RAM has its first values.
void EmulatedDynamixel::start() {
  std::fill(table_.begin() + series_.first_ram, table_.end(), std::uint8_t{0});
  set(series_.status_return_level, 2);
  for (std::size_t i = 0; i < kIndirectBytes && series_.name == "X"; ++i)
    set({static_cast<std::uint16_t>(kIndirectAddress + 2 * i), 2},
        series_.indirect_data + static_cast<std::uint32_t>(i));
  followed_ = 0.0;
}

void EmulatedDynamixel::reboot(Time now) {
  start();
  alive_from_ = now + kBootTime;
}

std::uint32_t EmulatedDynamixel::get(DynamixelItem item) const {
  return read_number(std::span(table_).subspan(item.address), item.size);
}

void EmulatedDynamixel::set(DynamixelItem item, std::uint32_t value) {
  for (int i = 0; i < item.size; ++i) table_[item.address + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// @return Where a byte really stands: behind an indirect address, elsewhere.
std::uint16_t EmulatedDynamixel::resolve(std::uint16_t address) const {
  const bool indirect = address >= series_.indirect_data && address < series_.indirect_data + kIndirectBytes;
  if (!indirect) return address;
  const auto i = static_cast<std::uint16_t>(address - series_.indirect_data);
  const auto meant =
      static_cast<std::uint16_t>(get({static_cast<std::uint16_t>(kIndirectAddress + 2 * i), 2}));
  return meant < series_.first_ram || meant >= kTableSize ? address : meant;
}

std::uint8_t EmulatedDynamixel::check_write(std::uint16_t address,
                                            std::span<const std::uint8_t> bytes) const {
  if (address + bytes.size() > kTableSize || address < kIdNumber.address) return kAccessError;
  if (address < series_.first_ram && has_torque()) return kAccessError;  // kept without power
  const bool told = address == series_.hardware_error.address ||
                    (address >= series_.moving.address && address < series_.present_position.address + 4);
  if (told) return kAccessError;
  const bool goal = address >= series_.goal_current.address - 2 && address <= series_.goal_position.address;
  if (goal && get(series_.bus_watchdog) == kTripped) return kRangeError;
  if (address == series_.goal_velocity.address && bytes.size() == 4) {
    const auto limit = static_cast<std::int64_t>(get(kVelocityLimit));
    const auto wanted = static_cast<std::int32_t>(read_number(bytes, 4));
    if (std::abs(std::int64_t{wanted}) > limit) return kRangeError;
  }
  const std::uint32_t most = series_.name == "X" ? 1023 : 2920;
  if (address == kVelocityLimit.address && bytes.size() == 4 && read_number(bytes, 4) > most)
    return kRangeError;
  if (address == series_.bus_watchdog.address && bytes[0] > 127) return kRangeError;
  if (address == series_.torque_enable.address && bytes[0] > 1) return kRangeError;
  return 0;
}

std::uint8_t EmulatedDynamixel::write(std::uint16_t address, std::span<const std::uint8_t> bytes) {
  if (const std::uint8_t error = check_write(address, bytes); error != 0) return error;
  const bool shut_down = (get(series_.hardware_error) & get(kShutdown)) != 0;
  if (address == series_.torque_enable.address && bytes[0] != 0) {
    if (shut_down) return kAccessError;
    if (!has_torque()) {
      followed_ = 0.0;
      heard_ = std::max(heard_, watched_);
    }
  }
  for (std::size_t i = 0; i < bytes.size(); ++i)
    table_[resolve(static_cast<std::uint16_t>(address + i))] = bytes[i];
  return 0;
}

std::uint8_t EmulatedDynamixel::read(std::uint16_t address, std::span<std::uint8_t> bytes) const {
  if (address + bytes.size() > kTableSize) return kAccessError;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = table_[resolve(static_cast<std::uint16_t>(address + i))];
  for (const StuckItem& stuck : stuck_) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::size_t byte = address + i - stuck.item.address;  // wraps where it lies before the item
      if (byte < static_cast<std::size_t>(stuck.item.size))
        bytes[i] = static_cast<std::uint8_t>(stuck.value >> (8 * byte));
    }
  }
  return 0;
}

double EmulatedDynamixel::goal_position() const {
  return model_.to_angle(static_cast<std::int32_t>(get(series_.goal_position)));
}

void EmulatedDynamixel::fail(std::uint8_t hardware_error) {
  set(series_.hardware_error, get(series_.hardware_error) | hardware_error);
  if ((hardware_error & get(kShutdown)) != 0) set(series_.torque_enable, 0);
}

void EmulatedDynamixel::tick(double angle, double rate, Duration step, Time now) {
  set(series_.present_position, to_signed_number(model_.to_pulses(angle)));
  set(series_.present_velocity, to_signed_number(rate / model_.velocity_unit));
  if (get(kOperatingMode) != kVelocityMode) return;
  set_moving(std::abs(rate) > get(kMovingThreshold) * model_.velocity_unit);
  // It looks at the clock every 20 ms, so it stops up to 20 ms late.
  if (now - watched_ >= kWatchdogUnit) {
    watched_ = now;
    const std::uint32_t units = get(series_.bus_watchdog);
    if (has_torque() && units >= 1 && units <= 127 && now - heard_ > units * kWatchdogUnit) {
      set(series_.bus_watchdog, kTripped);
      set(series_.goal_velocity, 0);
      set(series_.profile_acceleration, 0);
    }
  }
  if (!has_torque()) {
    followed_ = 0.0;
    return;
  }
  const double goal = static_cast<std::int32_t>(get(series_.goal_velocity)) * model_.velocity_unit;
  const double acceleration = get(series_.profile_acceleration) * series_.acceleration_unit;
  const double most = acceleration > 0.0 ? acceleration * to_seconds(step) : std::abs(goal - followed_);
  followed_ += std::clamp(goal - followed_, -most, most);
}

}  // namespace freefloat
