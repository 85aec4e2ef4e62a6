// A camera's calibration for the terminal and for programs.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "calibration/camera_report.h"
#include "drawing/number_format.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// What is easily held against a look at the table, where a square was measured wrongly.
std::string describe_distances(const LensFit& fit) {
  const auto [nearest, farthest] = std::minmax_element(
      fit.poses.begin(), fit.poses.end(),
      [](const BoardPose& a, const BoardPose& b) { return a.place.norm() < b.place.norm(); });
  if (nearest == fit.poses.end()) return {};
  return "boards stood " + format_fixed(nearest->place.norm(), 2) + " to " +
         format_fixed(farthest->place.norm(), 2) +
         " m before the lens, if --square-mm is right: that scales these distances, and not the lens\n";
}

}  // namespace

std::string describe_camera_calibration(const CameraCalibration& calibration, double table_distance,
                                        const std::optional<LensComparison>& comparison) {
  const LensFit& fit = calibration.fit;
  std::string text = std::to_string(calibration.views.size()) + " views, " + std::to_string(fit.corners) +
                     " corners, " + std::to_string(calibration.rejected.size()) + " pictures left out\n";
  for (const RejectedView& view : calibration.rejected) text += "  " + view.name + ": " + view.reason + "\n";
  if (calibration.rejected_corners > 0)
    text += "  and " + std::to_string(calibration.rejected_corners) + " single corners\n";
  text += "model " + std::string(name_of(fit.model)) + ": " + calibration.choice + "\n";
  for (const HeldOut& tried : calibration.tried) {
    text += "  " + std::string(name_of(tried.model)) + ": views held out " + format_fixed(tried.rms, 4) +
            " px RMS\n";
  }
  const std::vector<std::string> names = intrinsic_names(fit.model);
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += "  " + names[i] + "  " + format_fixed(fit.intrinsics[i], i < 4 ? 3 : 6) + "  +- " +
            format_significant(1.96 * calibration.sigma(i), 2) + (i < 4 ? " px" : "") + " at 95 %\n";
  }
  text += "residual " + format_fixed(fit.rms, 3) + " px RMS\n" + describe_distances(fit);
  text += "projection known to " + format_fixed(calibration.projection.rms(), 3) + " px, on a table " +
          format_fixed(table_distance, 2) + " m away " + format_fixed(1e3 * calibration.on_table.rms(), 3) +
          " mm (1 sigma over the picture)\n";
  if (calibration.halves) {
    text += "two halves of the views differ by " +
            format_fixed(calibration.halves->difference.field.rms(), 3) + " px, noise alone makes " +
            format_fixed(calibration.halves->expected, 3) + " px\n";
  }
  if (comparison) {
    text += comparison->name + (comparison->scaled ? " (scaled to this picture size)" : "") + " differs by " +
            format_fixed(comparison->difference.field.rms(), 2) + " px RMS, " +
            format_fixed(comparison->difference.field.largest(), 2) + " px at most\n";
  }
  return text;
}

nlohmann::ordered_json camera_calibration_json(const CameraCalibration& calibration, double table_distance,
                                               const std::optional<LensComparison>& comparison) {
  using Json = nlohmann::ordered_json;
  const LensFit& fit = calibration.fit;
  Json json{{"model", name_of(fit.model)},       {"choice", calibration.choice},
            {"width_px", fit.lens.width},        {"height_px", fit.lens.height},
            {"views", calibration.views.size()}, {"corners", fit.corners},
            {"residual_rms_px", fit.rms},        {"sigma_px", fit.sigma}};
  const std::vector<std::string> names = intrinsic_names(fit.model);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string unit = i < 4 ? "_px" : "";
    json["intrinsics"][names[i] + unit] = fit.intrinsics[i];
    json["sigma"][names[i] + unit] = calibration.sigma(i);
  }
  for (Eigen::Index row = 0; row < calibration.stated.rows(); ++row) {
    const Eigen::VectorXd values = calibration.stated.row(row);
    json["covariance"].push_back(std::vector<double>(values.begin(), values.end()));
  }
  json["projection_sigma_px"] = {{"rms", calibration.projection.rms()},
                                 {"largest", calibration.projection.largest()}};
  json["table_sigma_mm"] = {{"distance_m", table_distance},
                            {"rms", 1e3 * calibration.on_table.rms()},
                            {"largest", 1e3 * calibration.on_table.largest()}};
  if (calibration.halves) {
    json["halves_px"] = {{"rms", calibration.halves->difference.field.rms()},
                         {"expected", calibration.halves->expected}};
  }
  json["tried"] = Json::array();
  for (const HeldOut& tried : calibration.tried)
    json["tried"].push_back({{"model", name_of(tried.model)}, {"held_out_rms_px", tried.rms}});
  json["rejected"] = Json::array();
  for (const RejectedView& view : calibration.rejected)
    json["rejected"].push_back({{"picture", view.name}, {"reason", view.reason}});
  json["warnings"] = calibration.warnings;
  if (comparison) {
    json["comparison"] = {{"file", comparison->name},
                          {"scaled", comparison->scaled},
                          {"rms_px", comparison->difference.field.rms()},
                          {"largest_px", comparison->difference.field.largest()},
                          {"turn_deg", rad_to_deg(comparison->difference.turn.norm())}};
  }
  return json;
}

}  // namespace freefloat
