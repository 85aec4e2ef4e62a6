#include "calibration/camera_report.h"

#include <algorithm>

#include "calibration/draw_field.h"
#include "drawing/number_format.h"
#include "drawing/page.h"
#include "drawing/xy_plot.h"
#include "types/angle.h"

namespace freefloat {
namespace {

std::string make_head(const CameraCalibration& calibration, const std::string& name) {
  const LensFit& fit = calibration.fit;
  std::string html = "<header><div><div class=\"brand\">Freefloat camera calibration</div>";
  html += element("h1", name.empty() ? "Camera" : name);
  html += element("p", "Model " + std::string(name_of(fit.model)) + ": " + calibration.choice + ".");
  html += "<p class=\"quiet\">" + std::to_string(fit.lens.width) + " x " + std::to_string(fit.lens.height) +
          " pixels · " + std::to_string(calibration.views.size()) + " views · " +
          std::to_string(fit.corners) + " corners</p></div>";
  const bool doubtful = !calibration.warnings.empty();
  return html + "<div class=\"verdict " + (doubtful ? "stopped" : "passed") + "\">" +
         (doubtful ? "With reservations" : "Calibrated") + "</div></header>\n";
}

std::string make_numbers(const CameraCalibration& calibration, double table_distance) {
  const LensFit& fit = calibration.fit;
  std::string html = "<dl class=\"tiles\">";
  html += number_tile("Focal length", format_fixed(fit.lens.fx, 2), "px",
                      "± " + format_significant(1.96 * calibration.sigma(0), 2) + " px at 95 %");
  html += number_tile("Residual", format_fixed(fit.rms, 3), "px RMS",
                      "σ " + format_fixed(fit.sigma, 3) + " px a coordinate");
  html += number_tile(
      "Projection", format_fixed(calibration.projection.rms(), 3), "px",
      "1 σ over the picture; " + format_fixed(calibration.projection.largest(), 3) + " px at most");
  html += number_tile("On the table", format_fixed(1e3 * calibration.on_table.rms(), 3), "mm",
                      "1 σ at " + format_fixed(table_distance, 2) + " m; " +
                          format_fixed(1e3 * calibration.on_table.largest(), 3) + " mm at most");
  if (calibration.halves) {
    html += number_tile("Two halves", format_fixed(calibration.halves->difference.field.rms(), 3), "px apart",
                        "noise makes " + format_fixed(calibration.halves->expected, 3) + " px");
  }
  return html + "</dl>\n";
}

std::string make_intrinsics_table(const CameraCalibration& calibration) {
  const LensFit& fit = calibration.fit;
  std::string html =
      "<section class=\"card\"><h2>Intrinsics</h2><table><thead><tr><th>Name</th><th class=\"num\">Value</th>"
      "<th class=\"num\">95 %</th></tr></thead><tbody>";
  const std::vector<std::string> names = intrinsic_names(fit.model);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double reach = 1.96 * calibration.sigma(i);
    html += "<tr>" + element("td", names[i] + (i < 4 ? ", px" : "")) + "<td class=\"num\">" +
            format_fixed(fit.intrinsics[i], i < 4 ? 2 : 5) + "</td><td class=\"num\">± " +
            format_significant(reach, 2) + "</td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

std::string make_model_table(const CameraCalibration& calibration) {
  if (calibration.tried.empty()) return {};
  std::string html =
      "<section class=\"card\"><h2>Models</h2><table><thead><tr><th>Model</th><th class=\"num\">Views held "
      "out, px RMS</th></tr></thead><tbody>";
  for (const HeldOut& tried : calibration.tried) {
    html += "<tr><td>" + std::string(name_of(tried.model));
    if (tried.model == calibration.fit.model) html += " <span class=\"tag passed\">chosen</span>";
    html += "</td><td class=\"num\">" + format_fixed(tried.rms, 4) + "</td></tr>";
  }
  return html + "</tbody></table></section>\n";
}

std::string make_view_lists(const CameraCalibration& calibration) {
  std::string html;
  if (!calibration.warnings.empty()) {
    html += "<section class=\"card\"><h2>Reservations</h2>";
    for (const std::string& warning : calibration.warnings) html += element("p", warning);
    html += "</section>\n";
  }
  html += "<section class=\"card\"><h2>Pictures left out</h2>";
  if (calibration.rejected.empty()) html += "<p class=\"quiet\">None.</p>";
  html += "<div class=\"events\"><table><tbody>";
  for (const RejectedView& view : calibration.rejected)
    html += "<tr>" + element("td", view.name) + element("td", view.reason) + "</tr>";
  return html + "</tbody></table></div></section>\n";
}

Figure draw_view_residuals(const CameraCalibration& calibration) {
  XyPlot plot{
      .id = "views",
      .title = "Residual of each view",
      .description = "Root mean square distance of the corners from where they should be, for each view.",
      .x = {.label = "view"},
      .y = {.label = "px RMS", .include = {{0.0, 0.0}}},
      .height = 160.0};
  XyCurve curve;
  for (const double rms : calibration.fit.view_rms())
    curve.points.emplace_back(static_cast<double>(curve.points.size() + 1), rms);
  plot.curves.push_back(std::move(curve));
  return {plot.title, "A view far above the others has been moved, bent or blurred.", draw_xy_plot(plot),
          false};
}

std::string make_figures(const CameraCalibration& calibration,
                         const std::optional<LensComparison>& comparison) {
  std::string html = "<div class=\"plots\">\n";
  const auto add = [&](const Figure& figure) { html += figure_card(figure, false); };
  add({"Projection uncertainty",
       "1 σ of where a ray meets the picture, px; what a turn of the camera makes up for is taken out.",
       draw_field(calibration.projection,
                  {"projection", "Projection uncertainty", "Uncertainty over the picture in pixels", 1.0, 3}),
       false});
  add({"Uncertainty on the table", "1 σ on the table, mm, once the camera's pose was fitted to the table.",
       draw_field(calibration.on_table,
                  {"on-table", "Uncertainty on the table", "Uncertainty over the picture in mm", 1e3, 3}),
       false});
  std::vector<Vector2> dots;
  for (const BoardView& view : calibration.views) {
    for (const BoardCorner& corner : view.corners) dots.push_back(corner.uv);
  }
  add({"Coverage", "All corners of all views; where there are none the lens is extrapolated.",
       draw_field(count_corners(calibration.views),
                  {"coverage", "Coverage", "Where in the picture corners were seen", 1.0, 0}, dots),
       false});
  const auto [along_u, along_v] = mean_residuals(calibration.fit, calibration.views);
  const double enlarged = 12.0 / std::max(1e-6, std::max(along_u.largest(), along_v.largest()));
  add({"Residuals over the picture",
       "Mean residual of each part, enlarged; neighbours that point the same way are what the model cannot "
       "say.",
       draw_arrows(along_u, along_v, {"residuals", "Residuals over the picture", "Mean residuals", 1.0, 2},
                   enlarged),
       false});
  add(draw_view_residuals(calibration));
  if (calibration.halves) {
    add({"Two halves", "Fits to every other view each: distance between them, px.",
         draw_field(calibration.halves->difference.field,
                    {"halves", "Two halves", "Difference of two fits in pixels", 1.0, 3}),
         false});
  }
  if (comparison) {
    add({"Beside " + comparison->name,
         "Distance between the two calibrations, px, where a turn of " +
             format_fixed(rad_to_deg(comparison->difference.turn.norm()), 3) + "° makes them most alike.",
         draw_field(comparison->difference.field,
                    {"comparison", "Comparison", "Difference of two calibrations in pixels", 1.0, 2}),
         false});
  }
  return html + "</div>\n";
}

}  // namespace

std::string make_camera_report(const CameraCalibration& calibration, const std::string& name,
                               double table_distance, const std::optional<LensComparison>& comparison) {
  std::string body = make_head(calibration, name) + make_numbers(calibration, table_distance);
  body += make_figures(calibration, comparison) + "<div class=\"plots\">\n" +
          make_intrinsics_table(calibration) + make_model_table(calibration) + make_view_lists(calibration) +
          "</div>\n";
  return make_page("Camera calibration " + name, body, {});
}

}  // namespace freefloat
