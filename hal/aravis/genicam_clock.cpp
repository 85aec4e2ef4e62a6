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

std::optional<ClockReading> GenicamClock::ask(_ArvCamera* camera, Clock& clock) const {
  GErrorText error;
  ClockReading reading;
  reading.before = clock.now();
  arv_camera_execute_command(camera, latch_, error.place());
  reading.after = clock.now();
  if (error) return std::nullopt;
  const gint64 count = arv_camera_get_integer(camera, value_, error.place());
  if (error) return std::nullopt;
  // In two parts: as one number a count of many days would lose its last digits.
  const auto whole = static_cast<std::int64_t>(nanoseconds_);
  const double rest = nanoseconds_ - static_cast<double>(whole);
  reading.shown = count * whole + std::llround(static_cast<double>(count) * rest);
  return reading;
}

}  // namespace freefloat
