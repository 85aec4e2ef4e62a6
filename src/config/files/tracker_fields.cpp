#include "config/files/tracker_fields.h"

#include "config/files/required_keys.h"
#include "types/marker_frame.h"

namespace freefloat {

namespace {

/// Keys that motion capture alone understands.
constexpr const char* kTrackerKeys[] = {"server", "group",    "local",        "command_port", "data_port",
                                        "up",     "origin_m", "rotation_deg", "sigma_mm",     "sigma_deg",
                                        "bodies", "markers",  "identify",     "domain_id",    "clock"};

/// Of those, what NatNet alone and ROS 2 alone understand.
constexpr const char* kNatNetKeys[] = {"group", "local", "command_port", "data_port", "markers", "identify"};
constexpr const char* kPoseKeys[] = {"domain_id", "clock"};

Fields<TrackedBody> tracked_body_fields() {
  using B = TrackedBody;
  return {
      number("id", &B::id, between(0, 1e6), "natnet: as the tracker streams it."),
      text("topic", &B::topic, "ros2: of its geometry_msgs/PoseStamped, e.g. /satellite/pose."),
      required(choice("part", &B::part,
                      {{"satellite", TrackedPart::kSatellite},
                       {"link", TrackedPart::kLink},
                       {"target", TrackedPart::kTarget}},
                      "What it is fixed to.")),
      number("link", &B::link, between(1, kMaxJoints), "part: link: which one, from the satellite on."),
      number("pivot_m", &B::pivot, between(-10, 10),
             "Its origin, [x, y] from the part's: a mass centre, or the target's grapple point."),
      number("rotation_deg", &B::rotation, between(-360, 360),
             "Its axes from the part's, counter-clockwise."),
  };
}

Fields<TrackedMarker> tracked_marker_fields() {
  using M = TrackedMarker;
  return {
      required(number("id", &M::id, between(0, 2e9), "As the tracker streams it.")),
      required(text("led", &M::led, "Name of the robot's LED; or target_1, target_2, ...")),
  };
}

/// Bodies are known by numbers or by topics.
void check_bodies(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems) {
  const bool natnet = camera.source == MarkerSource::kNatNet;
  for (const char* key : kNatNetKeys) {
    if (!natnet) refuse(node, key, "only NatNet knows this", problems);
  }
  for (const char* key : kPoseKeys) {
    if (natnet) refuse(node, key, "only poses by ROS 2 have this", problems);
  }
  for (const TrackedBody& body : camera.tracker.bodies) {
    if (natnet && (body.id < 0 || !body.topic.empty()))
      problems.add_of(node, "bodies", "a body of NatNet has an id and no topic", "id: 1", "write its id");
    if (!natnet && (body.id >= 0 || !body.topic.starts_with('/')))
      problems.add_of(node, "bodies", "a body of ROS 2 has a topic and no id", "topic: /satellite/pose",
                      "write its topic, which begins with /");
  }
}

void check_poses(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems) {
  require(!camera.tracker.bodies.empty(), node, "bodies", "what poses are published of", problems);
  require(node.find("up") != nullptr, node, "up", "y or z: axis of the poses' frame that points up",
          problems);
  if (!camera.tracker.server.empty() && !camera.is_emulated())
    problems.add_of(node, "server", "poses by ROS 2 have no server", "emulated", "remove it");
  if (camera.tracker.shared_clock && camera.transfer != Duration::zero())
    problems.add_of(node, "transfer_ms", "clock: shared tells how late messages are", {}, "remove it");
  for (const char* key : {"path", "listen"}) refuse(node, key, "poses come by topics", problems);
}

void check_natnet(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems) {
  const TrackerConfig& tracker = camera.tracker;
  require(!tracker.server.empty(), node, "server", "host of the NatNet server", problems);
  require(!tracker.bodies.empty() || !tracker.markers.empty() || tracker.identify, node, "bodies",
          "what is tracked: bodies, markers, both, or identify: true", problems);
  for (const char* key : {"path", "listen"}) refuse(node, key, "motion capture has a server", problems);
}

}  // namespace

Fields<MarkerSourceConfig> tracker_fields() {
  using M = MarkerSourceConfig;
  using T = TrackerConfig;
  const auto tracker = [](auto member) { return inside(&M::tracker, member); };
  return {
      text("server", tracker(&T::server),
           "natnet: host of the server; natnet, ros2: emulated: motion capture that sees the simulated "
           "robot."),
      text("group", tracker(&T::group), "natnet: multicast group, e.g. 239.255.42.99; left out: unicast."),
      text("local", tracker(&T::local), "natnet: address of this computer that frames come to, as numbers."),
      number("command_port", tracker(&T::command_port), between(1, 65535), "natnet: of the server."),
      number("data_port", tracker(&T::data_port), between(1, 65535), "natnet: of the multicast group."),
      number("domain_id", tracker(&T::domain_id), between(0, 232), "ros2: as ROS_DOMAIN_ID."),
      choice("clock", tracker(&T::shared_clock), {{"own", false}, {"shared", true}},
             "ros2: own: stamps are of any clock, the quickest messages tell its difference, and transfer_ms "
             "how late those are; shared: stamps are of this computer's clock, or of one that PTP or chrony "
             "sets with it."),
      choice("up", tracker(&T::y_up), {{"y", true}, {"z", false}},
             "natnet, ros2: axis of the tracker's frame that points up."),
      number("origin_m", tracker(&T::origin), between(-100, 100),
             "natnet, ros2: where the tracker's origin is on the table, [x, y]."),
      number("rotation_deg", tracker(&T::rotation), between(-360, 360),
             "natnet, ros2: of the tracker's frame from the table's, counter-clockwise."),
      number("sigma_mm", tracker(&T::sigma), above(0, 100),
             "natnet, ros2: standard deviation of a position."),
      number("sigma_deg", tracker(&T::angle_sigma), above(0, 45),
             "natnet, ros2: standard deviation of a body's attitude."),
      list("bodies", tracker(&T::bodies), tracked_body_fields(), 0, kMaxMarkers,
           "natnet, ros2: its rigid bodies."),
      list("markers", tracker(&T::markers), tracked_marker_fields(), 0, kMaxMarkers,
           "natnet: single markers that it knows by a number."),
      flag("identify", tracker(&T::identify),
           "natnet: true where single markers have no numbers that stay: the program finds out by the known "
           "lengths which LED each is."),
  };
}

void check_tracker(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems) {
  if (!camera.is_tracker()) {
    for (const char* key : kTrackerKeys) refuse(node, key, "only motion capture knows this", problems);
    return;
  }
  check_bodies(camera, node, problems);
  if (camera.source == MarkerSource::kPoses)
    check_poses(camera, node, problems);
  else
    check_natnet(camera, node, problems);
}

}  // namespace freefloat
