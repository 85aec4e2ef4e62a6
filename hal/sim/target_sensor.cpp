#include "hal/sim/target_sensor.h"

namespace freefloat {

TargetSensor::TargetSensor(const SimConfig& config, std::size_t robot_leds)
    : sight_(config.target_sight.value_or(EmulatedSight{})),
      targets_(all_targets(config)),
      robot_leds_(robot_leds),
      loss_random_(config.seed, "target frames"),
      noise_random_(config.seed, "target markers") {}

Time TargetSensor::capture_time(std::uint64_t number) const {
  return Time{} + from_seconds(static_cast<double>(number + 1) / sight_.rate);
}

void TargetSensor::look(const SimWorld& world) {
  while (world.now() >= capture_time(number_)) {
    sample(world);
    ++number_;
  }
}

void TargetSensor::sample(const SimWorld& world) {
  MarkerFrame frame;
  frame.capture_time = capture_time(number_);
  frame.sequence = number_;
  const double ago = to_seconds(world.now() - frame.capture_time);
  std::size_t led = robot_leds_;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    for (const Vector2& offset : targets_[i].markers) {
      MarkerMeasurement& marker = frame.markers.at(led);
      const double x = sight_.noise * noise_random_.normal();
      const double y = sight_.noise * noise_random_.normal();
      marker.seen = !world.active(SimFault::kMarkerHidden, static_cast<int>(led));
      ++led;
      if (!marker.seen) continue;
      marker.p_WM = world.plant().target_point(offset, ago, i) + Vector2(x, y);
      marker.covariance = sight_.noise * sight_.noise * Matrix2::Identity();
      ++frame.blob_count;
    }
  }
  frame.marker_count = static_cast<int>(led);
  // Drawn whether or not it gets lost, as the noise is: what is lost changes nothing of the rest.
  if (loss_random_.uniform() >= sight_.loss) under_way_.push_back(frame);
}

ReadStatus TargetSensor::read(Time now, MarkerFrame& frame) {
  if (under_way_.empty() || now < under_way_.front().capture_time + sight_.latency) return ReadStatus::kNone;
  const MarkerPrediction prediction = frame.prediction;
  frame = under_way_.front();
  frame.prediction = prediction;
  under_way_.pop_front();
  return ReadStatus::kFrame;
}

}  // namespace freefloat
