#pragma once

#include <atomic>

namespace freefloat {

/// While one lives, Ctrl-C and SIGTERM end the program's work in good order instead of the program.
class StopRequest {
 public:
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  /// @return True once somebody has asked for the end.
  const std::atomic<bool>& flag() const;
  operator bool() const { return flag(); }
};

}  // namespace freefloat
