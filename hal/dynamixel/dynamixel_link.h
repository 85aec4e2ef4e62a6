#pragma once

#include <functional>

#include "hal/dynamixel/dynamixel_setup.h"
#include "hal/joint_link.h"
#include "hal/serial/lasting_port.h"
#include "hal/servos/servo_gate.h"

namespace freefloat {

struct DynamixelLinkConfig {
  SerialPortConfig port{};
  ServoLinkConfig servos{};
  /// Called while the servos are asked who they are, before there is a loop: whoever emulates them answers in
  /// it, and else it sleeps. Empty: a real port.
  std::function<void()> while_waiting = {};
};

/// Servos of ROBOTIS's X and P series on one bus, in velocity mode, in place of a servo board of ours.
///
/// In each cycle one transmission goes out: a sync write of the goal velocities, which nobody answers, and a
/// sync read, which the servos answer one after the other with what stands behind their indirect addresses.
/// Sending and polling never wait, and belong to one thread. What a servo must do without this PC its bus
/// watchdog does; only the loop's own commands feed it.
class DynamixelLink final : public JointLink {
 public:
  /// Sets the servos up, which takes about a tenth of a second each.
  /// @throws HalError as SerialPort does, and when a servo does not answer or does not take what it is told.
  explicit DynamixelLink(const DynamixelLinkConfig& config);

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  void listen(Clock& clock, Time until) override;
  LinkHealth health() const override;
  std::string describe() const override;
  std::string describe_trouble() const override;

 private:
  /// A request and its answers.
  struct Exchange {
    Time read_at{};      // when the servos read their sensors
    Time answered_at{};  // when their answers are here at the soonest
    Time sent_at{};
  };

  void set_up(const std::function<void()>& while_waiting);
  void start_over();
  void transmit(Time now);
  void put_commands();
  void put_gripper();
  void put_sync_read();
  void receive(Time now);
  void accept(const DynamixelPacket& packet, Time now);
  void accept_all(Time now);
  const Exchange& find_exchange(Time now);
  ServoReport report() const;
  GripperState gripper_state() const;
  JointVector angles() const;
  std::size_t joint_count() const { return config_.joints.size(); }
  const DynamixelModel& model(std::size_t servo) const { return *setup_.found()[servo].model; }

  ServoLinkConfig config_;
  int baud_rate_;
  LastingPort port_;
  std::vector<DynamixelRole> roles_;
  DynamixelSetup setup_;
  ServoGate gate_;
  DynamixelParser parser_;
  DynamixelBytes request_;
  std::vector<CarriedRounding> rounding_;
  std::vector<DynamixelBlock> fresh_;   // of an exchange whose answers are not all there
  std::vector<DynamixelBlock> blocks_;  // of the newest that is whole
  std::size_t answers_ = 0;             // of the exchange whose answers come now
  bool heard_since_setup_ = false;      // all servos have answered
  Duration reading_delay_{};            // from sending to the servos' reading
  std::array<Exchange, 16> exchanges_{};
  bool stated_gripper_ = false;  // what the jaws' servo was told last
  bool gripper_told_ = false;
  std::uint32_t sequence_ = 0;  // of the newest exchange
  std::uint32_t answered_ = 0;  // and of the newest that can have been answered
  std::optional<JointFeedback> newest_;
  LinkHealth health_;
};

}  // namespace freefloat
