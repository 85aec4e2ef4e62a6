#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "hal/clock.h"

struct _ArvCamera;

namespace freefloat {

/// What a camera's clock showed, and between which moments of the run it was asked.
struct ClockReading {
  std::int64_t shown = 0;  ///< ns, as in the stamps of pictures
  Time before{};
  Time after{};

  Duration took() const { return after - before; }
  /// @return When it showed that: question and answer take about as long.
  Time middle() const { return before + took() / 2; }
};

/// How a camera can be asked what its clock shows: by the names that the standard has now, or those of older
/// GigE cameras.
class GenicamClock {
 public:
  /// A clock that cannot be asked.
  GenicamClock() = default;

  explicit GenicamClock(_ArvCamera* camera);

  bool answers() const { return latch_ != nullptr; }

  /// Asks up to five times: this thread may be held up between asking and looking at its own clock.
  /// @param clock The run's. @param prepare Called before each question.
  /// @return The quickest answer; nothing when the camera did not answer.
  std::optional<ClockReading> ask(_ArvCamera* camera, Clock& clock,
                                  const std::function<void()>& prepare) const;

 private:
  std::optional<std::int64_t> ask_once(_ArvCamera* camera, Clock& clock, Time& after) const;

  const char* latch_ = nullptr;
  const char* value_ = nullptr;
  double nanoseconds_ = 1.0;  // of one count
};

}  // namespace freefloat
