#pragma once

#include <cstdint>
#include <optional>

#include "hal/clock_offset.h"
#include "types/time.h"

namespace freefloat {

/// Three times meet in hardware in the loop: the board's, by which the simulated robot moves; the world's,
/// which is the board's counted from the robot's start; and the run's on this PC. Stalls of this PC then do
/// not distort what the board feels.
///
/// A board that falls silent does not stop the world: after 5 ms it goes on with the time of this PC, with
/// the bridges as they were; after 250 ms, when a real board's watchdog has bitten, they are open.
class BoardTimeline {
 public:
  /// Starts anew: nothing is known of the board. @param world_now Time of the world. @param now Of the run.
  void start(Time world_now, Time now);

  /// The board says that a tick begins.
  /// @param boot_id Changes with every start of the board.
  /// @param tick Board time in ms.
  /// @param arrival When the frame that says so came, run time.
  /// @return World time at which this tick begins.
  Time begin_tick(std::uint32_t boot_id, std::uint32_t tick, Time world_now, Time arrival);

  /// @return World time that must have been reached by `now`, whatever the board does.
  Time reach_silently(Time now) const;

  /// @return The board has been silent for so long that its bridges must be open.
  bool is_dead(Time now) const { return now - last_arrival_ >= kDeadAfter; }

  /// @return Run time of an instant of the world.
  Time to_run_time(Time world_time) const;

  std::uint64_t boots() const { return boots_; }        ///< starts of the board that were seen
  std::uint64_t jumps() const { return jumps_; }        ///< times its clock did not fit this PC's
  std::uint64_t left_out() const { return left_out_; }  ///< ticks without a frame

 private:
  static constexpr Duration kSilentAfter = std::chrono::milliseconds(5);
  static constexpr Duration kDeadAfter = std::chrono::milliseconds(250);
  static constexpr Duration kLongestGap = std::chrono::seconds(1);
  static constexpr Duration kLargestLag = std::chrono::milliseconds(50);

  std::optional<std::uint32_t> boot_id_;
  std::uint32_t last_tick_ = 0;
  Duration base_{};      // world time of tick zero
  Time last_begin_{};    // world time of the newest tick
  Time last_arrival_{};  // run time of its frame
  ClockOffset offset_;   // run time less world time
  std::uint64_t boots_ = 0;
  std::optional<std::uint32_t> counted_boot_;  // newest one counted
  std::uint64_t jumps_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace freefloat
