#include "ros/camera_description.h"

#include <Eigen/Geometry>

#include "runlog/cycle_encoder.h"
#include "runlog/robot_frames.h"
#include "vision/camera_model.h"

namespace freefloat::ros {
namespace {

struct RosLens {
  const char* name;
  std::size_t terms;
};

/// ROS tells a thin prism's terms nowhere, and 5 or 8 terms of the others.
RosLens lens_of(DistortionModel model) {
  switch (model) {
    case DistortionModel::kRationalPolynomial:
      return {"rational_polynomial", 8};
    case DistortionModel::kEquidistant:
      return {"equidistant", 4};
    case DistortionModel::kPlumbBob:
      break;
  }
  return {"plumb_bob", 5};
}

}  // namespace

geometry_msgs::TransformStamped camera_frame(const CameraParameters& camera, std::int64_t epoch_ns) {
  const Eigen::Quaterniond turn(CameraModel(camera).attitude());
  geometry_msgs::TransformStamped frame;
  frame.header = {ros_time(Time{}, epoch_ns), kTableFrame};
  frame.child_frame_id = kCameraFrame;
  frame.transform.translation = {camera.p_WC.x(), camera.p_WC.y(), camera.p_WC.z()};
  frame.transform.rotation = {turn.x(), turn.y(), turn.z(), turn.w()};
  return frame;
}

sensor_msgs::CameraInfo camera_info(const CameraParameters& camera, const std_msgs::Header& header) {
  const RosLens lens = lens_of(camera.distortion_model);
  sensor_msgs::CameraInfo info;
  info.header = header;
  info.height = static_cast<std::uint32_t>(camera.height);
  info.width = static_cast<std::uint32_t>(camera.width);
  info.distortion_model = lens.name;
  info.d.assign(camera.distortion.begin(),
                camera.distortion.begin() + static_cast<std::ptrdiff_t>(lens.terms));
  info.k << camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0;
  info.p.leftCols<3>() = info.k;
  return info;
}

}  // namespace freefloat::ros
