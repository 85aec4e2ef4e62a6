#include "config/files/camera_file.h"

#include <algorithm>
#include <cmath>

#include "types/angle.h"
#include "vision/readout.h"

namespace freefloat {

namespace {

// Farther away from straight down a picture shows more of the walls than of the table.
constexpr double kLargestTilt = deg_to_rad(80.0);

Field<CameraFile> distortion_field() {
  auto field = number("distortion", &CameraFile::distortion, kDistortionTerm,
                      "plumb_bob: k1, k2, p1, p2 and, if wanted, k3; rational_polynomial: k1, k2, p1, p2, "
                      "k3, k4, k5, k6 and, if wanted, s1, s2, s3, s4; equidistant: k1, k2, k3, k4.");
  field.form.schema = [any_length = field.form.schema] {
    Json schema = any_length();
    schema["minItems"] = 4;
    schema["maxItems"] = 12;
    return schema;
  };
  return field;
}

/// Of 16 intrinsics the triangle has more numbers than other lists may have.
Field<CameraFile> lens_covariance_field() {
  return Field<CameraFile>::special(
      "lens_covariance",
      "How well the lens is known, written by `freefloat calibrate camera`: covariance of fx, fy, cx, cy and "
      "the distortion's terms, the lower triangle by rows. `calibrate table` counts it; left out, the lens "
      "is taken as exact.",
      "a list of numbers",
      [](const ConfigNode& node, CameraFile& file, Problems& problems) {
        if (node.kind != NodeKind::kList) {
          problems.add_at(node, "is not a list", "the lower triangle of a covariance, by rows");
          return;
        }
        for (const ConfigNode& item : node.items)
          read_numeric(item, {{}, {}}, file.lens_covariance.emplace_back(), problems);
      },
      [](const CameraFile& file) { return Json(file.lens_covariance); },
      [] {
        return Json{{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 36}, {"maxItems", 136}};
      });
}

void check_pose(const CameraParameters& camera, const ConfigNode& node, Problems& problems) {
  if (camera.p_WC.z() <= 0.0) {
    problems.add_at(*node.find("position_m"), "the camera is not above the table", "z above 0 m");
  }
  const double down = std::cos(camera.rpy_WC.x()) * std::cos(camera.rpy_WC.y());
  if (down < std::cos(kLargestTilt)) {
    problems.add_at(*node.find("rotation_deg"),
                    "the camera looks " + format_number(std::round(rad_to_deg(std::acos(down)))) +
                        " deg away from straight down",
                    "turns about x and y that leave at most " + format_number(rad_to_deg(kLargestTilt)) +
                        " deg; any turn about z");
  }
}

}  // namespace

std::string check_term_count(DistortionModel model, std::size_t count) {
  switch (model) {
    case DistortionModel::kPlumbBob:
      return count == 0 || count == 4 || count == 5 ? "" : "plumb_bob has k1, k2, p1, p2 and, if wanted, k3";
    case DistortionModel::kRationalPolynomial:
      return count == 8 || count == 12
                 ? ""
                 : "rational_polynomial has k1, k2, p1, p2, k3, k4, k5, k6 and, if wanted, s1, s2, s3, s4";
    case DistortionModel::kEquidistant:
      return count == 4 ? "" : "equidistant has k1, k2, k3, k4";
  }
  return {};
}

bool check_principal_point(const CameraParameters& camera, const ConfigNode& at, Problems& problems) {
  const auto inside = [](double value, int size) { return value >= 0.0 && value <= size; };
  if (inside(camera.cx, camera.width) && inside(camera.cy, camera.height)) return true;
  problems.add_at(
      at, "the principal point lies outside of the picture",
      "cx of 0 to " + std::to_string(camera.width) + ", cy of 0 to " + std::to_string(camera.height) + " px",
      "check the order [cx, cy], and that picture size and lens are of the same calibration");
  return false;
}

void set_distortion(CameraParameters& camera, const std::vector<double>& terms) {
  camera.distortion = {};
  std::copy_n(terms.begin(), std::min(terms.size(), camera.distortion.size()), camera.distortion.begin());
}

Fields<CameraFile> camera_fields() {
  const auto camera = [](auto member) { return inside(&CameraFile::camera, member); };
  using C = CameraParameters;
  // Focal lengths and principal point are pairs in the file and single numbers in the struct.
  const auto pair = [](double C::*first, double C::*second, std::string_view key, Range range,
                       std::string_view description) {
    const NumberRule rule{unit_of(key), range};
    return Field<CameraFile>::special(
        key, description, "a list of 2 numbers, each " + rule.text(),
        [=](const ConfigNode& node, CameraFile& out, Problems& problems) {
          Vector2 both(out.camera.*first, out.camera.*second);
          read_numeric(node, rule, both, problems);
          out.camera.*first = both.x();
          out.camera.*second = both.y();
        },
        [=](const CameraFile& file) {
          return write_numeric(rule, Vector2(file.camera.*first, file.camera.*second));
        },
        [=] { return numeric_schema<Vector2>(rule); });
  };
  return {
      required(text("name", camera(&C::name), "Name of the camera.")),
      file("calibration", &CameraFile::calibration,
           "Calibration of OpenCV, or ROS camera_info, that gives picture size and lens."),
      number("width_px", camera(&C::width), kPictureSize, "Width of the picture."),
      number("height_px", camera(&C::height), kPictureSize, "Height of the picture."),
      pair(&C::fx, &C::fy, "focal_length_px", kFocalLength, "Focal lengths [fx, fy]."),
      pair(&C::cx, &C::cy, "principal_point_px", kPrincipalPoint,
           "Principal point [cx, cy]; the centre of the upper left pixel is [0, 0]."),
      choice("distortion_model", camera(&C::distortion_model),
             {kDistortionModels.begin(), kDistortionModels.begin() + 3},
             "Lens model of OpenCV, by its name in ROS; equidistant: fisheye."),
      distortion_field(),
      lens_covariance_field(),
      required(number("rate_hz", camera(&C::rate), above(0, 10000), "Pictures a second.")),
      required(number("exposure_ms", camera(&C::exposure), between(0, 1000), "Time the shutter is open.")),
      choice("readout", camera(&C::readout),
             {{"global", Readout::kGlobal},
              {"rolling", Readout::kRolling},
              {"interlaced", Readout::kInterlaced}},
             "global: all rows are exposed at once; rolling: one after the other, from the top; interlaced: "
             "first the even rows, half a picture later the odd ones. LEDs are then put where they were in "
             "the middle of the picture."),
      number("row_time_us", camera(&C::row_time), between(0, 1e5),
             "Rolling: from the exposure of a row to that of the next; the sensor's data sheet says it."),
      required(number("latency_ms", camera(&C::latency), between(0, 1000),
                      "From the middle of the exposure until the markers reach the controller.")),
      required(number("position_m", camera(&C::p_WC), between(-100, 100),
                      "Optical centre [x, y, z] in the table frame; z above the table.")),
      number("rotation_deg", camera(&C::rpy_WC), between(-360, 360),
             "Turns about the table's x, y, z, in this order, away from straight down with the picture's "
             "right along x; [0, 0, 90] hangs it a quarter turn round."),
  };
}

void check_camera(const CameraFile& file, const ConfigNode& node, Problems& problems) {
  const CameraParameters& camera = file.camera;
  for (const auto& [key, is_needed] : {std::pair("width_px", true),
                                       {"height_px", true},
                                       {"focal_length_px", true},
                                       {"principal_point_px", true},
                                       {"distortion_model", false},
                                       {"distortion", false},
                                       {"lens_covariance", false}}) {
    const ConfigNode* given = node.find(key);
    if (file.calibration.empty() && is_needed && given == nullptr) {
      problems.add_missing(node, key, {}, "add it, or name a calibration file");
    } else if (!file.calibration.empty() && given != nullptr) {
      problems.add_at(*given, "is given here and by the calibration file", {}, "keep one of the two");
    }
  }
  if (const std::string wrong = check_term_count(camera.distortion_model, file.distortion.size());
      !wrong.empty()) {
    const ConfigNode* given = node.find("distortion");
    problems.add_at(given != nullptr ? *given : *node.find("distortion_model"),
                    "has " + std::to_string(file.distortion.size()) + " terms", wrong);
  }
  const std::size_t known = 4 + file.distortion.size();
  if (const ConfigNode* given = node.find("lens_covariance");
      given != nullptr && file.lens_covariance.size() != known * (known + 1) / 2) {
    problems.add_at(*given, "has " + std::to_string(file.lens_covariance.size()) + " numbers",
                    std::to_string(known * (known + 1) / 2) + " of them for 4 + " +
                        std::to_string(file.distortion.size()) + " intrinsics",
                    "run calibrate camera anew, or remove it");
  }
  if (const ConfigNode* centre = node.find("principal_point_px"); centre != nullptr && camera.width > 0) {
    check_principal_point(camera, *centre, problems);
  }
  if (to_seconds(camera.exposure) * camera.rate > 1.0) {
    problems.add_at(*node.find("exposure_ms"), "is longer than the time between two pictures",
                    "at most " + format_number(1000.0 / camera.rate) + " ms at this rate_hz");
  }
  check_pose(camera, node, problems);
}

void check_readout(const CameraParameters& camera, const ConfigNode& node, Problems& problems) {
  const ConfigNode* row_time = node.find("row_time_us");
  if (camera.readout == Readout::kRolling && camera.row_time == Duration::zero()) {
    problems.add_at(*node.find("readout"), "says nothing without row_time_us",
                    "row_time_us of 1 to " + format_number(1e6 / (camera.rate * camera.height)));
  } else if (camera.readout != Readout::kRolling && camera.row_time != Duration::zero()) {
    problems.add_at(*row_time, "is of a rolling shutter", {}, "add `readout: rolling`, or remove it");
  } else if (readout_span(camera) * camera.rate > 1.0) {
    problems.add_at(*row_time, "the rows take longer than the time between two pictures",
                    "at most " + format_number(1e6 / (camera.rate * camera.height)) + " us at this rate_hz");
  }
  const Duration half = (camera.exposure + from_seconds(readout_span(camera))) / 2;
  if (camera.latency < half) {
    problems.add_at(*node.find("latency_ms"), "markers cannot arrive before the exposure has ended",
                    "at least half the exposure" +
                        std::string(camera.readout == Readout::kGlobal ? "" : " and read-out") + ", " +
                        format_number(to_seconds(half) * 1000.0) + " ms");
  }
}

}  // namespace freefloat
