#pragma once

#include <string>
#include <string_view>

#include "mcap/schema_text.h"

namespace freefloat::ros {

/// What ROS 2, Iron and later, tells type versions apart by: REP 2011, `RIHS01_` and the SHA-256 of the
/// type's description as JSON.
/// @param name `sensor_msgs/msg/JointState`. @param definition Its `ros2msg` schema, nested messages
/// included.
std::string type_hash(std::string_view name, std::string_view definition);

/// @param name `std_srvs/srv/Trigger`. @param question, answer Their fields, one a line, `type name`, of
/// types without a definition of their own; empty: none.
std::string service_hash(const std::string& name, const std::string& question, const std::string& answer);

/// @return The text that is hashed. Parameters as of `type_hash`.
std::string type_description(std::string_view name, std::string_view definition);

template <Message T>
std::string type_hash() {
  return type_hash(schema_name<T>(), schema_text<T>());
}

}  // namespace freefloat::ros
