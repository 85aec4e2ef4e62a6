#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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
class CommandHistory {
 public:
  static constexpr std::size_t kCapacity = 32;

  /// Ignores what does not take effect after the newest.
  /// @param from When it takes effect. @param rates rad/s. @param acceleration Of the drives, rad/s^2,
  /// positive.
  void push(Time from, const JointVector& rates, double acceleration);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const CommandedRates& operator[](std::size_t index) const {
    return commands_[(first_ + index) % kCapacity];
  }

  /// @param time Any; before the oldest command the drives are taken to have stayed where it found them.
  /// @param acceleration As above. @return Reference of the drives, rad/s; of size zero while empty.
  JointVector rates_at(Time time, double acceleration) const;

  /// @param from, to Any, rising. @param acceleration As above.
  /// @return What the reference turns each joint by in between, rad; of size zero while empty.
  JointVector turned(Time from, Time to, double acceleration) const;

  /// The places as they are, oldest or not; for the log.
  static void describe(auto& v, auto& history) {
    v("first", history.first_);
    v("size", history.size_);
    v.used("commands", history.commands_, kCapacity);
  }

 private:
  std::array<CommandedRates, kCapacity> commands_{};
  std::uint64_t first_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace freefloat
