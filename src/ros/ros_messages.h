#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcap/message.h"
#include "mcap/standard_messages.h"

// Messages that are told to ROS 2 and stand in no log, field by field as their packages define them. Fields
// keep the packages' own names (SI units, radians), so they carry no suffix.

namespace freefloat::geometry_msgs {

/// Of (x, y, z, turns about x, y, z), by row.
using Covariance = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

struct PoseWithCovariance {
  Pose pose;
  Covariance covariance = Covariance::Zero();
};

void describe(auto& v, Is<PoseWithCovariance> auto& m) {
  v("pose", m.pose);
  v("covariance", m.covariance);
}

struct PoseWithCovarianceStamped {
  std_msgs::Header header;
  PoseWithCovariance pose;
};

void describe(auto& v, Is<PoseWithCovarianceStamped> auto& m) {
  v("header", m.header);
  v("pose", m.pose);
}

struct TwistWithCovariance {
  Twist twist;
  Covariance covariance = Covariance::Zero();
};

void describe(auto& v, Is<TwistWithCovariance> auto& m) {
  v("twist", m.twist);
  v("covariance", m.covariance);
}

struct TwistWithCovarianceStamped {
  std_msgs::Header header;
  TwistWithCovariance twist;
};

void describe(auto& v, Is<TwistWithCovarianceStamped> auto& m) {
  v("header", m.header);
  v("twist", m.twist);
}

}  // namespace freefloat::geometry_msgs

namespace freefloat::sensor_msgs {

/// A picture as the camera takes it.
struct Image {
  std_msgs::Header header;
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  std::string encoding;
  std::uint8_t is_bigendian = 0;
  std::uint32_t step = 0;  ///< bytes of a row
  std::vector<std::uint8_t> data;
};

void describe(auto& v, Is<Image> auto& m) {
  v("header", m.header);
  v("height", m.height);
  v("width", m.width);
  v("encoding", m.encoding);
  v("is_bigendian", m.is_bigendian);
  v("step", m.step);
  v("data", m.data);
}

}  // namespace freefloat::sensor_msgs

namespace freefloat::rosgraph_msgs {

struct Clock {
  builtin_interfaces::Time clock;
};

void describe(auto& v, Is<Clock> auto& m) {
  v("clock", m.clock);
}

}  // namespace freefloat::rosgraph_msgs

namespace freefloat::rcl_interfaces {

struct Log {
  static constexpr std::uint8_t kInfo = 20, kWarn = 30, kError = 40;

  builtin_interfaces::Time stamp;
  std::uint8_t level = kInfo;
  std::string name;
  std::string msg;
  std::string file;
  std::string function;
  std::uint32_t line = 0;
};

void describe(auto& v, Is<Log> auto& m) {
  v("stamp", m.stamp);
  v("level", m.level);
  v("name", m.name);
  v("msg", m.msg);
  v("file", m.file);
  v("function", m.function);
  v("line", m.line);
}

}  // namespace freefloat::rcl_interfaces

namespace freefloat::diagnostic_msgs {

struct KeyValue {
  std::string key;
  std::string value;
};

void describe(auto& v, Is<KeyValue> auto& m) {
  v("key", m.key);
  v("value", m.value);
}

struct DiagnosticStatus {
  static constexpr std::byte kOk{0}, kWarn{1}, kError{2}, kStale{3};

  std::byte level = kOk;
  std::string name;
  std::string message;
  std::string hardware_id;
  std::vector<KeyValue> values;
};

void describe(auto& v, Is<DiagnosticStatus> auto& m) {
  v("level", m.level);
  v("name", m.name);
  v("message", m.message);
  v("hardware_id", m.hardware_id);
  v("values", m.values);
}

struct DiagnosticArray {
  std_msgs::Header header;
  std::vector<DiagnosticStatus> status;
};

void describe(auto& v, Is<DiagnosticArray> auto& m) {
  v("header", m.header);
  v("status", m.status);
}

}  // namespace freefloat::diagnostic_msgs

namespace freefloat::sensor_msgs {

struct RegionOfInterest {
  std::uint32_t x_offset = 0, y_offset = 0, height = 0, width = 0;
  bool do_rectify = false;
};

void describe(auto& v, Is<RegionOfInterest> auto& m) {
  v("x_offset", m.x_offset);
  v("y_offset", m.y_offset);
  v("height", m.height);
  v("width", m.width);
  v("do_rectify", m.do_rectify);
}

struct CameraInfo {
  std_msgs::Header header;
  std::uint32_t height = 0, width = 0;
  std::string distortion_model;
  std::vector<double> d;
  Eigen::Matrix<double, 3, 3, Eigen::RowMajor> k = Eigen::Matrix3d::Zero();
  Eigen::Matrix<double, 3, 3, Eigen::RowMajor> r = Eigen::Matrix3d::Identity();
  Eigen::Matrix<double, 3, 4, Eigen::RowMajor> p = Eigen::Matrix<double, 3, 4>::Zero();
  std::uint32_t binning_x = 0, binning_y = 0;
  RegionOfInterest roi;
};

void describe(auto& v, Is<CameraInfo> auto& m) {
  v("header", m.header);
  v("height", m.height);
  v("width", m.width);
  v("distortion_model", m.distortion_model);
  v("d", m.d);
  v("k", m.k);
  v("r", m.r);
  v("p", m.p);
  v("binning_x", m.binning_x);
  v("binning_y", m.binning_y);
  v("roi", m.roi);
}

}  // namespace freefloat::sensor_msgs

namespace freefloat::control_msgs {

struct JointJog {
  std_msgs::Header header;
  std::vector<std::string> joint_names;
  std::vector<double> displacements;
  std::vector<double> velocities;
  double duration = 0.0;
};

void describe(auto& v, Is<JointJog> auto& m) {
  v("header", m.header);
  v("joint_names", m.joint_names);
  v("displacements", m.displacements);
  v("velocities", m.velocities);
  v("duration", m.duration);
}

}  // namespace freefloat::control_msgs

namespace freefloat::std_srvs {

/// Answer of a Trigger; its question has no content.
struct TriggerResponse {
  bool success = false;
  std::string message;
};

void describe(auto& v, Is<TriggerResponse> auto& m) {
  v("success", m.success);
  v("message", m.message);
}

}  // namespace freefloat::std_srvs
