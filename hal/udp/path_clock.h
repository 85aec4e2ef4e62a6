#pragma once

#include "hal/device_time.h"

namespace freefloat {

/// The four stamps of one question and its answer.
struct ClockExchange {
  Time asked{};     ///< question sent, our clock
  Time heard{};     ///< question arrived, their clock
  Time answered{};  ///< answer sent, their clock
  Time returned{};  ///< answer arrived, our clock
};

/// Puts the times of another computer's clock on ours.
///
/// What they send arrives late, so `returned - answered` is never less than the difference of the clocks;
/// what we send does as well, so `asked - heard` is never more. The edge of each, followed with its drift
/// over a minute by `DeviceTime`, bounds the difference from above and from below; the middle is the estimate
/// (half the sum of the four stamps' differences, RFC 5905 section 8, of the quickest messages), and half the
/// width is the most by which it can be wrong, where the way there is quicker than the way back.
class PathClock {
 public:
  /// Forgets all: another tracker, or the same one anew.
  void restart();

  void learn(const ClockExchange& exchange);

  /// Also a message that nobody asked for tells something: the difference is not larger.
  void learn_one_way(Time sent, Time arrived);

  /// @return Whether one exchange has come back.
  bool is_known() const { return out_.is_known() && back_.is_known(); }

  /// @param theirs On their clock. @return The same moment on ours; only when `is_known`.
  Time to_ours(Time theirs) const;

  /// @return Whether both bounds tell the same difference: not for a moment after a clock was set.
  bool agrees(Time theirs) const;

  /// @return The most by which `to_ours` is wrong at that time, where no way is ever quicker than its
  /// quickest message of late.
  Duration bound(Time theirs) const;

  /// @return Standard deviation of `to_ours`: between the bounds, one time is as likely as another.
  double sigma(Time theirs) const;  // s

  /// @return By how much their clock is fast, 1.
  double drift() const { return back_.drift(); }

  /// @return How often one of the clocks was set.
  std::uint64_t steps() const { return back_.steps(); }

 private:
  Time latest(Time theirs) const;
  Time earliest(Time theirs) const;

  DeviceTime back_;  // theirs to ours, late by the quickest way here
  DeviceTime out_;   // ours to theirs, late by the quickest way there
};

}  // namespace freefloat
