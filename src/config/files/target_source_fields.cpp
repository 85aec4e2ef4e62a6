#include "config/files/target_source_fields.h"

#include <algorithm>
#include <utility>

#include "config/files/marker_source_fields.h"
#include "config/files/required_keys.h"
#include "config/files/tracker_fields.h"

namespace freefloat {

namespace {

/// Keys that mean here what they mean in `hardware.camera`.
constexpr std::string_view kAsOfCamera[] = {
    "transfer_ms", "listen",       "key_file",  "insecure",  "server", "group",
    "local",       "command_port", "data_port", "domain_id", "clock",  "up",
    "origin_m",    "rotation_deg", "sigma_mm",  "sigma_deg", "bodies", "markers"};
constexpr std::string_view kOfEmulation[] = {"clock_drift", "clock_offset_s", "defects"};

template <typename T, std::size_t n>
void take_fields(Fields<T> from, const std::string_view (&keys)[n], Fields<T>& fields) {
  for (Field<T>& field : from) {
    if (std::find(std::begin(keys), std::end(keys), field.key) != std::end(keys))
      fields.push_back(std::move(field));
  }
}

Fields<EmulatedCameraConfig> target_emulation_fields() {
  using E = EmulatedCameraConfig;
  using S = EmulatedSight;
  const auto sight = [](auto member) { return inside(&E::sight, member); };
  Fields<E> fields{
      number("rate_hz", sight(&S::rate), between(1, 1000), "Frames a second."),
      number("latency_ms", sight(&S::latency), between(0, 1000),
             "From the middle of the exposure to the frame's arrival."),
      number("loss", sight(&S::loss), between(0, 1), "Share of frames lost."),
      number("noise_mm", sight(&S::noise), between(0, 100),
             "Standard deviation of each LED's coordinate on the table."),
  };
  take_fields(emulation_fields(), kOfEmulation, fields);
  return fields;
}

}  // namespace

Fields<MarkerSourceConfig> target_source_fields() {
  using M = MarkerSourceConfig;
  Fields<M> fields{
      required(choice("source", &M::source,
                      {{"markers", MarkerSource::kMarkers},
                       {"natnet", MarkerSource::kNatNet},
                       {"ros2", MarkerSource::kPoses}},
                      "markers: datagrams with the target's LEDs alone, in their order; natnet: motion "
                      "capture of OptiTrack; ros2: poses that another program publishes.")),
  };
  take_fields(marker_source_fields(), kAsOfCamera, fields);
  fields.push_back(section(
      "emulated", &M::emulated, target_emulation_fields(),
      "natnet, ros2 with server: emulated: how it sees the simulated target, its clock, its defects."));
  return fields;
}

void check_target_source(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems) {
  check_tracker(source, node, problems);
  if (source.is_tracker()) refuse(node, "listen", "only datagrams come to an address of ours", problems);
  check_marker_datagrams(source, node, problems);
  check_emulation(source, node, problems);
  const ConfigNode* const bodies = node.find("bodies");
  for (const TrackedBody& body : source.tracker.bodies) {
    if (body.part == TrackedPart::kTarget || bodies == nullptr) continue;
    problems.add_at(*bodies, "a body that is not the target's", "part: target",
                    "take the robot's bodies out: hardware.camera sees the robot");
    break;
  }
  const ConfigNode* const markers = node.find("markers");
  for (const TrackedMarker& marker : source.tracker.markers) {
    if (marker.led.starts_with("target_") || markers == nullptr) continue;
    problems.add_at(*markers, "an LED that is not the target's", "led: target_1",
                    "take the robot's LEDs out: hardware.camera sees the robot");
    break;
  }
}

std::string name_target_source(const MarkerSourceConfig& source) {
  switch (source.source) {
    case MarkerSource::kNatNet:
      return source.is_emulated() ? "emulated motion capture" : "motion capture at " + source.tracker.server;
    case MarkerSource::kPoses: {
      std::string topics;
      for (const TrackedBody& body : source.tracker.bodies)
        topics += (topics.empty() ? "" : ", ") + body.topic;
      return (source.is_emulated() ? "emulated poses on " : "poses on ") + topics;
    }
    default:
      return "datagrams at " + source.listen;
  }
}

}  // namespace freefloat
