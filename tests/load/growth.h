#pragma once

#include <array>
#include <optional>

#include "load/process_state.h"

namespace freefloat::load {

/// Whether what a process holds grows while it goes on: its second half is held against its first.
class Growth {
 public:
  /// At any time; the most of each half is kept.
  void see(const Holdings& now);
  /// After the warm-up, after half of what follows, and at the end; all clients have gone.
  void begin(const Holdings& now) { begin_ = now; }
  void halve(const Holdings& now) { middle_ = now; }
  void end(const Holdings& now) { end_ = now; }

  std::size_t descriptors_at_begin() const { return begin_ ? begin_->descriptors : 0; }

  /// Prints what grew, and its limits.
  /// @param runs In the second half. @param with_resident RSS counts too. @return Whether nothing grew more.
  bool judge(int runs, bool with_resident) const;

 private:
  std::optional<Holdings> begin_, middle_, end_;
  // Of each half its most: a system short of memory takes pages back for a while, and gives them again.
  std::array<double, 2> resident_{};
};

}  // namespace freefloat::load
