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
  if (!seen.last) return predicted;
  const MarkerSighting& last = *seen.last;
  const double dt = to_seconds(at - last.time);
  if (!(dt >= 0.0 && dt <= kLongestMemory)) return predicted;
  predicted.known = true;
  const double step = seen.before ? to_seconds(last.time - seen.before->time) : 0.0;
  if (!(step > 0.0 && step <= kLongestMemory)) {
    predicted.p_WM = last.p_WM;
    predicted.sigma = std::hypot(last.sigma, kUnknownSpeed * dt);
    return predicted;
  }
  predicted.v_WM = (last.p_WM - seen.before->p_WM) / step;
  predicted.p_WM = last.p_WM + dt * predicted.v_WM;
  // The mean velocity of the last step belongs to its middle.
  const double ratio = dt / step;
  const double noise = std::hypot((1.0 + ratio) * last.sigma, ratio * seen.before->sigma);
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
    const MarkerMeasurement& marker = frame.markers[m];
    MarkerSightings& seen = motion.markers[m];
    if (seen.last && frame.capture_time <= seen.last->time) seen = {};
    if (!marker.seen || !is_believable(seen, marker, frame.capture_time)) continue;
    seen.before = seen.last;
    seen.last = {frame.capture_time, marker.p_WM, position_sigma(marker)};
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
