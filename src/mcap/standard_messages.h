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

void describe(auto& v, Is<Time> auto& m) {
  v("sec", m.sec);
  v("nanosec", m.nanosec);
}

}  // namespace freefloat::builtin_interfaces

namespace freefloat::std_msgs {

struct Header {
  builtin_interfaces::Time stamp;
  std::string frame_id;
};

void describe(auto& v, Is<Header> auto& m) {
  v("stamp", m.stamp);
  v("frame_id", m.frame_id);
}

}  // namespace freefloat::std_msgs

namespace freefloat::geometry_msgs {

struct Point {
  double x = 0.0, y = 0.0, z = 0.0;
};

void describe(auto& v, Is<Point> auto& m) {
  v("x", m.x);
  v("y", m.y);
  v("z", m.z);
}

struct Quaternion {
  double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

void describe(auto& v, Is<Quaternion> auto& m) {
  v("x", m.x);
  v("y", m.y);
  v("z", m.z);
  v("w", m.w);
}

struct Vector3 {
  double x = 0.0, y = 0.0, z = 0.0;
};

void describe(auto& v, Is<Vector3> auto& m) {
  v("x", m.x);
  v("y", m.y);
  v("z", m.z);
}

struct Pose {
  Point position;
  Quaternion orientation;
};

void describe(auto& v, Is<Pose> auto& m) {
  v("position", m.position);
  v("orientation", m.orientation);
}

struct PoseStamped {
  std_msgs::Header header;
  Pose pose;
};

void describe(auto& v, Is<PoseStamped> auto& m) {
  v("header", m.header);
  v("pose", m.pose);
}

struct Twist {
  Vector3 linear;
  Vector3 angular;
};

void describe(auto& v, Is<Twist> auto& m) {
  v("linear", m.linear);
  v("angular", m.angular);
}

struct TwistStamped {
  std_msgs::Header header;
  Twist twist;
};

void describe(auto& v, Is<TwistStamped> auto& m) {
  v("header", m.header);
  v("twist", m.twist);
}

}  // namespace freefloat::geometry_msgs

namespace freefloat::sensor_msgs {

struct JointState {
  std_msgs::Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;
};

void describe(auto& v, Is<JointState> auto& m) {
  v("header", m.header);
  v("name", m.name);
  v("position", m.position);
  v("velocity", m.velocity);
  v("effort", m.effort);
}

struct CompressedImage {
  std_msgs::Header header;
  std::string format;
  std::vector<std::uint8_t> data;
};

void describe(auto& v, Is<CompressedImage> auto& m) {
  v("header", m.header);
  v("format", m.format);
  v("data", m.data);
}

}  // namespace freefloat::sensor_msgs
