#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcap/message.h"

// The standard ROS 2 messages that viewers know, field by field as their packages define them. Fields keep
// the packages' own names (SI units, radians), so they carry no suffix.

namespace freefloat::ros {

/// Nanoseconds since the epoch of the log, split as ROS does.
struct Stamp {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
};

struct Header {
  Stamp stamp;
  std::string frame_id;
};

struct Point {
  double x = 0.0, y = 0.0, z = 0.0;
};

struct Quaternion {
  double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};

struct Vector3 {
  double x = 0.0, y = 0.0, z = 0.0;
};

struct Pose {
  Point position;
  Quaternion orientation;
};

struct PoseStamped {
  Header header;
  Pose pose;
};

struct Twist {
  Vector3 linear;
  Vector3 angular;
};

struct TwistStamped {
  Header header;
  Twist twist;
};

struct JointState {
  Header header;
  std::vector<std::string> name;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> effort;
};

struct CompressedImage {
  Header header;
  std::string format;
  std::vector<std::uint8_t> data;
};

void describe(auto& v, Is<Stamp> auto& m) {
  v("sec", m.sec);
  v("nanosec", m.nanosec);
}

void describe(auto& v, Is<Header> auto& m) {
  v("stamp", m.stamp);
  v("frame_id", m.frame_id);
}

void describe(auto& v, Is<Point> auto& m) {
  v("x", m.x);
  v("y", m.y);
  v("z", m.z);
}

void describe(auto& v, Is<Quaternion> auto& m) {
  v("x", m.x);
  v("y", m.y);
  v("z", m.z);
  v("w", m.w);
}

void describe(auto& v, Is<Vector3> auto& m) {
  v("x", m.x);
  v("y", m.y);
  v("z", m.z);
}

void describe(auto& v, Is<Pose> auto& m) {
  v("position", m.position);
  v("orientation", m.orientation);
}

void describe(auto& v, Is<PoseStamped> auto& m) {
  v("header", m.header);
  v("pose", m.pose);
}

void describe(auto& v, Is<Twist> auto& m) {
  v("linear", m.linear);
  v("angular", m.angular);
}

void describe(auto& v, Is<TwistStamped> auto& m) {
  v("header", m.header);
  v("twist", m.twist);
}

void describe(auto& v, Is<JointState> auto& m) {
  v("header", m.header);
  v("name", m.name);
  v("position", m.position);
  v("velocity", m.velocity);
  v("effort", m.effort);
}

void describe(auto& v, Is<CompressedImage> auto& m) {
  v("header", m.header);
  v("format", m.format);
  v("data", m.data);
}

}  // namespace freefloat::ros

namespace freefloat {

template <>
inline constexpr std::string_view kMessageName<ros::Stamp> = "builtin_interfaces/Time";
template <>
inline constexpr std::string_view kMessageName<ros::Header> = "std_msgs/Header";
template <>
inline constexpr std::string_view kMessageName<ros::Point> = "geometry_msgs/Point";
template <>
inline constexpr std::string_view kMessageName<ros::Quaternion> = "geometry_msgs/Quaternion";
template <>
inline constexpr std::string_view kMessageName<ros::Vector3> = "geometry_msgs/Vector3";
template <>
inline constexpr std::string_view kMessageName<ros::Pose> = "geometry_msgs/Pose";
template <>
inline constexpr std::string_view kMessageName<ros::PoseStamped> = "geometry_msgs/PoseStamped";
template <>
inline constexpr std::string_view kMessageName<ros::Twist> = "geometry_msgs/Twist";
template <>
inline constexpr std::string_view kMessageName<ros::TwistStamped> = "geometry_msgs/TwistStamped";
template <>
inline constexpr std::string_view kMessageName<ros::CompressedImage> = "sensor_msgs/CompressedImage";
template <>
inline constexpr std::string_view kMessageName<ros::JointState> = "sensor_msgs/JointState";

}  // namespace freefloat
