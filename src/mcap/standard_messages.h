#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcap/message.h"

// The standard ROS 2 messages that viewers know, field by field as their packages define them, each package a
// namespace. Fields keep the packages' own names (SI units, radians), so they carry no suffix.

namespace freefloat::builtin_interfaces {

/// Nanoseconds since the epoch of the log, split as ROS does.
struct Time {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
};
FF_FIELDS(Time, sec, nanosec)

}  // namespace freefloat::builtin_interfaces

namespace freefloat::std_msgs {

struct Header {
  builtin_interfaces::Time stamp;
  std::string frame_id;
};
FF_FIELDS(Header, stamp, frame_id)

}  // namespace freefloat::std_msgs

namespace freefloat::geometry_msgs {

struct Point {
  double x = 0.0, y = 0.0, z = 0.0;
};
FF_FIELDS(Point, x, y, z)

struct Quaternion {
  double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};
FF_FIELDS(Quaternion, x, y, z, w)

struct Vector3 {
  double x = 0.0, y = 0.0, z = 0.0;
};
FF_FIELDS(Vector3, x, y, z)

struct Pose {
  Point position;
  Quaternion orientation;
};
FF_FIELDS(Pose, position, orientation)

struct PoseStamped {
  std_msgs::Header header;
  Pose pose;
};
FF_FIELDS(PoseStamped, header, pose)

struct Twist {
  Vector3 linear;
  Vector3 angular;
};
FF_FIELDS(Twist, linear, angular)

struct TwistStamped {
  std_msgs::Header header;
  Twist twist;
};
FF_FIELDS(TwistStamped, header, twist)

}  // namespace freefloat::geometry_msgs

namespace freefloat::sensor_msgs {

struct JointState {
  std_msgs::Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;
};
FF_FIELDS(JointState, header, name, position, velocity, effort)

struct CompressedImage {
  std_msgs::Header header;
  std::string format;
  std::vector<std::uint8_t> data;
};
FF_FIELDS(CompressedImage, header, format, data)

}  // namespace freefloat::sensor_msgs
