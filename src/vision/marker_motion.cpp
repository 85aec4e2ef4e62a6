#include "vision/marker_motion.h"

#include <cmath>

namespace freefloat {
namespace {

// Standard deviations of what an LED on an air-bearing table may do between two pictures.
constexpr double kUnknownSpeed = 0.25;           // m/s
constexpr double kUnknownLedAcceleration = 1.0;  // m/s^2
constexpr double kLongestMemory = 0.5;           // s
constexpr double kBeliefSigmas = 6.0;

PredictedMarker predict(const MarkerSightings& seen, Time at) {
  PredictedMarker predicted;
  const double dt = to_seconds(at - seen.last_time);
  if (seen.count == 0 || !(dt >= 0.0 && dt <= kLongestMemory)) return predicted;
  predicted.known = true;
  const double step = seen.count < 2 ? 0.0 : to_seconds(seen.last_time - seen.before_time);
  if (!(step > 0.0 && step <= kLongestMemory)) {
    predicted.p_WM = seen.last_p_WM;
    predicted.sigma = std::hypot(seen.last_sigma, kUnknownSpeed * dt);
    return predicted;
  }
  predicted.v_WM = (seen.last_p_WM - seen.before_p_WM) / step;
  predicted.p_WM = seen.last_p_WM + dt * predicted.v_WM;
  // The mean velocity of the last step belongs to its middle.
  const double ratio = dt / step;
  const double noise = std::hypot((1.0 + ratio) * seen.last_sigma, ratio * seen.before_sigma);
  predicted.sigma = std::hypot(noise, 0.5 * kUnknownLedAcceleration * dt * (dt + step));
  return predicted;
}

// Two LEDs that pass each other can be seen as one spot halfway between them for a few pictures.
bool is_believable(const MarkerSightings& seen, const MarkerMeasurement& marker, Time at) {
  const PredictedMarker predicted = predict(seen, at);
  const double sigma = std::hypot(predicted.sigma, position_sigma(marker));
  return !predicted.known || (marker.p_WM - predicted.p_WM).norm() <= kBeliefSigmas * sigma;
}

}  // namespace

double position_sigma(const MarkerMeasurement& marker) {
  return std::sqrt(0.5 * marker.covariance.trace());
}

void note_markers(MarkerMotion& motion, const MarkerFrame& frame) {
  for (int m = 0; m < frame.marker_count; ++m) {
    const MarkerMeasurement& marker = frame.markers[static_cast<std::size_t>(m)];
    MarkerSightings& seen = motion.markers[static_cast<std::size_t>(m)];
    if (seen.count > 0 && frame.capture_time <= seen.last_time) seen = {};
    if (!marker.seen || !is_believable(seen, marker, frame.capture_time)) continue;
    if (seen.count > 0) {
      seen.before_time = seen.last_time;
      seen.before_p_WM = seen.last_p_WM;
      seen.before_sigma = seen.last_sigma;
    }
    seen.count = seen.count > 0 ? 2 : 1;
    seen.last_time = frame.capture_time;
    seen.last_p_WM = marker.p_WM;
    seen.last_sigma = position_sigma(marker);
  }
}

MarkerPrediction predict_markers(const MarkerMotion& motion, Time at) {
  MarkerPrediction prediction;
  prediction.at = at;
  for (std::size_t m = 0; m < motion.markers.size(); ++m) {
    prediction.markers[m] = predict(motion.markers[m], at);
  }
  return prediction;
}

}  // namespace freefloat
