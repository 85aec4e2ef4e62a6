#include "hal/make/target_source.h"

#include <utility>

#include "hal/make/make_emulated.h"
#include "hal/make/make_tracker.h"
#include "hal/make/table_labeler.h"

namespace freefloat {

namespace {

/// Datagrams of the target's LEDs alone, put where a frame of the whole scene has them.
class BehindRobot final : public MarkerSensor {
 public:
  BehindRobot(Tracker tracker, int robot_leds) : tracker_(std::move(tracker)), robot_leds_(robot_leds) {}

  ReadStatus read(MarkerFrame& frame) override {
    const MarkerPrediction whole = frame.prediction;
    MarkerFrame told;
    told.prediction = whole;
    for (int i = 0; i < kMaxMarkers; ++i)
      told.prediction.markers[i] =
          i + robot_leds_ < kMaxMarkers ? whole.markers[i + robot_leds_] : PredictedMarker{};
    const ReadStatus status = tracker_.sensor->read(told);
    if (status != ReadStatus::kFrame) return status;
    frame = told;
    frame.prediction = whole;
    frame.markers = {};
    for (int i = 0; i < told.marker_count && i + robot_leds_ < kMaxMarkers; ++i)
      frame.markers[i + robot_leds_] = told.markers[i];
    frame.marker_count = told.marker_count + robot_leds_;
    return status;
  }

 private:
  Tracker tracker_;
  int robot_leds_;
};

/// The testbed, and beside it what tells the target.
struct TargetParts {
  Hal world;
  Tracker tracker;
  std::unique_ptr<BehindRobot> placed;
};

}  // namespace

Hal add_target_source(const HalConfig& config, Hal world) {
  const MarkerSourceConfig& source = *config.hardware.target_source;
  auto parts = std::make_shared<TargetParts>();
  parts->world = std::move(world);
  TrackedScene scene{.robot = config.robot.markers,
                     .target = leds_of_first_target(config),
                     .marker_count = count_target_leds(config)};
  Clock& clock = *parts->world.clock;
  parts->tracker = source.is_emulated()
                       ? make_emulated_tracker(source, std::move(scene), *parts->world.target_sensor, clock)
                       : make_tracker(source, std::move(scene), clock);
  Hal hal = parts->world;
  hal.target_sensor = parts->tracker.sensor;
  hal.target_path_health = parts->tracker.path_health;
  if (!source.is_tracker()) {
    parts->placed =
        std::make_unique<BehindRobot>(parts->tracker, static_cast<int>(config.robot.markers.size()));
    hal.target_sensor = parts->placed.get();
  }
  hal.describe_disturbances = say_both(hal.describe_disturbances, [parts = parts.get()] {
    const std::string said = parts->tracker.describe_refusals();
    return said.empty() ? said : "the target's tracker: " + said;
  });
  hal.owner = std::move(parts);
  return hal;
}

}  // namespace freefloat
