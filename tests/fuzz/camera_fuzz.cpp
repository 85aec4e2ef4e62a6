// A camera's file, or a calibration of OpenCV or ROS: any bytes, or a sound one of which some places are
// changed.

#include <cmath>
#include <string>

#include "config/load/load_parts.h"
#include "edited_text.h"
#include "memory_file.h"
#include "told_problems.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

constexpr std::array<const char*, 4> kFiles{
    R"(%YAML:1.0
---
image_width: 640
image_height: 480
camera_matrix: !!opencv-matrix
   rows: 3
   cols: 3
   dt: d
   data: [ 620., 0., 319.5, 0., 621., 239.5, 0., 0., 1. ]
distortion_coefficients: !!opencv-matrix
   rows: 5
   cols: 1
   dt: d
   data: [ -0.08, 0.01, 1.e-04, 1.8e-04, 0. ]
)",
    R"(image_width: 640
image_height: 480
camera_name: ceiling
camera_matrix:
  rows: 3
  cols: 3
  data: [620, 0, 319.5, 0, 621, 239.5, 0, 0, 1]
distortion_model: rational_polynomial
distortion_coefficients:
  rows: 1
  cols: 8
  data: [-0.08, 0.01, 0.0001, 0.0002, 0, 0.01, 0.001, 0]
rectification_matrix:
  rows: 3
  cols: 3
  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
projection_matrix:
  rows: 3
  cols: 4
  data: [620, 0, 319.5, 0, 0, 621, 239.5, 0, 0, 0, 1, 0]
)",
    R"(name: fisheye
width_px: 1280
height_px: 1024
focal_length_px: [700, 700]
principal_point_px: [640, 512]
distortion_model: equidistant
distortion: [-0.01, 0.001, 0, 0]
lens_covariance: [0.04, 0, 0.04, 0, 0, 0.09, 0, 0, 0, 0.09, 0, 0, 0, 0, 1.0e-8, 0, 0, 0, 0, 0, 1.0e-8, 0, 0, 0, 0, 0, 0, 1.0e-8, 0, 0, 0, 0, 0, 0, 0, 1.0e-8]
rate_hz: 100
exposure_ms: 2
latency_ms: 5
position_m: [0.1, 0.0, 2.5]
rotation_deg: [0.5, -0.3, 90]
)",
    R"(name: rolling
width_px: 512
height_px: 492
focal_length_px: [620, 620]
principal_point_px: [257.2, 244.6]
distortion: [-0.08, 0, 0, 0, 0]
rate_hz: 30
exposure_ms: 2
readout: rolling
row_time_us: 30
latency_ms: 33
position_m: [0.0, 0.0, 2.6]
rotation_deg: [0.4, -0.3, 0.5]
)"};

void check_sensible(const CameraParameters& camera) {
  require(camera.width >= 16 && camera.height >= 16, "a picture has pixels");
  require(std::isfinite(camera.fx) && std::isfinite(camera.fy) && camera.fx > 0.0 && camera.fy > 0.0,
          "a lens has focal lengths");
  require(camera.p_WC.allFinite() && camera.rpy_WC.allFinite() && camera.p_WC.z() > 0.0,
          "a camera hangs above the table");
  for (const double term : camera.distortion) require(std::isfinite(term), "distortion is finite");
  require(camera.exposure >= Duration::zero() && camera.latency >= Duration::zero() &&
              camera.row_time >= Duration::zero(),
          "no time is negative");
  const CameraModel model(camera);
  for (const Vector2& p : {Vector2(0.0, 0.0), Vector2(0.5, -0.3), Vector2(-3.0, 2.0)}) {
    const auto uv = model.project(p, 0.1);
    if (!uv) continue;
    require(uv->allFinite(), "a point is seen somewhere");
    if (const auto back = model.back_project(*uv, 0.1)) require(back->allFinite(), "and is somewhere");
  }
}

}  // namespace
}  // namespace freefloat

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freefloat;
  FuzzInput input(bytes, size);
  const std::uint8_t kind = input.byte();
  static const MemoryFile file;
  file.write(kind % 8 == 0 ? input.rest() : edit_text(kFiles[kind % kFiles.size()], input));
  const auto camera = read_or_refuse([] { return load_camera(file.path()); });
  if (camera) check_sensible(*camera);
  const auto covariance = read_or_refuse([] { return load_lens_covariance(file.path()); });
  if (covariance) require(covariance->allFinite(), "a covariance is finite");
  return 0;
}
