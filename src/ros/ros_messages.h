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
FF_FIELDS(PoseWithCovariance, pose, covariance)

struct PoseWithCovarianceStamped {
  std_msgs::Header header;
  PoseWithCovariance pose;
};
FF_FIELDS(PoseWithCovarianceStamped, header, pose)

struct TwistWithCovariance {
  Twist twist;
  Covariance covariance = Covariance::Zero();
};
FF_FIELDS(TwistWithCovariance, twist, covariance)

struct TwistWithCovarianceStamped {
  std_msgs::Header header;
  TwistWithCovariance twist;
};
FF_FIELDS(TwistWithCovarianceStamped, header, twist)

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
FF_FIELDS(Image, header, height, width, encoding, is_bigendian, step, data)

}  // namespace freefloat::sensor_msgs

namespace freefloat::rosgraph_msgs {

struct Clock {
  builtin_interfaces::Time clock;
};
FF_FIELDS(Clock, clock)

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
FF_FIELDS(Log, stamp, level, name, msg, file, function, line)

}  // namespace freefloat::rcl_interfaces

namespace freefloat::diagnostic_msgs {

struct KeyValue {
  std::string key;
  std::string value;
};
FF_FIELDS(KeyValue, key, value)

struct DiagnosticStatus {
  static constexpr std::byte kOk{0}, kWarn{1}, kError{2}, kStale{3};

  std::byte level = kOk;
  std::string name;
  std::string message;
  std::string hardware_id;
  std::vector<KeyValue> values;
};
FF_FIELDS(DiagnosticStatus, level, name, message, hardware_id, values)

struct DiagnosticArray {
  std_msgs::Header header;
  std::vector<DiagnosticStatus> status;
};
FF_FIELDS(DiagnosticArray, header, status)

}  // namespace freefloat::diagnostic_msgs

namespace freefloat::sensor_msgs {

struct RegionOfInterest {
  std::uint32_t x_offset = 0, y_offset = 0, height = 0, width = 0;
  bool do_rectify = false;
};
FF_FIELDS(RegionOfInterest, x_offset, y_offset, height, width, do_rectify)

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
FF_FIELDS(CameraInfo, header, height, width, distortion_model, d, k, r, p, binning_x, binning_y, roi)

}  // namespace freefloat::sensor_msgs

namespace freefloat::control_msgs {

struct JointJog {
  std_msgs::Header header;
  std::vector<std::string> joint_names;
  std::vector<double> displacements;
  std::vector<double> velocities;
  double duration = 0.0;
};
FF_FIELDS(JointJog, header, joint_names, displacements, velocities, duration)

}  // namespace freefloat::control_msgs

namespace freefloat::std_srvs {

/// Answer of a Trigger; its question has no content.
struct TriggerResponse {
  bool success = false;
  std::string message;
};
FF_FIELDS(TriggerResponse, success, message)

}  // namespace freefloat::std_srvs
