#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hal/dynamixel/dynamixel_model.h"
#include "hal/dynamixel/dynamixel_packet.h"
#include "types/time.h"

namespace freefloat {

/// One servo as the e-manual describes it: its control table, who may write what and when, indirect
/// addresses, bus watchdog, hardware errors with shutdown, restart, profile of the goal velocity.
class EmulatedDynamixel {
 public:
  EmulatedDynamixel(const DynamixelModel& model, std::uint8_t id);

  std::uint8_t id() const { return id_; }

  /// Any instruction on the bus feeds the watchdog.
  void hear(Time now) { heard_ = now; }

  /// @return The error number of the answer; zero: done.
  std::uint8_t write(std::uint16_t address, std::span<const std::uint8_t> bytes);

  /// @param bytes Filled. @return As above.
  std::uint8_t read(std::uint16_t address, std::span<std::uint8_t> bytes) const;

  /// @return Whether it answers to what is not a read.
  bool answers_writes() const { return get(series_.status_return_level) == 2; }
  bool answers_reads() const { return get(series_.status_return_level) >= 1; }

  /// @return Time from a request to its answer, as set.
  Duration return_delay() const { return std::chrono::microseconds(2 * get(kReturnDelay)); }

  /// Restarts it: what is not kept without power is forgotten.
  void reboot(Time now);
  bool is_alive(Time now) const { return now >= alive_from_; }

  /// One step: watchdog, and what the table says of the shaft. @param angle rad. @param rate rad/s.
  void tick(double angle, double rate, Duration step, Time now);

  bool has_torque() const { return get(series_.torque_enable) != 0; }

  /// @return The velocity that its loop follows now, after profile and watchdog, rad/s.
  double followed_velocity() const { return followed_; }

  /// @return The position that it goes to, rad.
  double goal_position() const;
  void set_moving(bool moving) { set(series_.moving, moving ? 1 : 0); }

  /// A fault of the hardware; the torque goes off where `Shutdown` says so.
  void fail(std::uint8_t hardware_error);

  /// A defect: it shows this value there whatever it is told, as a firmware does that lacks the item.
  void stick(DynamixelItem item, std::uint32_t value) { stuck_.push_back({item, value}); }

  /// A defect: it answers nothing, as one at another baud rate or without power.
  void mute() { alive_from_ = Time::max(); }

  const DynamixelModel& model() const { return model_; }

 private:
  static constexpr std::size_t kTableSize = 1024;

  struct StuckItem {
    DynamixelItem item;
    std::uint32_t value;
  };

  std::uint32_t get(DynamixelItem item) const;
  void set(DynamixelItem item, std::uint32_t value);
  std::uint16_t resolve(std::uint16_t address) const;
  std::uint8_t check_write(std::uint16_t address, std::span<const std::uint8_t> bytes) const;
  void start();

  const DynamixelModel& model_;
  const DynamixelSeries& series_;
  std::uint8_t id_;
  std::array<std::uint8_t, kTableSize> table_{};
  std::vector<StuckItem> stuck_;
  Time heard_{};
  Time alive_from_ = Time::min();
  Time watched_{};  // when the watchdog looked last
  double followed_ = 0.0;
};

}  // namespace freefloat
