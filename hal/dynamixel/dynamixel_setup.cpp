#include "hal/dynamixel/dynamixel_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace freefloat {
namespace {

constexpr Duration kAnswerTime = std::chrono::milliseconds(40);  // an adapter may collect bytes for 16 ms
constexpr Duration kWriteTime = std::chrono::milliseconds(4);    // also for an answer that nobody asked for
constexpr Duration kRebootTime = std::chrono::milliseconds(600);
constexpr int kMostTries = 5;
constexpr Duration kWatchdogUnit = std::chrono::milliseconds(20);
constexpr int kLargestWatchdog = 127;

std::uint32_t to_units(double value, double unit, double least) {
  return static_cast<std::uint32_t>(std::max(std::ceil(value / unit), least));
}

}  // namespace

DynamixelBlock DynamixelBlock::read(std::span<const std::uint8_t> bytes) {
  DynamixelBlock block;
  block.position = static_cast<std::int32_t>(read_number(bytes, 4));
  block.velocity = static_cast<std::int32_t>(read_number(bytes.subspan(4), 4));
  block.current = static_cast<std::int16_t>(read_number(bytes.subspan(8), 2));
  block.hardware_error = bytes[10];
  block.moving = bytes[11] != 0;
  block.watchdog = bytes[12];
  block.torque = bytes[13] != 0;
  return block;
}

std::uint16_t DynamixelBlock::address_of(const DynamixelSeries& series, std::size_t i) {
  std::size_t first = 0;
  for (const DynamixelItem& item :
       {series.present_position, series.present_velocity, series.present_current, series.hardware_error,
        series.moving, series.bus_watchdog, series.torque_enable}) {
    if (i < first + item.size) return static_cast<std::uint16_t>(item.address + (i - first));
    first += item.size;
  }
  return 0;
}

namespace {

int count_watchdog_units(Duration time_to_live) {
  const auto units = static_cast<int>((time_to_live + kWatchdogUnit - Duration(1)) / kWatchdogUnit);
  return std::clamp(units, 1, kLargestWatchdog);
}

}  // namespace

Duration dynamixel_stop_bound(Duration time_to_live) {
  constexpr Duration kBrakingTime = std::chrono::milliseconds(80);
  return (count_watchdog_units(time_to_live) + 1) * kWatchdogUnit + kBrakingTime;
}

std::vector<DynamixelRole> make_dynamixel_roles(const ServoLinkConfig& config) {
  const int units = count_watchdog_units(config.time_to_live);
  std::vector<DynamixelRole> roles;
  for (std::size_t i = 0; i < config.joints.size(); ++i) {
    const ServoJoint& joint = config.joints[i];
    roles.push_back({.id = static_cast<std::uint8_t>(joint.id),
                     .name = "joint " + std::to_string(i + 1),
                     .max_rate = config.limits[i].max_rate * joint.gear_ratio,
                     .max_current = joint.max_current,
                     .max_acceleration = joint.max_acceleration * joint.gear_ratio,
                     .watchdog = static_cast<std::uint8_t>(units)});
  }
  if (config.gripper) {
    roles.push_back({.id = static_cast<std::uint8_t>(config.gripper->id),
                     .name = "gripper",
                     .is_gripper = true,
                     .max_current = config.gripper->max_current});
  }
  return roles;
}

DynamixelSetup::DynamixelSetup(std::vector<DynamixelRole> roles, bool reboot)
    : roles_(std::move(roles)), reboot_(reboot), found_(roles_.size()) {
  begin_servo();
}

void DynamixelSetup::begin_servo() {
  step_ = Step::kPing;
  tries_ = 0;
  waiting_ = false;
  wanted_.clear();
  item_ = 0;
}

void DynamixelSetup::fail(const std::string& text) {
  const DynamixelRole& role = roles_[servo_];
  const DynamixelModel* model = found_[servo_].model;
  problem_ = fmt::format("{} (servo {}{}{}): {}", role.name, role.id, model == nullptr ? "" : ", ",
                         model == nullptr ? "" : model->name, text);
}

void DynamixelSetup::want(const char* what, DynamixelItem item, std::uint32_t value, bool always) {
  Wanted wanted{.what = what, .address = item.address, .size = item.size, .always = always};
  for (std::size_t i = 0; i < item.size; ++i) wanted.bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
  wanted_.push_back(wanted);
}

void DynamixelSetup::want_block() {
  const DynamixelSeries& series = *found_[servo_].model->series;
  Wanted wanted{.what = "indirect addresses", .address = kIndirectAddress, .size = 2 * DynamixelBlock::kSize};
  for (std::size_t i = 0; i < DynamixelBlock::kSize; ++i) {
    const std::uint16_t address = DynamixelBlock::address_of(series, i);
    wanted.bytes[2 * i] = static_cast<std::uint8_t>(address);
    wanted.bytes[2 * i + 1] = static_cast<std::uint8_t>(address >> 8);
  }
  wanted_.push_back(wanted);
}

void DynamixelSetup::want_limits(const DynamixelRole& role) {
  const DynamixelModel& model = *found_[servo_].model;
  // The servo's own limit lies outside of that of whoever commands it, by less than one unit.
  if (role.max_rate > 0.0)
    want("velocity limit", kVelocityLimit, to_units(role.max_rate, model.velocity_unit, 1.0));
  if (role.max_current > 0.0 && model.current_unit > 0.0)
    want("current limit", kCurrentLimit, to_units(role.max_current, model.current_unit, 1.0));
}

// What is kept without power is written with the torque off alone, so that comes first.
void DynamixelSetup::list_wanted() {
  const DynamixelRole& role = roles_[servo_];
  const DynamixelModel& model = *found_[servo_].model;
  const DynamixelSeries& series = *model.series;
  wanted_.clear();
  item_ = 0;
  want("status return level", series.status_return_level, 1, true);
  want("torque enable", series.torque_enable, 0);
  want("bus watchdog", series.bus_watchdog, 0);
  want("return delay", kReturnDelay, 0);
  want("drive mode", kDriveMode, 0);
  want_limits(role);
  if (role.is_gripper) {
    const bool by_current = model.current_unit > 0.0 && series.name == "X";
    want("operating mode", kOperatingMode, by_current ? kCurrentBasedPositionMode : kPositionMode);
    if (by_current && role.max_current > 0.0)
      want("goal current", series.goal_current, to_units(role.max_current, model.current_unit, 1.0));
  } else {
    want("operating mode", kOperatingMode, kVelocityMode);
    const double acceleration = role.max_acceleration;
    want("profile acceleration", series.profile_acceleration,
         acceleration > 0.0 ? to_units(acceleration, series.acceleration_unit, 1.0) : 0u);
    want("goal velocity", series.goal_velocity, 0);
  }
  want_block();
  if (role.watchdog > 0) want("bus watchdog", series.bus_watchdog, role.watchdog);
}

void DynamixelSetup::next_wanted(Time now) {
  waiting_ = false;
  tries_ = 0;
  if (++item_ < wanted_.size()) {
    step_ = Step::kRead;
  } else {
    ++servo_;
    begin_servo();
  }
  ready_ = now;
}

void DynamixelSetup::put_request(DynamixelBytes& request) const {
  DynamixelPacket packet{.id = roles_[servo_].id};
  switch (step_) {
    case Step::kPing:
      break;
    case Step::kErrorCheck: {
      packet.instruction = DynamixelInstruction::kRead;
      const DynamixelItem item = found_[servo_].model->series->hardware_error;
      packet.add_range(item.address, item.size);
      break;
    }
    case Step::kReboot:
      packet.instruction = DynamixelInstruction::kReboot;
      break;
    case Step::kWrite:
      packet.instruction = DynamixelInstruction::kWrite;
      packet.add_number(wanted_[item_].address, 2);
      for (std::size_t i = 0; i < wanted_[item_].size; ++i) packet.add(wanted_[item_].bytes[i]);
      break;
    case Step::kRead:
    case Step::kReadBack:
      packet.instruction = DynamixelInstruction::kRead;
      packet.add_range(wanted_[item_].address, wanted_[item_].size);
      break;
  }
  request.add(packet);
}

bool DynamixelSetup::advance(Time now, DynamixelBytes& request) {
  request.clear();
  if (is_done() || !problem_.empty()) return false;
  if (waiting_) {
    if (now < deadline_) return false;
    waiting_ = false;
    if (++tries_ >= kMostTries) {
      fail("does not answer: check its ID, its power and the baud rate");
      return false;
    }
  }
  if (now < ready_) return false;
  if (step_ == Step::kRead && wanted_[item_].always) step_ = Step::kWrite;
  put_request(request);
  if (step_ == Step::kWrite) {
    // An answer to that may come or not; then it is read back.
    step_ = Step::kReadBack;
    ready_ = now + kWriteTime;
  } else if (step_ == Step::kReboot) {
    step_ = Step::kRead;
    ready_ = now + kRebootTime;
  } else {
    waiting_ = true;
    deadline_ = now + kAnswerTime;
  }
  return true;
}

void DynamixelSetup::take(const DynamixelPacket& answer, Time now) {
  const bool expected = !is_done() && waiting_ && answer.id == roles_[servo_].id &&
                        answer.instruction == DynamixelInstruction::kStatus;
  if (!expected) return;
  if (step_ == Step::kPing) {
    if (answer.size != 3) return;
    const auto number = static_cast<std::uint16_t>(read_number(answer.parameters(), 2));
    found_[servo_] = {find_dynamixel_model(number), answer.bytes[2]};
    waiting_ = false;
    if (found_[servo_].model == nullptr) {
      fail(fmt::format("is of model number {}, which is not known here", number));
    } else if (found_[servo_].model->series != found_[0].model->series) {
      fail(fmt::format("one bus may have servos of one series: the first is of series {}",
                       found_[0].model->series->name));
    } else {
      list_wanted();
      step_ = reboot_ ? Step::kErrorCheck : Step::kRead;
    }
  } else if (step_ == Step::kErrorCheck) {
    if (answer.size != 1) return;
    waiting_ = false;
    step_ = answer.bytes[0] == 0 ? Step::kRead : Step::kReboot;
  } else {
    take_value(answer, now);
  }
}

void DynamixelSetup::take_value(const DynamixelPacket& answer, Time now) {
  const Wanted& wanted = wanted_[item_];
  if (answer.size != wanted.size) return;
  waiting_ = false;
  if (std::equal(wanted.bytes.begin(), wanted.bytes.begin() + static_cast<std::ptrdiff_t>(wanted.size),
                 answer.bytes.begin())) {
    next_wanted(now);
  } else if (step_ == Step::kRead || ++tries_ < kMostTries) {
    step_ = Step::kWrite;
  } else {
    const int size = static_cast<int>(wanted.size);
    const std::string what = size > 4 ? "it does not take them"
                                      : fmt::format("told {}, it keeps {}", read_number(wanted.bytes, size),
                                                    read_number(answer.parameters(), size));
    fail(
        fmt::format("{}: {}; it is out of this model's range, firmware {} lacks it, or another program holds "
                    "the bus",
                    wanted.what, what, found_[servo_].firmware));
  }
}

}  // namespace freefloat
