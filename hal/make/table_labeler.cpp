#include "hal/make/table_labeler.h"

#include "vision/label_spots.h"

namespace freefloat {

std::vector<Vector2> leds_of_first_target(const HalConfig& config) {
  const TargetParameters& target = config.sim.target;
  return target.mount == TargetMount::kNone ? std::vector<Vector2>() : target.markers;
}

std::vector<Vector2> target_leds(const HalConfig& config) {
  return config.hardware.target_source ? std::vector<Vector2>() : leds_of_first_target(config);
}

int count_target_leds(const HalConfig& config) {
  std::size_t count = 0;
  for (const TargetParameters& target : all_targets(config.sim)) count += target.markers.size();
  return static_cast<int>(count);
}

int count_markers(const HalConfig& config) {
  const int of_targets = config.hardware.target_source ? 0 : count_target_leds(config);
  return static_cast<int>(config.robot.markers.size()) + of_targets;
}

TableLabeler make_table_labeler(const HalConfig& config) {
  const TargetParameters& target = config.sim.target;
  MarkerScene scene = make_marker_scene(config.robot, target_leds(config), target.marker_height);
  scene.table_size = config.table.size;
  if (target.search.radius > 0.0 && !config.hardware.target_source) {
    scene.target_place = target.search.expected_at.value_or(target.start.p);
    scene.target_radius = target.search.radius;
  }
  scene.joints_told = true;
  auto labeler = std::make_shared<SpotLabeler>(config.vision, scene);
  return [labeler](const TableSpots& spots, MarkerFrame& frame) {
    std::array<Vector2, kMaxTableSpots> places;
    for (int i = 0; i < spots.count; ++i) places[i] = spots.spots[i].p_W;
    const Labels labels =
        labeler->label(std::span(places).first(spots.count), frame.capture_time, frame.prediction);
    frame.marker_count = labeler->scene().count();
    frame.blob_count = spots.count;
    for (int m = 0; m < frame.marker_count; ++m) {
      MarkerMeasurement& marker = frame.markers[m] = MarkerMeasurement{};
      if (labels[m] == kNoBlob) continue;
      marker.seen = true;
      marker.p_WM = spots.spots[labels[m]].p_W;
      marker.covariance = spots.spots[labels[m]].covariance;
    }
  };
}

}  // namespace freefloat
