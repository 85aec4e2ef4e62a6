#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "hal/joint_link.h"
#include "hal/odrive/odrive_line.h"
#include "hal/serial/lasting_port.h"
#include "hal/servos/servo_gate.h"

namespace freefloat {

struct OdriveLinkConfig {
  std::vector<SerialPortConfig> ports{};  ///< one a board; board i has the axes 2i and 2i + 1
  ServoLinkConfig servos{};
  std::function<void()> while_waiting = {};  ///< as of DynamixelLinkConfig
};

/// Motors behind ODrives (firmware 0.5) in velocity control, by their ASCII protocol with checks.
///
/// In each cycle every axis gets its velocity, which feeds its watchdog, and is asked for position and
/// velocity, errors, state and whether the watchdog watches. Sending and polling never wait, and belong to
/// one thread.
class OdriveLink final : public JointLink {
 public:
  /// @throws HalError as SerialPort does, and when an axis does not answer or does not take what it is told.
  explicit OdriveLink(const OdriveLinkConfig& config);

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  void listen(Clock& clock, Time until) override;
  LinkHealth health() const override;
  std::string describe() const override;
  std::string describe_trouble() const override;

 private:
  /// What an axis said last.
  struct AxisState {
    double position = 0.0;  // turns
    double velocity = 0.0;  // turns/s
    std::uint32_t error = 0;
    int state = 0;
    bool watched = false;
  };

  struct Axis {
    int number = 0;  // over all boards
    std::string name;
    AxisState said{};
    AxisState next{};  // until all answers of a cycle are there
    int answers = 0;   // of the newest request

    std::size_t board() const { return static_cast<std::size_t>(number / 2); }
    std::string prefix() const { return "axis" + std::to_string(number % 2) + "."; }
    std::string index() const { return std::to_string(number % 2); }
  };

  struct Board {
    explicit Board(const SerialPortConfig& config) : port(config) {}
    LastingPort port;
    OdriveReader reader;
    std::deque<std::size_t> expected;  // axes whose answers are still to come, one entry an answer
    std::string request;
  };

  void set_up(const std::function<void()>& while_waiting);
  std::string ask(Board& board, const std::string& command, const std::function<void()>& while_waiting);
  void ensure(Axis& axis, const std::string& property, double value,
              const std::function<void()>& while_waiting);
  void require_calibrated(Axis& axis, const std::function<void()>& while_waiting);
  void put_axis(Axis& axis, bool energy, double rate);
  void put_gripper(Axis& axis);
  void put_reads(std::size_t axis);
  void transmit(Time now);
  void receive(Time now);
  void accept(std::size_t axis, const std::string& line);
  void accept_all(Time now);
  bool is_complete() const;
  ServoReport report() const;
  GripperState gripper_state() const;
  std::size_t joint_count() const { return config_.joints.size(); }

  ServoLinkConfig config_;
  int baud_rate_;
  std::vector<std::unique_ptr<Board>> boards_;
  std::vector<Axis> axes_;  // joints, then the jaws
  ServoGate gate_;
  bool awaiting_ = false;
  bool heard_ = false;
  bool unplugged_ = false;
  bool closing_ = false;
  Time sent_at_{};
  Time answer_deadline_{};
  Duration reading_delay_{};
  std::uint32_t sequence_ = 0;
  std::optional<JointFeedback> newest_;
  LinkHealth health_;
};

/// @return After how long without a command no joint is faster than 5 deg/s: the watchdog lets go of the
/// motor, so the joint coasts until friction stops it.
Duration odrive_stop_bound(Duration time_to_live);

}  // namespace freefloat
