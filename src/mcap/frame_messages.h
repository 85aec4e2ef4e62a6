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
FF_FIELDS(Duration, sec, nanosec)

}  // namespace freefloat::builtin_interfaces

namespace freefloat::geometry_msgs {

struct Transform {
  Vector3 translation;
  Quaternion rotation;
};
FF_FIELDS(Transform, translation, rotation)

struct TransformStamped {
  std_msgs::Header header;
  std::string child_frame_id;
  Transform transform;
};
FF_FIELDS(TransformStamped, header, child_frame_id, transform)

}  // namespace freefloat::geometry_msgs

namespace freefloat::tf2_msgs {

struct TFMessage {
  std::vector<geometry_msgs::TransformStamped> transforms;
};
FF_FIELDS(TFMessage, transforms)

}  // namespace freefloat::tf2_msgs

namespace freefloat::std_msgs {

struct String {
  std::string data;
};
FF_FIELDS(String, data)

}  // namespace freefloat::std_msgs
