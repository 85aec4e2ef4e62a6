#include "hal/aravis/genicam_clock.h"

#include <cmath>

#include "hal/aravis/gobject.h"

namespace freefloat {

GenicamClock::GenicamClock(_ArvCamera* camera) {
  GErrorText error;
  const auto has = [&](const char* latch, const char* value) {
    return arv_camera_is_feature_available(camera, latch, error.place()) != FALSE &&
           arv_camera_is_feature_available(camera, value, error.place()) != FALSE;
  };
  if (has("TimestampLatch", "TimestampLatchValue")) {
    latch_ = "TimestampLatch";
    value_ = "TimestampLatchValue";
  } else if (has("GevTimestampControlLatch", "GevTimestampValue")) {
    const gint64 rate = arv_camera_get_integer(camera, "GevTimestampTickFrequency", error.place());
    if (error || rate <= 0) return;
    latch_ = "GevTimestampControlLatch";
    value_ = "GevTimestampValue";
    nanoseconds_ = 1e9 / static_cast<double>(rate);
  }
}

std::optional<std::int64_t> GenicamClock::ask_once(_ArvCamera* camera, Clock& clock, Time& after) const {
  GErrorText error;
  arv_camera_execute_command(camera, latch_, error.place());
  after = clock.now();
  if (error) return std::nullopt;
  const gint64 count = arv_camera_get_integer(camera, value_, error.place());
  if (error) return std::nullopt;
  // In two parts: as one number a count of many days would lose its last digits.
  const auto whole = static_cast<std::int64_t>(nanoseconds_);
  const double rest = nanoseconds_ - static_cast<double>(whole);
  return count * whole + std::llround(static_cast<double>(count) * rest);
}

std::optional<ClockReading> GenicamClock::ask(_ArvCamera* camera, Clock& clock,
                                              const std::function<void()>& prepare) const {
  constexpr int kMostQuestions = 5;
  constexpr Duration kQuickAnswer = std::chrono::microseconds(100);
  std::optional<ClockReading> quickest;
  for (int i = 0; i < kMostQuestions; ++i) {
    ClockReading reading;
    reading.before = clock.now();
    prepare();
    const auto shown = ask_once(camera, clock, reading.after);
    if (!shown) break;
    reading.shown = *shown;
    if (!quickest || reading.took() < quickest->took()) quickest = reading;
    if (quickest->took() < kQuickAnswer) break;
  }
  return quickest;
}

}  // namespace freefloat
