#include "hal/make/make_tracker.h"

#include "hal/link_key.h"
#include "hal/motion_capture/emulated_natnet.h"
#include "hal/motion_capture/emulated_poses.h"
#include "hal/motion_capture/natnet_source.h"
#include "hal/motion_capture/pose_source.h"
#include "hal/udp/marker_receiver.h"

namespace freefloat {

namespace {

template <class Sensor>
Tracker as_tracker(std::shared_ptr<Sensor> sensor) {
  Tracker tracker;
  tracker.sensor = sensor.get();
  tracker.describe_refusals = [sensor = sensor.get()] { return sensor->describe_refusals(); };
  tracker.owner = std::move(sensor);
  return tracker;
}

/// What sees the simulated world and tells of it, and who listens: that is closed first.
template <class Teller, class Source>
struct EmulationParts {
  std::unique_ptr<Teller> teller;
  std::unique_ptr<Source> source;
};

Tracker emulate_natnet(const MarkerSourceConfig& source, TrackedScene scene, MarkerSensor& world,
                       Clock& clock) {
  auto parts = std::make_shared<EmulationParts<EmulatedNatNet, NatNetSource>>();
  parts->teller = std::make_unique<EmulatedNatNet>(source.tracker, source.emulated, scene.robot, scene.target,
                                                   world, clock);
  TrackerConfig config = source.tracker;
  const std::string address = to_string(parts->teller->address());
  config.server = address.substr(0, address.rfind(':'));
  config.command_port = std::stoi(address.substr(address.rfind(':') + 1));
  config.group.clear();
  parts->source = std::make_unique<NatNetSource>(
      config, scene.robot, scene.target, clock,
      NatNetSource::Options{.label = std::move(scene.label),
                            .before_waiting = [server = parts->teller.get()] { server->serve(); }});
  return as_tracker(std::shared_ptr<NatNetSource>(parts, parts->source.get()));
}

Tracker emulate_poses(const MarkerSourceConfig& source, const TrackedScene& scene, MarkerSensor& world,
                      Clock& clock) {
  auto parts = std::make_shared<EmulationParts<EmulatedPoses, PoseSource>>();
  parts->teller = std::make_unique<EmulatedPoses>(source.tracker, source.emulated, scene.robot, scene.target,
                                                  world, clock);
  parts->source = std::make_unique<PoseSource>(
      source.tracker, scene.robot, scene.target, clock,
      PoseSource::Options{.transfer = source.transfer,
                          .before_waiting = [parts = parts.get()] { parts->teller->serve(*parts->source); },
                          .wall_time = [&clock] { return clock.now().time_since_epoch().count(); }});
  return as_tracker(std::shared_ptr<PoseSource>(parts, parts->source.get()));
}

}  // namespace

Tracker make_tracker(const MarkerSourceConfig& source, TrackedScene scene, Clock& clock) {
  if (source.source == MarkerSource::kNatNet) {
    return as_tracker(std::make_shared<NatNetSource>(
        source.tracker, scene.robot, scene.target, clock,
        NatNetSource::Options{.transfer = source.transfer, .label = std::move(scene.label)}));
  }
  if (source.source == MarkerSource::kPoses) {
    return as_tracker(std::make_shared<PoseSource>(source.tracker, scene.robot, scene.target, clock,
                                                   PoseSource::Options{.transfer = source.transfer}));
  }
  auto receiver =
      std::make_shared<MarkerReceiver>(MarkerReceiverConfig{.address = source.listen,
                                                            .marker_count = scene.marker_count,
                                                            .key = read_optional_key(source.key_file),
                                                            .label = std::move(scene.label)},
                                       clock);
  Tracker tracker = as_tracker(receiver);
  tracker.path_health = [receiver = receiver.get()] { return receiver->health(); };
  return tracker;
}

Tracker make_emulated_tracker(const MarkerSourceConfig& source, TrackedScene scene, MarkerSensor& world,
                              Clock& clock) {
  if (source.source == MarkerSource::kPoses) return emulate_poses(source, scene, world, clock);
  return emulate_natnet(source, std::move(scene), world, clock);
}

}  // namespace freefloat
