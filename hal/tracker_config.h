#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

/// What a tracker's rigid body is fixed to.
enum class TrackedPart : std::uint8_t { kSatellite, kLink, kTarget };

/// A rigid body of a tracker, and where its axes stand on the part that it is fixed to.
struct TrackedBody {
  int id = -1;             ///< natnet: as streamed
  std::string topic = {};  ///< ros2: of its PoseStamped
  TrackedPart part = TrackedPart::kSatellite;
  int link = 1;                     ///< which one; with `kLink`
  Vector2 pivot = Vector2::Zero();  ///< of its origin from the part's, in the part's axes, m
  double rotation = 0.0;            ///< of its axes from the part's, counter-clockwise, rad
};

/// A single marker that a tracker knows by a number.
struct TrackedMarker {
  int id = 0;       ///< as streamed
  std::string led;  ///< name of the robot's LED; or target_1, target_2, ...
};

/// How motion capture by NatNet or poses by ROS 2 are reached, and what they tell.
struct TrackerConfig {
  std::string section = "hardware.camera";  ///< of the testbed's file, for messages
  std::string server;                       ///< host, or `emulated`
  std::string group;                        ///< multicast group; empty: unicast
  std::string local = "0.0.0.0";            ///< address of this computer that the frames come to
  int command_port = 1510;
  int data_port = 1511;              ///< multicast
  int domain_id = 0;                 ///< ros2: of DDS, as ROS_DOMAIN_ID
  bool shared_clock = false;         ///< ros2: stamps are of this computer's clock, or of one set with it
  bool y_up = true;                  ///< the tracker's y points up, as Motive streams it; else its z
  Vector2 origin = Vector2::Zero();  ///< of the tracker's frame in W, m
  double rotation = 0.0;             ///< of the tracker's frame from W, counter-clockwise, rad
  double sigma = 1e-4;               ///< standard deviation of a position, m
  double angle_sigma = 1e-3;         ///< and of a body's attitude, rad
  std::vector<TrackedBody> bodies;
  std::vector<TrackedMarker> markers;
  bool identify = false;  ///< single markers have no numbers that stay: the program finds out whose they are
};

}  // namespace freefloat
