#include "hal/emulated_servos/emulated_dynamixel_bus.h"

#include <algorithm>

namespace freefloat {
namespace {

constexpr std::size_t kAddressSize = 4;  // address and length of a request

}  // namespace

EmulatedDynamixelBus::EmulatedDynamixelBus(const SimConfig& sim, const RobotParameters& robot,
                                           const DynamixelModel& model, const std::vector<ServoJoint>& joints,
                                           const std::optional<ServoGripper>& gripper, int baud_rate)
    : EmulatedActuators(sim, robot, joints, gripper, 1.0),
      step_(sim.step),
      wire_(sim.link, baud_rate, sim.seed) {
  for (const ServoJoint& joint : joints) servos_.emplace_back(model, static_cast<std::uint8_t>(joint.id));
  if (gripper) servos_.emplace_back(model, static_cast<std::uint8_t>(gripper->id));
}

void EmulatedDynamixelBus::complain(std::size_t joint, SimFault fault) {
  constexpr std::uint8_t kVoltage = 1u << 0;
  constexpr std::uint8_t kTooHot = 1u << 2;
  constexpr std::uint8_t kOverload = 1u << 5;
  servos_[joint].fail(fault == SimFault::kServoOverheated   ? kTooHot
                      : fault == SimFault::kServoOverloaded ? kOverload
                                                            : kVoltage);
}

std::optional<double> EmulatedDynamixelBus::step_joint(std::size_t joint, double angle, double rate,
                                                       Time now) {
  EmulatedDynamixel& servo = servos_[joint];
  servo.tick(angle, rate, step_, now);
  const bool drives = servo.has_torque() && servo.is_alive(now);
  return drives ? std::optional(servo.followed_velocity()) : std::nullopt;
}

std::optional<double> EmulatedDynamixelBus::jaw_goal() {
  const EmulatedDynamixel& servo = servos_.back();
  return servo.has_torque() ? std::optional(servo.goal_position()) : std::nullopt;
}

void EmulatedDynamixelBus::step_jaws(double angle, double rate, Time now) {
  servos_.back().set_moving(rate != 0.0);
  servos_.back().tick(angle, 0.0, step_, now);
}

void EmulatedDynamixelBus::serve(Time now, const std::vector<ScheduledFault>* faults) {
  wire_.collect(now, faults);
  Time arrival;
  while (const auto bytes = wire_.take(now, arrival)) {
    parser_.add(*bytes);
    while (const auto packet = parser_.take()) {
      for (EmulatedDynamixel& servo : servos_) servo.hear(arrival);
      handle(*packet, arrival);
    }
  }
  wire_.deliver(now, faults);
}

void EmulatedDynamixelBus::answer(std::uint8_t id, std::uint8_t error, std::span<const std::uint8_t> bytes,
                                  Duration delay, Time now) {
  const auto next =
      std::find_if(servos_.begin(), servos_.end(), [id](const auto& servo) { return servo.id() == id; });
  const std::size_t servo = next - servos_.begin();
  const Defect defect = servo < joints().size() ? this->defect(servo) : Defect();
  DynamixelPacket packet{.id = id, .instruction = DynamixelInstruction::kStatus, .error = error};
  if (defect.other_id) packet.id = servos_[(servo + 1) % servos_.size()].id();
  for (const std::uint8_t byte : bytes) packet.add(byte);
  DynamixelBytes whole;
  whole.add(packet);
  std::vector<std::uint8_t> sent(whole.get().begin(), whole.get().end());
  if (defect.damages_answers) sent.back() ^= 0x55;  // of its check
  wire_.answer(sent, now + delay);
}

void EmulatedDynamixelBus::answer_read(const EmulatedDynamixel& servo, std::uint16_t address,
                                       std::size_t size, Time now) {
  std::array<std::uint8_t, kMostDynamixelBytes / 2> bytes{};
  size = std::min(size, bytes.size());
  const std::uint8_t error = servo.read(address, std::span(bytes).first(size));
  if (servo.answers_reads())
    answer(servo.id(), error, std::span(bytes).first(error == 0 ? size : 0), servo.return_delay(), now);
}

void EmulatedDynamixelBus::handle_sync_write(const DynamixelPacket& packet) {
  const auto address = static_cast<std::uint16_t>(read_number(packet.parameters(), 2));
  const std::size_t size = read_number(packet.parameters().subspan(2), 2);
  for (std::size_t at = kAddressSize; size > 0 && at + 1 + size <= packet.size; at += 1 + size) {
    for (EmulatedDynamixel& servo : servos_) {
      if (servo.id() == packet.bytes[at]) servo.write(address, packet.parameters().subspan(at + 1, size));
    }
  }
}

void EmulatedDynamixelBus::handle_sync_read(const DynamixelPacket& packet, Time now) {
  const auto address = static_cast<std::uint16_t>(read_number(packet.parameters(), 2));
  const std::size_t size = read_number(packet.parameters().subspan(2), 2);
  for (std::size_t at = kAddressSize; at < packet.size; ++at) {
    for (const EmulatedDynamixel& servo : servos_) {
      if (servo.id() == packet.bytes[at] && servo.is_alive(now)) answer_read(servo, address, size, now);
    }
  }
}

void EmulatedDynamixelBus::handle_single(EmulatedDynamixel& servo, const DynamixelPacket& packet, Time now) {
  const auto address = static_cast<std::uint16_t>(packet.size >= 2 ? read_number(packet.parameters(), 2) : 0);
  if (packet.instruction == DynamixelInstruction::kPing) {
    std::array<std::uint8_t, 3> who{};
    servo.read(kModelNumber.address, std::span(who).first(2));
    servo.read(kFirmwareVersion.address, std::span(who).subspan(2, 1));
    answer(servo.id(), 0, who, servo.return_delay(), now);
  } else if (packet.instruction == DynamixelInstruction::kRead && packet.size == kAddressSize) {
    answer_read(servo, address, read_number(packet.parameters().subspan(2), 2), now);
  } else if (packet.instruction == DynamixelInstruction::kWrite && packet.size > 2) {
    const bool answers = servo.answers_writes();
    const std::uint8_t error = servo.write(address, packet.parameters().subspan(2));
    if (answers) answer(servo.id(), error, {}, servo.return_delay(), now);
  } else if (packet.instruction == DynamixelInstruction::kReboot) {
    if (servo.answers_writes()) answer(servo.id(), 0, {}, servo.return_delay(), now);
    servo.reboot(now);
  }
}

void EmulatedDynamixelBus::handle(const DynamixelPacket& packet, Time now) {
  if (packet.id == kDynamixelBroadcast) {
    if (packet.size < kAddressSize) return;
    if (packet.instruction == DynamixelInstruction::kSyncWrite) handle_sync_write(packet);
    if (packet.instruction == DynamixelInstruction::kSyncRead) handle_sync_read(packet, now);
    return;
  }
  for (EmulatedDynamixel& servo : servos_) {
    if (servo.id() == packet.id && servo.is_alive(now)) handle_single(servo, packet, now);
  }
}

}  // namespace freefloat
