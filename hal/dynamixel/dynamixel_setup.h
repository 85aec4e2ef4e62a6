#pragma once

#include <array>
#include <string>
#include <vector>

#include "hal/dynamixel/dynamixel_model.h"
#include "hal/dynamixel/dynamixel_packet.h"
#include "hal/servos/servo_joint.h"
#include "types/time.h"

namespace freefloat {

/// The bytes that are read from every servo in every cycle, in this order, side by side behind its indirect
/// addresses.
struct DynamixelBlock {
  std::int32_t position = 0;  ///< pulses, over several turns
  std::int32_t velocity = 0;  ///< units of the model
  std::int16_t current = 0;   ///< units of the model
  std::uint8_t hardware_error = 0;
  bool moving = false;
  std::uint8_t watchdog = 0;  ///< as set, or `kTripped`
  bool torque = false;

  static constexpr std::size_t kSize = 14;
  static constexpr std::uint8_t kTripped = 0xFF;

  /// @param bytes kSize of them.
  static DynamixelBlock read(std::span<const std::uint8_t> bytes);

  /// @return The address that indirect byte `i` stands for.
  static std::uint16_t address_of(const DynamixelSeries& series, std::size_t i);
};

/// What one servo is told once, before it is used.
struct DynamixelRole {
  std::uint8_t id = 0;
  std::string name;  ///< for messages: "joint 1", "gripper"
  bool is_gripper = false;
  double max_rate = 0.0;          ///< of the shaft, rad/s; 0: as it is set
  double max_current = 0.0;       ///< A; 0: as it is set
  double max_acceleration = 0.0;  ///< of the shaft, rad/s^2; 0: none
  std::uint8_t watchdog = 0;      ///< times 20 ms; 0: none
};

/// What it said of itself.
struct DynamixelFound {
  const DynamixelModel* model = nullptr;
  int firmware = 0;
};

/// Sets servos up: asks who they are, writes what they shall keep where it is not so already (their memory
/// wears), reads it back and compares. Never waits: it says what to send, and takes what comes.
class DynamixelSetup {
 public:
  /// @param reboot Begin by restarting each servo that reports a hardware error: nothing else clears one.
  DynamixelSetup(std::vector<DynamixelRole> roles, bool reboot);

  /// @return Whether a request is to be sent now; then it is in `request`.
  bool advance(Time now, DynamixelBytes& request);

  void take(const DynamixelPacket& answer, Time now);

  bool is_done() const { return servo_ >= roles_.size(); }

  /// @return What speaks against going on, in words; empty: nothing.
  const std::string& problem() const { return problem_; }

  /// @return What each servo said, in the order of the roles.
  const std::vector<DynamixelFound>& found() const { return found_; }

 private:
  enum class Step : std::uint8_t { kPing, kErrorCheck, kReboot, kRead, kWrite, kReadBack };

  /// A value that a servo shall have.
  struct Wanted {
    const char* what = "";
    std::uint16_t address = 0;
    std::size_t size = 0;
    std::array<std::uint8_t, 2 * DynamixelBlock::kSize> bytes{};
    bool always = false;  ///< write it without looking
  };

  void begin_servo();
  void list_wanted();
  void want(const char* what, DynamixelItem item, std::uint32_t value, bool always = false);
  void want_block();
  void want_limits(const DynamixelRole& role);
  void next_wanted(Time now);
  void fail(const std::string& text);
  void put_request(DynamixelBytes& request) const;
  void take_value(const DynamixelPacket& answer, Time now);

  std::vector<DynamixelRole> roles_;
  bool reboot_;
  std::vector<DynamixelFound> found_;
  std::vector<Wanted> wanted_;
  std::size_t servo_ = 0;
  std::size_t item_ = 0;
  Step step_ = Step::kPing;
  int tries_ = 0;
  bool waiting_ = false;  // for an answer
  Time ready_{};          // not to send before
  Time deadline_{};       // of the answer
  std::string problem_;
};

/// @return After how long without an instruction no joint is faster than 5 deg/s: the watchdog counts whole
/// 20 ms, looks every 20 ms, and then brakes without a ramp.
Duration dynamixel_stop_bound(Duration time_to_live);

/// @return The servos of a configuration, joints first, in words and units of their own.
std::vector<DynamixelRole> make_dynamixel_roles(const ServoLinkConfig& config);

}  // namespace freefloat
