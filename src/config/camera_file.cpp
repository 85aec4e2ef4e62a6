#include "config/camera_file.h"

namespace freefloat {

Fields<CameraFile> camera_fields() {
  using F = Field<CameraFile>;
  const auto camera = [](auto member) {
    return [member](auto& file) -> auto& {
      return std::invoke(member, file.camera);
    };
  };
  using C = CameraParameters;
  // Focal lengths and principal point are pairs in the file and single numbers in the struct.
  const auto pair = [](double C::*first, double C::*second, std::string key, Range range,
                       std::string description) {
    const NumberRule rule{unit_of(key), range};
    return F{std::move(key),
             std::move(description),
             false,
             "a list of 2 numbers, each " + rule.text(),
             [=](const ConfigNode& node, CameraFile& out, Problems& problems) {
               Vector2 both(out.camera.*first, out.camera.*second);
               read_numeric(node, rule, both, problems);
               out.camera.*first = both.x();
               out.camera.*second = both.y();
             },
             [=](const CameraFile& file) {
               return write_numeric(rule, Vector2(file.camera.*first, file.camera.*second));
             },
             [=] { return numeric_schema(rule, std::type_identity<Vector2>()); }};
  };
  return {
      F::text("name", camera(&C::name), "Name of the camera.").required(),
      F::file("calibration", &CameraFile::calibration,
              "Calibration of OpenCV, or ROS camera_info, that gives picture size and lens."),
      F::number("width_px", camera(&C::width), between(16, 16384), "Width of the picture."),
      F::number("height_px", camera(&C::height), between(16, 16384), "Height of the picture."),
      pair(&C::fx, &C::fy, "focal_length_px", above(0, 1e6), "Focal lengths [fx, fy]."),
      pair(&C::cx, &C::cy, "principal_point_px", between(-16384, 32768),
           "Principal point [cx, cy]; the centre of the upper left pixel is [0, 0]."),
      F::number("distortion", camera(&C::distortion), between(-100, 100),
                "k1, k2, p1, p2, k3 of OpenCV's lens model."),
      F::number("rate_hz", camera(&C::rate), above(0, 10000), "Pictures a second.").required(),
      F::number("exposure_ms", camera(&C::exposure), between(0, 1000), "Time the shutter is open.")
          .required(),
      F::number("latency_ms", camera(&C::latency), between(0, 1000),
                "From the middle of the exposure until the markers reach the controller.")
          .required(),
      F::number("position_m", camera(&C::p_WC), between(-100, 100),
                "Optical centre [x, y, z] in the table frame; z above the table.")
          .required(),
      F::number("rotation_deg", camera(&C::rpy_WC), between(-60, 60),
                "Small rotations about the table's x, y, z away from straight down with the picture's right "
                "along x."),
  };
}

void check_camera(const CameraFile& file, const ConfigNode& node, Problems& problems) {
  const CameraParameters& camera = file.camera;
  for (const char* key : {"width_px", "height_px", "focal_length_px", "principal_point_px"}) {
    const ConfigNode* given = node.find(key);
    if (file.calibration.empty() && given == nullptr) {
      problems.add({*node.file, node.line, key, {}, "missing", {}, "add it, or name a calibration file"});
    } else if (!file.calibration.empty() && given != nullptr) {
      problems.add_at(*given, "is given here and by the calibration file", {}, "keep one of the two");
    }
  }
  if (const ConfigNode* given = node.find("distortion"); given != nullptr && !file.calibration.empty()) {
    problems.add_at(*given, "is given here and by the calibration file", {}, "keep one of the two");
  }
  if (to_seconds(camera.exposure) * camera.rate > 1.0) {
    problems.add_at(*node.find("exposure_ms"), "is longer than the time between two pictures",
                    "at most " + format_number(1000.0 / camera.rate) + " ms at this rate_hz");
  }
  if (camera.latency < camera.exposure / 2) {
    problems.add_at(
        *node.find("latency_ms"), "markers cannot arrive before the exposure has ended",
        "at least half the exposure, " + format_number(to_seconds(camera.exposure) * 500.0) + " ms");
  }
  if (camera.p_WC.z() <= 0.0) {
    problems.add_at(*node.find("position_m"), "the camera is not above the table", "z above 0 m");
  }
}

}  // namespace freefloat
