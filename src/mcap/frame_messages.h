#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcap/message.h"
#include "mcap/standard_messages.h"

// Messages that tell what a robot is like and where its frames are, field by field as their packages define
// them. Fields keep the packages' own names (SI units, radians), so they carry no suffix.

namespace freefloat::builtin_interfaces {

struct Duration {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
};

void describe(auto& v, Is<Duration> auto& m) {
  v("sec", m.sec);
  v("nanosec", m.nanosec);
}

}  // namespace freefloat::builtin_interfaces

namespace freefloat::geometry_msgs {

struct Transform {
  Vector3 translation;
  Quaternion rotation;
};

void describe(auto& v, Is<Transform> auto& m) {
  v("translation", m.translation);
  v("rotation", m.rotation);
}

struct TransformStamped {
  std_msgs::Header header;
  std::string child_frame_id;
  Transform transform;
};

void describe(auto& v, Is<TransformStamped> auto& m) {
  v("header", m.header);
  v("child_frame_id", m.child_frame_id);
  v("transform", m.transform);
}

}  // namespace freefloat::geometry_msgs

namespace freefloat::tf2_msgs {

struct TFMessage {
  std::vector<geometry_msgs::TransformStamped> transforms;
};

void describe(auto& v, Is<TFMessage> auto& m) {
  v("transforms", m.transforms);
}

}  // namespace freefloat::tf2_msgs

namespace freefloat::std_msgs {

struct String {
  std::string data;
};

void describe(auto& v, Is<String> auto& m) {
  v("data", m.data);
}

}  // namespace freefloat::std_msgs
