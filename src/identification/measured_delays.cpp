#include "identification/measured_delays.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freefloat {

namespace {

DelaySpread spread_of(std::vector<double> values) {
  DelaySpread spread;
  spread.count = values.size();
  if (values.empty()) return spread;
  std::sort(values.begin(), values.end());
  spread.least = values.front();
  spread.median = values[values.size() / 2];
  spread.most = values.back();
  double mean = 0.0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double square = 0.0;
  for (const double value : values) square += (value - mean) * (value - mean);
  spread.sigma = std::sqrt(square / static_cast<double>(values.size()));
  return spread;
}

void measure_arrival(const MotionSeries& series, MeasuredDelays& delays) {
  std::vector<double> ages;
  double most = std::numeric_limits<double>::infinity();
  double least = 0.0;
  for (const PictureSample& picture : series.pictures) {
    ages.push_back(to_seconds(picture.taken - picture.captured));
    most = std::min(most, ages.back());
  }
  delays.age = spread_of(ages);
  // A picture that came late says nothing of how early one may come: the middle of the lower bounds counts
  // where they contradict each other.
  for (const PictureSample& picture : series.pictures) {
    const double before = to_seconds(picture.cycle_before - picture.captured);
    if (before < most) least = std::max(least, before);
  }
  delays.arrival_least = least;
  delays.arrival_most = most;
}

/// Mean over the joints, each by its certainty; and how far they are apart.
void join_joints(const std::vector<ServoResponse>& joints, MeasuredDelays& delays) {
  double weight = 0.0, mean = 0.0, square = 0.0, lag = 0.0;
  int count = 0;
  for (const ServoResponse& joint : joints) {
    if (!joint.found) continue;
    const double w = 1.0 / std::max(joint.delay_sigma * joint.delay_sigma, 1e-12);
    weight += w;
    mean += w * joint.delay;
    square += w * joint.delay * joint.delay;
    lag += w * joint.lag;
    ++count;
  }
  if (count == 0) return;
  mean /= weight;
  delays.delay = mean;
  delays.delay_spread = std::sqrt(std::max(0.0, square / weight - mean * mean));
  // Joints that contradict each other by more than their fits say are no more certain than that.
  delays.delay_sigma = std::max(1.0 / std::sqrt(weight), delays.delay_spread / std::sqrt(count));
  delays.lag = lag / weight;
}

/// @return The angle of a joint as pictures show it.
JointTrace trace_of_leds(const std::vector<BodyPoses>& poses, Eigen::Index joint) {
  JointTrace trace;
  trace.is_angle = true;
  for (const BodyPoses& pose : poses)
    if (pose.moving) trace.samples.push_back({pose.at, pose.joint(joint)});
  return trace;
}

/// @return Its rate as its tachogenerator tells it.
JointTrace trace_of_sensor(const MotionSeries& series, Eigen::Index joint) {
  JointTrace trace;
  for (const ReadingSample& reading : series.readings) {
    const bool later = trace.samples.empty() || reading.sampled > trace.samples.back().at;
    if (later) trace.samples.push_back({reading.sampled, reading.rates[joint]});
  }
  return trace;
}

}  // namespace

MeasuredDelays measure_delays(const MotionSeries& series, const std::vector<BodyPoses>& poses) {
  MeasuredDelays delays;
  measure_arrival(series, delays);
  delays.compute = spread_of(series.compute);
  if (series.period) delays.half_period = 0.5 * to_seconds(*series.period);
  delays.round_trip = series.round_trip;
  const Eigen::Index joints = series.commands.front().rates.size();
  double apart = 0.0;
  int both = 0;
  for (Eigen::Index joint = 0; joint < joints; ++joint) {
    // The joints' sensors are read often and tell lag and ramp; with these the pictures tell the delay.
    delays.by_sensors.push_back(fit_servo_response(series, joint, trace_of_sensor(series, joint)));
    const ServoResponse& sensor = delays.by_sensors.back();
    delays.by_leds.push_back(
        fit_servo_response(series, joint, trace_of_leds(poses, joint), sensor.found ? &sensor : nullptr));
    const ServoResponse& leds = delays.by_leds.back();
    if (!sensor.found || !leds.found) continue;
    apart += leds.delay - sensor.delay;
    ++both;
  }
  join_joints(delays.by_leds, delays);
  if (both > 0) delays.stamps = apart / both;
  return delays;
}

}  // namespace freefloat
