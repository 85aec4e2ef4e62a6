#pragma once

#include <functional>

namespace freefloat::testing_support {

/// Two networks with a cable between; neither sees any other. A thread is in one of them, and what it opens
/// stays there. Where nobody may make networks, both are the one there is.
class TwoNetworks {
 public:
  /// The process must have no other thread yet.
  /// @throws std::runtime_error with the command that failed, where networks could be made and not joined.
  TwoNetworks();
  ~TwoNetworks();
  TwoNetworks(const TwoNetworks&) = delete;
  TwoNetworks& operator=(const TwoNetworks&) = delete;

  bool separate() const { return other_ >= 0; }

  /// Calls `work` in the other network, from this thread, which then is in the first one again.
  void in_other(const std::function<void()>& work) const;

 private:
  int first_ = -1;
  int other_ = -1;
};

}  // namespace freefloat::testing_support
