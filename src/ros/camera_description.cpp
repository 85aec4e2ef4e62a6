#include "ros/camera_description.h"

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
