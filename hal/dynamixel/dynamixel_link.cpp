#include "hal/dynamixel/dynamixel_link.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "hal/dynamixel/dynamixel_errors.h"
#include "hal/hal_error.h"

namespace freefloat {
namespace {

constexpr std::size_t kServoReadSize = 512;
constexpr int kServoReadsPerPoll = 16;  // a line that never stops must not hold the loop

Time steady_now() {
  return Time{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch())};
}

}  // namespace

DynamixelLink::DynamixelLink(const DynamixelLinkConfig& config)
    : config_(config.servos),
      baud_rate_(config.port.baud_rate),
      port_(config.port),
      roles_(make_dynamixel_roles(config.servos)),
      setup_(roles_, false),
      gate_(config.servos.limits),
      rounding_(config.servos.joints.size()),
      fresh_(roles_.size()),
      blocks_(roles_.size()) {
  set_up(config.while_waiting);
  health_.own_joint_count = health_.board_joint_count = static_cast<int>(joint_count());
}

// Before the loop, so this waits.
void DynamixelLink::set_up(const std::function<void()>& while_waiting) {
  Time pretended{};  // emulated servos answer in a time of their own
  while (!setup_.is_done()) {
    const Time now = while_waiting ? (pretended += std::chrono::milliseconds(1)) : steady_now();
    if (setup_.advance(now, request_)) {
      parser_.start_over();
      if (!port_.get().write(request_.get())) throw HalError("the servos' port is gone");
    }
    if (!setup_.problem().empty()) throw HalError(setup_.problem());
    if (while_waiting) {
      while_waiting();
    } else {
      port_.get().wait(std::chrono::milliseconds(1));
    }
    receive(now);
  }
  health_ = LinkHealth{};
}

std::string DynamixelLink::describe() const {
  std::string text = fmt::format("Dynamixel bus, {} bit/s", baud_rate_);
  for (std::size_t i = 0; i < roles_.size(); ++i)
    text += fmt::format(", {}: {} with ID {}, firmware {}", roles_[i].name, model(i).name, roles_[i].id,
                        setup_.found()[i].firmware);
  return text + fmt::format(", bus watchdog {} ms", 20 * roles_.front().watchdog);
}

std::string DynamixelLink::describe_trouble() const {
  if (!setup_.problem().empty()) return setup_.problem();
  std::string text;
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const DynamixelBlock& block = blocks_[i];
    std::string words = describe_hardware_error(block.hardware_error);
    if (words.empty() && heard_since_setup_ && block.watchdog == DynamixelBlock::kTripped)
      words = "stopped by its bus watchdog";
    if (words.empty() && heard_since_setup_ && block.watchdog != roles_[i].watchdog)
      words = "was without power, and has forgotten what it was told";
    if (!words.empty()) text += (text.empty() ? "" : ", ") + roles_[i].name + "'s servo: " + words;
  }
  return text;
}

void DynamixelLink::start_over() {
  if (port_.came_back()) parser_.start_over();
  // What the servos have latched, and what they forgot without power, is put right when a person asks for it.
  if (!gate_.take_clear() || !setup_.is_done() || !heard_since_setup_) return;
  const ServoReport known = report();
  if (known.faults == 0 && !known.timed_out && !known.restarted) return;
  setup_ = DynamixelSetup(roles_, known.faults != 0);
  heard_since_setup_ = false;
}

void DynamixelLink::put_commands() {
  const DynamixelSeries& series = *model(0).series;
  const bool energy = gate_.wants_energy();
  const ServoReport known = report();
  DynamixelPacket packet{.id = kDynamixelBroadcast, .instruction = DynamixelInstruction::kSyncWrite};
  const JointVector rates = gate_.rates();
  if (energy ? !known.energised : known.any_energised) {
    packet.add_range(series.torque_enable.address, series.torque_enable.size);
    for (std::size_t i = 0; i < joint_count(); ++i) {
      packet.add(roles_[i].id);
      packet.add(energy ? 1 : 0);
    }
  } else if (energy) {
    packet.add_range(series.goal_velocity.address, series.goal_velocity.size);
    for (std::size_t i = 0; i < joint_count(); ++i) {
      const double rate = config_.joints[i].to_shaft_rate(rates[static_cast<Eigen::Index>(i)]);
      const double units = rounding_[i].round(rate / model(i).velocity_unit);
      packet.add(roles_[i].id);
      packet.add_number(to_signed_number(units), 4);
    }
  } else {
    return;
  }
  request_.add(packet);
}

// The jaws keep what they do when the joints are stopped: a stop drops nothing.
void DynamixelLink::put_gripper() {
  if (!config_.gripper || !gate_.wants_energy()) return;
  const std::size_t servo = joint_count();
  const DynamixelSeries& series = *model(servo).series;
  DynamixelPacket packet{.id = roles_[servo].id, .instruction = DynamixelInstruction::kWrite};
  if (!blocks_[servo].torque) {
    packet.add_number(series.torque_enable.address, 2);
    packet.add(1);
    gripper_told_ = false;
  } else {
    // Again in each cycle: nobody answers, so one that is lost would not be noticed.
    stated_gripper_ = gate_.wants_closed_gripper();
    gripper_told_ = true;
    const double angle = stated_gripper_ ? config_.gripper->closed : config_.gripper->open;
    packet.add_number(series.goal_position.address, 2);
    packet.add_number(to_signed_number(model(servo).to_pulses(angle)), 4);
  }
  request_.add(packet);
}

void DynamixelLink::put_sync_read() {
  DynamixelPacket packet{.id = kDynamixelBroadcast, .instruction = DynamixelInstruction::kSyncRead};
  packet.add_range(model(0).series->indirect_data, DynamixelBlock::kSize);
  for (const DynamixelRole& role : roles_) packet.add(role.id);
  request_.add(packet);
}

void DynamixelLink::transmit(Time now) {
  // What came before and made no packet is out of date, unless answers are still under way.
  const Exchange& before = exchanges_[sequence_ % exchanges_.size()];
  if (now >= before.answered_at) parser_.start_over();
  const auto bytes = request_.get();
  // Behind one that still waits its answers would meet the next request.
  if (port_.write_or_drop(bytes)) ++health_.dropped;
  ++health_.sent;
  reading_delay_ = config_.latency + wire_time(bytes.size(), baud_rate_);
}

void DynamixelLink::send(const JointCommand& command, Time now) {
  gate_.command(command, now);
  if (!port_.is_open()) {
    ++health_.unsent;
    return;
  }
  start_over();
  if (!setup_.is_done()) {
    if (setup_.advance(now, request_)) transmit(now);
    return;
  }
  request_.clear();
  put_commands();
  put_gripper();
  put_sync_read();
  transmit(now);
  constexpr std::size_t kAnswerSize = DynamixelBlock::kSize + 11;
  const Duration way_back = config_.latency + wire_time(kAnswerSize * roles_.size(), baud_rate_);
  exchanges_[++sequence_ % exchanges_.size()] = {now + reading_delay_, now + reading_delay_ + way_back, now};
}

void DynamixelLink::receive(Time now) {
  std::array<std::uint8_t, kServoReadSize> bytes;
  for (int i = 0; i < kServoReadsPerPoll; ++i) {
    const auto received = port_.read(bytes);
    if (received.empty()) return;
    health_.received_bytes += received.size();
    health_.newest_byte = now;
    parser_.add(received);
    while (const auto packet = parser_.take()) accept(*packet, now);
  }
}

void DynamixelLink::accept(const DynamixelPacket& packet, Time now) {
  if (!setup_.is_done()) return setup_.take(packet, now);
  if (sequence_ == 0 || packet.instruction != DynamixelInstruction::kStatus) return;
  if (packet.size != DynamixelBlock::kSize) return;
  // They answer in their order, so one that is not behind the last begins another exchange.
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    if (roles_[i].id != packet.id) continue;
    if (i + 1 == answers_) --answers_;  // the same servo again: the newer counts
    if (i < answers_) answers_ = 0;
    if (i > answers_) return;  // one is missing
    fresh_[i] = DynamixelBlock::read(packet.parameters());
    ++answers_;
  }
  if (answers_ == roles_.size()) accept_all(now);
}

std::optional<JointFeedback> DynamixelLink::poll(Time now) {
  receive(now);
  return std::exchange(newest_, std::nullopt);
}

void DynamixelLink::listen(Clock& clock, Time until) {
  for (Time now = clock.now(); port_.is_open() && answered_ < sequence_ && now < until; now = clock.now()) {
    if (port_.get().wait(until - now)) receive(clock.now());
  }
}

LinkHealth DynamixelLink::health() const {
  LinkHealth health = health_;
  health.connected = port_.is_open();
  health.reconnects = port_.reopenings();
  health.rejects.check = parser_.failed_checks();
  health.rejects.garbage = parser_.garbage();
  health.rejected = health.rejects.sum();
  return health;
}

}  // namespace freefloat
