#pragma once

#include "estimation/newest.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// Rates that the joints' drives were told, and those at which this found them.
struct CommandedRates {
  Time from{};         ///< they take effect, and are held until the next do
  JointVector before;  ///< reference of the drives at that time, rad/s
  JointVector rates;   ///< rad/s
};

/// What the joints' drives were told, in rising order of time. Their reference goes from one commanded rate
/// to the next with the drives' acceleration: what the joints do between two readings of their sensors. The
/// oldest is forgotten when a new one does not fit.
class CommandHistory : public Newest<CommandedRates, 32> {
 public:
  CommandHistory() = default;  // filled by `push` alone

  /// Ignores what does not take effect after the newest.
  /// @param from When it takes effect. @param rates rad/s. @param acceleration Of the drives, rad/s^2,
  /// positive.
  void push(Time from, const JointVector& rates, double acceleration);

  /// @param time Any; before the oldest command the drives are taken to have stayed where it found them.
  /// @param acceleration As above. @return Reference of the drives, rad/s; of size zero while empty.
  JointVector rates_at(Time time, double acceleration) const;

  /// @param from, to Any, rising. @param acceleration As above.
  /// @return What the reference turns each joint by in between, rad; of size zero while empty.
  JointVector turned(Time from, Time to, double acceleration) const;

  static void describe(auto& v, auto& history) { Newest::describe(v, history, "commands"); }
};

}  // namespace freefloat
