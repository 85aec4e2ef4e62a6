#pragma once

#include <array>
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
/// In each cycle every axis gets its velocity, which feeds its watchdog, and is asked for errors, position
/// and velocity, and in turn for its state, whether the watchdog watches and its time. The answers name
/// neither axis nor question, so each question stands between two tags, which the ODrive says back: an answer
/// counts when it came between the tags of its question, and alone. Its check has eight bits, so that one
/// damaged line in 256 passes: what would be bad news, or a place where the joint can't be yet, must be said
/// twice. On a slow path questions of several cycles are under way; what is lost or out of order costs
/// itself. Sending and polling never wait, and belong to one thread.
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
  static constexpr int kIdle = 1;        // states of an axis
  static constexpr int kClosedLoop = 8;  // control

  /// What an axis is asked: in each cycle its errors and its motion, and in turn its state and one of what it
  /// was told of its watchdog. Its motion last: by then it is known what it says of itself.
  enum class About : std::uint8_t { kError, kState, kWatchdog, kTimeout, kMotion };

  /// What an axis said last.
  struct AxisState {
    double position = 0.0;  // turns
    double velocity = 0.0;  // turns/s
    std::uint32_t error = 0;
    int state = 0;
    bool watched = false;
    bool forgot = false;                   // what it was told before the run: it was without power
    std::array<std::uint32_t, 5> asked{};  // the cycle that each of About was asked in; 0: not known
    std::array<std::string, 5> doubted{};  // what was said of each and must be said again to count
    Time position_at{};                    // when the position above was asked for,
    Time doubted_at{};                     // and the one that is doubted
  };

  struct Axis {
    int number = 0;  // over all boards
    std::string name;
    AxisState said{};
    std::uint32_t told = 0;  // the cycle in which it was last told its state
    bool ran = false;        // since the joints were energised: what stops by itself is not started again

    std::size_t board() const { return number / 2; }
    std::string prefix() const { return "axis" + std::to_string(number % 2) + "."; }
    std::string index() const { return std::to_string(number % 2); }
  };

  struct Question {
    std::size_t axis = 0;
    About about = About::kMotion;
  };

  /// Of a tag: which cycle's, and before which of the board's questions.
  struct Place {
    std::uint32_t cycle = 0;
    std::uint32_t number = 0;
  };

  struct Board {
    explicit Board(const SerialPortConfig& config) : port(config) {}
    LastingPort port;
    OdriveReader reader;
    std::array<std::vector<Question>, 4> questions;  // of cycles in turn, in their order
    std::string request;
    std::optional<Place> opened;  // the last tag that came
    std::string answer;           // and the last line behind it,
    int lines = 0;                // of so many; a damaged one counts for two
    std::uint64_t seen_damage = 0;
    std::uint32_t setup_tag = 0;
  };

  /// The questions of a cycle, and how the joints moved by their answers.
  struct Exchange {
    std::uint32_t cycle = 0;
    Time sent_at{};
    Time read_at{};
    std::vector<std::array<double, 2>> motions{};  // turns, turns/s, of each joint
    std::uint32_t heard = 0;                       // a bit for each
  };

  void set_up(const std::function<void()>& while_waiting);
  std::string ask(Board& board, const std::string& command, const std::function<void()>& while_waiting);
  void ensure(Axis& axis, const std::string& property, double value,
              const std::function<void()>& while_waiting);
  void require_calibrated(Axis& axis, const std::function<void()>& while_waiting);
  void put_axis(Axis& axis, bool energy, double rate);
  void put_gripper(Axis& axis);
  void tell_state(Axis& axis, bool energy);
  void put_questions(Board& board);
  void transmit(Time now);
  void receive(Time now);
  void take_line(Board& board, const std::string& line, Time now);
  Exchange* find_exchange(std::uint32_t cycle);
  void accept(const Question& question, std::uint32_t cycle, const std::string& answer, Time now);
  bool believe(std::size_t axis, About about, const std::string& answer, Time sent_at);
  bool is_told_time(const std::string& answer) const;
  bool can_move(std::size_t axis, double turns, Duration passed) const;
  void accept_motion(std::size_t axis, Exchange& exchange, const std::array<double, 2>& motion, Time now);
  void accept_all(const Exchange& exchange, Time now);
  bool are_states_known(std::uint32_t cycle) const;
  ServoReport report() const;
  GripperState gripper_state() const;
  std::size_t joint_count() const { return config_.joints.size(); }

  ServoLinkConfig config_;
  int baud_rate_;
  std::vector<std::unique_ptr<Board>> boards_;
  std::vector<Axis> axes_;  // joints, then the jaws
  ServoGate gate_;
  bool heard_ = false;
  bool unplugged_ = false;
  bool closing_ = false;
  std::array<Exchange, 32> exchanges_{};  // the newest, by their cycle
  std::uint32_t cycle_ = 0;               // of the newest questions; the first is 1
  std::uint32_t answered_ = 0;            // and of the newest that all joints have answered
  std::optional<JointFeedback> newest_;
  LinkHealth health_;
};

/// @return After how long without a command no joint is faster than 5 deg/s: the watchdog lets go of the
/// motor, so the joint coasts until friction stops it.
Duration odrive_stop_bound(Duration time_to_live);

}  // namespace freefloat
