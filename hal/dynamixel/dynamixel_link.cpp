#include "hal/dynamixel/dynamixel_link.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "hal/hal_error.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr std::size_t kServoReadSize = 512;
constexpr int kServoReadsPerPoll = 16;                       // a line that never stops must not hold the loop
constexpr Duration kEarly = std::chrono::microseconds(500);  // a mean delay may be less now and then
constexpr double kJawTolerance = 0.05;                       // rad

struct HardwareErrorRow {
  std::uint8_t bit;
  std::uint16_t fault;
  const char* words;
};

// Hardware Error Status of the e-manual. Each means what the board's own fault would: a sensor that cannot be
// believed, or a motor that must not be driven.
constexpr std::array kHardwareErrors{
    HardwareErrorRow{1u << 0, FF_FAULT_TRACKING, "input voltage out of its limits"},
    HardwareErrorRow{1u << 1, FF_FAULT_TACHO_RANGE, "motor's hall sensor fails"},
    HardwareErrorRow{1u << 2, FF_FAULT_OVERCURRENT, "too hot"},
    HardwareErrorRow{1u << 3, FF_FAULT_POT_RANGE, "encoder fails"},
    HardwareErrorRow{1u << 4, FF_FAULT_OVERCURRENT, "electrical shock, or not enough power"},
    HardwareErrorRow{1u << 5, FF_FAULT_OVERCURRENT, "overloaded"},
};

Time steady_now() {
  return Time{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch())};
}

}  // namespace

std::uint16_t to_board_faults(std::uint8_t hardware_error) {
  unsigned faults = 0;
  for (const HardwareErrorRow& row : kHardwareErrors) {
    if ((hardware_error & row.bit) != 0) faults |= row.fault;
  }
  return static_cast<std::uint16_t>(faults);
}

std::string describe_hardware_error(std::uint8_t hardware_error) {
  std::string text;
  for (const HardwareErrorRow& row : kHardwareErrors) {
    if ((hardware_error & row.bit) != 0) text += (text.empty() ? "" : ", ") + std::string(row.words);
  }
  return text;
}

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
  std::string text = "Dynamixel bus, " + std::to_string(baud_rate_) + " bit/s";
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    text += ", " + roles_[i].name + ": " + std::string(model(i).name) + " with ID " +
            std::to_string(roles_[i].id) + ", firmware " + std::to_string(setup_.found()[i].firmware);
  }
  return text + ", bus watchdog " + std::to_string(20 * roles_.front().watchdog) + " ms";
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

JointVector DynamixelLink::angles() const {
  JointVector angles(static_cast<Eigen::Index>(joint_count()));
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const double shaft = blocks_[i].position * kTurn / model(i).pulses_per_turn;
    angles[static_cast<Eigen::Index>(i)] = config_.joints[i].to_joint_angle(shaft);
  }
  return angles;
}

void DynamixelLink::start_over() {
  const std::uint64_t reopenings = port_.reopenings();
  if (reopenings != seen_reopenings_) {
    seen_reopenings_ = reopenings;
    parser_.start_over();
  }
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
  const bool any_on = report().any_energised;
  DynamixelPacket packet;
  packet.id = kDynamixelBroadcast;
  packet.instruction = DynamixelInstruction::kSyncWrite;
  const bool torque_differs = energy ? !report().energised : any_on;
  const JointVector rates = gate_.rates();
  if (torque_differs) {
    packet.add_number(series.torque_enable.address, 2);
    packet.add_number(series.torque_enable.size, 2);
    for (std::size_t i = 0; i < joint_count(); ++i) {
      packet.add(roles_[i].id);
      packet.add(energy ? 1 : 0);
    }
  } else if (energy) {
    packet.add_number(series.goal_velocity.address, 2);
    packet.add_number(series.goal_velocity.size, 2);
    for (std::size_t i = 0; i < joint_count(); ++i) {
      const double rate = config_.joints[i].to_shaft_rate(rates[static_cast<Eigen::Index>(i)]);
      const double units = rounding_[i].round(rate / model(i).velocity_unit);
      packet.add(roles_[i].id);
      packet.add_number(static_cast<std::uint32_t>(static_cast<std::int32_t>(units)), 4);
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
  DynamixelPacket packet;
  packet.id = roles_[servo].id;
  packet.instruction = DynamixelInstruction::kWrite;
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
    packet.add_number(static_cast<std::uint32_t>(static_cast<std::int32_t>(
                          std::lround(angle / kTurn * model(servo).pulses_per_turn))),
                      4);
  }
  request_.add(packet);
}

void DynamixelLink::put_sync_read() {
  DynamixelPacket packet;
  packet.id = kDynamixelBroadcast;
  packet.instruction = DynamixelInstruction::kSyncRead;
  packet.add_number(model(0).series->indirect_data, 2);
  packet.add_number(DynamixelBlock::kSize, 2);
  for (const DynamixelRole& role : roles_) packet.add(role.id);
  request_.add(packet);
}

void DynamixelLink::transmit(Time now) {
  // What came before and made no packet is out of date, unless answers are still under way.
  const Exchange& before = exchanges_[sequence_ % exchanges_.size()];
  if (now >= before.answered_at) parser_.start_over();
  const auto bytes = request_.get();
  // A request behind one that still waits would be late, and its answers would meet the next request.
  const bool room = port_.get().unsent_bytes() == 0;
  const auto taken = room ? port_.get().write(bytes) : std::optional<std::size_t>(0);
  if (!taken) port_.notice_loss();
  ++health_.sent;
  if (taken && *taken < bytes.size()) ++health_.dropped;
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
  for (int i = 0; i < kServoReadsPerPoll && port_.is_open(); ++i) {
    const auto count = port_.get().read(bytes);
    if (!count) port_.notice_loss();
    if (!count || *count == 0) return;
    health_.received_bytes += *count;
    health_.newest_byte = now;
    parser_.add({bytes.data(), *count});
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

/// @return The newest exchange whose answers can be there: on a line with a long delay several are under way.
const DynamixelLink::Exchange& DynamixelLink::find_exchange(Time now) {
  while (answered_ < sequence_ && exchanges_[(answered_ + 1) % exchanges_.size()].answered_at <= now + kEarly)
    ++answered_;
  return exchanges_[answered_ % exchanges_.size()];
}

ServoReport DynamixelLink::report() const {
  ServoReport report;
  if (!heard_since_setup_) return report;
  report.energised = true;
  for (std::size_t i = 0; i < joint_count(); ++i) {
    const DynamixelBlock& block = blocks_[i];
    report.energised = report.energised && block.torque;
    report.any_energised = report.any_energised || block.torque;
    report.timed_out = report.timed_out || block.watchdog == DynamixelBlock::kTripped;
    report.restarted = report.restarted ||
                       (block.watchdog != DynamixelBlock::kTripped && block.watchdog != roles_[i].watchdog);
    const std::uint16_t faults = to_board_faults(block.hardware_error);
    if (faults != 0)
      report.faults = static_cast<std::uint16_t>(report.faults | faults | (1u << (FF_FAULT_JOINT_SHIFT + i)));
  }
  return report;
}

GripperState DynamixelLink::gripper_state() const {
  if (!config_.gripper) return GripperState::kOpen;
  const std::size_t servo = joint_count();
  if (!gripper_told_ || !stated_gripper_) return GripperState::kOpen;
  const double angle = blocks_[servo].position * kTurn / model(servo).pulses_per_turn;
  if (std::abs(angle - config_.gripper->closed) < kJawTolerance) return GripperState::kEmpty;
  const bool begun = std::abs(angle - config_.gripper->open) > kJawTolerance;
  return begun && !blocks_[servo].moving ? GripperState::kHolding : GripperState::kClosing;
}

void DynamixelLink::accept_all(Time now) {
  answers_ = 0;
  blocks_ = fresh_;
  heard_since_setup_ = true;
  const std::uint32_t last = answered_;
  const Exchange& exchange = find_exchange(now);
  if (answered_ > last) health_.lost += answered_ - last - 1;
  const Duration silence = now - health_.newest_status;
  if (health_.received > 0 && silence > health_.longest_gap) {
    health_.longest_gap = silence;
    health_.gap_end = now;
  }
  ++health_.received;
  health_.newest_status = now;
  health_.obeyed_until = now;
  health_.round_trip = now - exchange.sent_at;
  health_.shortest_round_trip =
      health_.received == 1 ? health_.round_trip : std::min(health_.shortest_round_trip, health_.round_trip);
  health_.mean_round_trip +=
      (health_.round_trip - health_.mean_round_trip) / static_cast<std::int64_t>(health_.received);
  JointFeedback feedback;
  feedback.sample_time = std::min(exchange.read_at, now);
  feedback.angles = angles();
  feedback.rates.resize(feedback.angles.size());
  for (std::size_t i = 0; i < joint_count(); ++i) {
    feedback.rates[static_cast<Eigen::Index>(i)] =
        config_.joints[i].to_joint_rate(blocks_[i].velocity * model(i).velocity_unit);
  }
  gate_.report(report(), feedback.angles, now);
  feedback.board_state = gate_.state();
  feedback.board_faults = gate_.faults();
  feedback.gripper = gripper_state();
  feedback.accepted_sequence = answered_;
  feedback.accepted_age = now - exchange.sent_at;
  feedback.clamp_flags = gate_.take_clamps();
  newest_ = feedback;
}

std::optional<JointFeedback> DynamixelLink::poll(Time now) {
  receive(now);
  std::optional<JointFeedback> newest;
  newest.swap(newest_);
  return newest;
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
