#include "hal/emulated_servos/emulated_dynamixel_bus.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hal/sim/servo_tuning.h"

namespace freefloat {
namespace {

constexpr Duration kSetupStep = std::chrono::milliseconds(1);
constexpr double kJawTime = 0.3;         // s, from open to closed
constexpr std::size_t kAddressSize = 4;  // address and length of a request

std::vector<ServoMotor> make_motors(const SimConfig& sim, const RobotParameters& robot) {
  const ff_servo_parameters tuned = tune_servo(robot, sim.drives);
  std::vector<ServoMotor> motors;
  for (int i = 0; i < tuned.joint_count; ++i) motors.emplace_back(tuned.joints[i]);
  return motors;
}

}  // namespace

EmulatedDynamixelBus::EmulatedDynamixelBus(const SimConfig& sim, const RobotParameters& robot,
                                           const DynamixelModel& model, const std::vector<ServoJoint>& joints,
                                           const std::optional<ServoGripper>& gripper, int baud_rate)
    : sim_(sim),
      joints_(joints),
      defects_(joints.size()),
      gripper_(gripper),
      wire_(sim.link, baud_rate, sim.seed),
      motors_(make_motors(sim, robot)) {
  for (const ServoJoint& joint : joints) servos_.emplace_back(model, static_cast<std::uint8_t>(joint.id));
  if (gripper) {
    servos_.emplace_back(model, static_cast<std::uint8_t>(gripper->id));
    jaw_ = gripper->open;
  }
}

void EmulatedDynamixelBus::serve_alone() {
  const Time now = (alone_ += kSetupStep);
  serve(now, nullptr);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const double angle = sim_.start.joints[static_cast<Eigen::Index>(i)];
    servos_[i].tick({joints_[i].to_shaft_angle(angle), 0.0, 0.0}, kSetupStep, now);
  }
  tick_gripper(nullptr, now);
}

void EmulatedDynamixelBus::look_for_defects(const SimWorld& world, Time now) {
  constexpr std::uint8_t kVoltage = 1u << 0;
  constexpr std::uint8_t kTooHot = 1u << 2;
  constexpr std::uint8_t kOverload = 1u << 5;
  for (Defect& defect : defects_) {
    defect.damages_answers = defect.other_id = defect.encoder_stuck = false;
    defect.slipped = 0.0;
  }
  for (const ScheduledFault& fault : world.faults()) {
    if (!is_of_servo(fault.fault) || !is_active(fault, now)) continue;
    const auto i = static_cast<std::size_t>(fault.index);
    if (i >= joints_.size()) continue;
    EmulatedDynamixel& servo = servos_[i];
    Defect& defect = defects_[i];
    const FaultMode mode = failure_of(fault).mode;
    if (fault.fault == SimFault::kServoOverheated) servo.fail(kTooHot);
    if (fault.fault == SimFault::kServoOverloaded) servo.fail(kOverload);
    if (fault.fault == SimFault::kServoVoltage) servo.fail(kVoltage);
    if (fault.fault == SimFault::kServoReset && !std::exchange(defect.restarted, true)) servo.reboot(now);
    if (fault.fault == SimFault::kServoId) defect.other_id = true;
    if (fault.fault != SimFault::kServo) continue;
    if (mode == FaultMode::kOff) servo.reboot(now);  // starts once power is back
    if (mode == FaultMode::kGarbage) defect.damages_answers = true;
    if (mode == FaultMode::kStuck) defect.encoder_stuck = true;
    if (mode == FaultMode::kWrong) defect.slipped = fault.angle;
  }
}

/// The servo's own loop knows no other rate either: with an encoder that sticks, its motor runs away.
ShaftState EmulatedDynamixelBus::seen_by_encoder(std::size_t servo, ShaftState shaft) {
  Defect& defect = defects_[servo];
  shaft.angle += joints_[servo].to_shaft_rate(defect.slipped);
  if (!defect.encoder_stuck) {
    defect.stuck_at.reset();
    return shaft;
  }
  if (!defect.stuck_at) defect.stuck_at = shaft.angle;
  return {*defect.stuck_at, 0.0, shaft.current};
}

BoardDrives EmulatedDynamixelBus::tick(const SimWorld& world, Time now) {
  look_for_defects(world, now);
  serve(now, &world.faults());
  BoardDrives drives;
  const double step = to_seconds(sim_.step);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto j = static_cast<Eigen::Index>(i);
    const double true_rate = world.plant().joint_rates()[j];
    EmulatedDynamixel& servo = servos_[i];
    const ShaftState shaft = seen_by_encoder(
        i, {joints_[i].to_shaft_angle(world.plant().joints()[j]), joints_[i].to_shaft_rate(true_rate), 0.0});
    const double rate = defects_[i].encoder_stuck ? 0.0 : true_rate;
    servo.tick(shaft, sim_.step, now);
    if (!servo.has_torque() || !servo.is_alive(now)) {
      motors_[i].release();
      continue;
    }
    drives.energised = true;
    drives.duties[i] = motors_[i].drive(joints_[i].to_joint_rate(servo.followed_velocity()), rate, step);
  }
  drives.close_gripper = tick_gripper(&world, now);
  return drives;
}

/// @return Whether the jaws close.
bool EmulatedDynamixelBus::tick_gripper(const SimWorld* world, Time now) {
  if (!gripper_) return false;
  EmulatedDynamixel& servo = servos_.back();
  const double most = std::abs(gripper_->closed - gripper_->open) * to_seconds(kSetupStep) / kJawTime;
  double moved = 0.0;
  const double goal = servo.has_torque() ? servo.goal_position() : jaw_;
  const bool closes = std::abs(goal - gripper_->closed) < std::abs(goal - gripper_->open);
  const bool blocked = world != nullptr && world->gripper() == GripperState::kHolding && closes;
  if (!blocked) moved = std::clamp(goal - jaw_, -most, most);
  jaw_ += moved;
  servo.set_moving(moved != 0.0);
  servo.tick({jaw_, 0.0, 0.0}, kSetupStep, now);
  return servo.has_torque() && closes;
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
  Defect defect;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (servos_[i].id() == id) defect = defects_[i];
  }
  const auto next =
      std::find_if(servos_.begin(), servos_.end(), [id](const auto& servo) { return servo.id() == id; });
  DynamixelPacket packet;
  packet.id = !defect.other_id ? id : next + 1 < servos_.end() ? (next + 1)->id() : servos_.front().id();
  packet.instruction = DynamixelInstruction::kStatus;
  packet.error = error;
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
