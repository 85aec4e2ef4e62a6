#pragma once

#include <atomic>

namespace freefloat {

/// What a terminal that goes away does. Stops: as Ctrl-C, unless `nohup` said that it may go; from then on it
/// is ignored, for shell and kernel may both send the signal while the work is brought to its end.
enum class HangUp { kEndsProgram, kStops };

/// While one lives, Ctrl-C and SIGTERM end the program's work in good order instead of the program.
class StopRequest {
 public:
  explicit StopRequest(HangUp hang_up = HangUp::kEndsProgram);
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  /// @return True once somebody has asked for the end.
  const std::atomic<bool>& flag() const;
  operator bool() const { return flag(); }

 private:
  HangUp hang_up_;
};

}  // namespace freefloat
