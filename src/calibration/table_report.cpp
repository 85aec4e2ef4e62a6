#include "calibration/table_report.h"

#include <nlohmann/json.hpp>

#include "drawing/number_format.h"
#include "drawing/page.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// A number as people read it: mm and degrees.
struct ShownNumber {
  std::string value, reach, moved, unit;
};

ShownNumber show_number(const CalibratedNumber& number) {
  const double scale = number.angle ? rad_to_deg(1.0) : 1e3;
  return {format_fixed(scale * number.value, number.angle ? 4 : 2),
          number.held ? "held" : "± " + format_significant(1.96 * scale * number.sigma, 2),
          number.held ? "" : format_fixed(scale * (number.value - number.before), number.angle ? 3 : 2),
          number.angle ? "°" : "mm"};
}

/// "12 points", "1 picture".
std::string counted(const TableCalibration& calibration) {
  const std::string what = calibration.source == TableSource::kPoints ? "point" : "picture";
  return std::to_string(calibration.pictures) + " " + what + (calibration.pictures == 1 ? "" : "s");
}

std::string residual_words(const TableCalibration& calibration) {
  return format_fixed(calibration.rms, 3) + " px RMS, " + format_fixed(calibration.rms_before, 2) +
         " px with the numbers as they were";
}

std::string lens_words(const TableCalibration& calibration) {
  return calibration.lens_sigma
             ? "the lens's own uncertainty is counted, where it was seen it makes " +
                   format_fixed(1e3 * *calibration.lens_sigma, 3) + " mm of that"
             : std::string(
                   "the lens was taken as exact: its file states no uncertainty, `calibrate camera` "
                   "writes it");
}

}  // namespace

std::string describe_table_calibration(const TableCalibration& calibration) {
  std::string text = counted(calibration) + ", residual " + residual_words(calibration) + "\n";
  for (const PointMisfit& point : calibration.points) {
    text += "  " + point.name + std::string(point.name.size() < 18 ? 18 - point.name.size() : 1, ' ') +
            format_fixed(point.pixels, 2) + " px, " + format_fixed(1e3 * point.metres, 2) + " mm off\n";
  }
  for (const CalibratedNumber& number : calibration.numbers) {
    const ShownNumber shown = show_number(number);
    const std::string unit = number.angle ? "deg" : "mm";
    text += "  " + number.name + std::string(number.name.size() < 18 ? 18 - number.name.size() : 1, ' ');
    text += (number.angle ? format_fixed(rad_to_deg(number.value), 4) : format_fixed(1e3 * number.value, 2)) +
            " " + unit;
    if (number.held) {
      text += ", held\n";
      continue;
    }
    text += " +- " +
            format_significant(1.96 * (number.angle ? rad_to_deg(number.sigma) : 1e3 * number.sigma), 2) +
            " at 95 %, moved by " + shown.moved + "\n";
  }
  if (calibration.table_sigma > 0.0) {
    text += "a place on the table is known to " + format_fixed(1e3 * calibration.table_sigma, 3) +
            " mm where it was seen, over the whole picture to " +
            format_fixed(1e3 * calibration.picture_sigma, 3) + " mm (1 sigma of a coordinate)\n";
  }
  if (calibration.hand_sigma > 0.0) {
    text += "the hand is known to " + format_fixed(1e3 * calibration.hand_sigma, 3) +
            " mm (1 sigma of a coordinate)\n";
  }
  return text + lens_words(calibration) + "\n";
}

nlohmann::ordered_json table_calibration_json(const TableCalibration& calibration) {
  using Json = nlohmann::ordered_json;
  const char* counted_key = calibration.source == TableSource::kPoints ? "points" : "pictures";
  Json json{{counted_key, calibration.pictures},
            {"residual_rms_px", calibration.rms},
            {"residual_rms_before_px", calibration.rms_before},
            {"sigma_px", calibration.sigma}};
  json["numbers"] = Json::array();
  for (const CalibratedNumber& number : calibration.numbers) {
    const std::string unit = number.angle ? "_rad" : "_m";
    json["numbers"].push_back({{"name", number.name},
                               {"value" + unit, number.value},
                               {"before" + unit, number.before},
                               {"sigma" + unit, number.sigma},
                               {"held", number.held}});
  }
  for (const PointMisfit& point : calibration.points) {
    json["misfits"].push_back({{"name", point.name},
                               {"written", point.written},
                               {"misfit_px", point.pixels},
                               {"misfit_mm", 1e3 * point.metres}});
  }
  if (calibration.table_sigma > 0.0) json["table_sigma_mm"] = 1e3 * calibration.table_sigma;
  if (calibration.picture_sigma > 0.0) json["picture_sigma_mm"] = 1e3 * calibration.picture_sigma;
  if (calibration.hand_sigma > 0.0) json["hand_sigma_mm"] = 1e3 * calibration.hand_sigma;
  json["lens_taken_as_exact"] = !calibration.lens_sigma.has_value();
  if (calibration.lens_sigma) json["lens_sigma_mm"] = 1e3 * *calibration.lens_sigma;
  json["warnings"] = calibration.warnings;
  json["doubt"] = calibration.doubt;
  return json;
}

std::string make_table_report(const TableCalibration& calibration, const std::string& name) {
  const bool doubtful = !calibration.warnings.empty() || !calibration.doubt.empty();
  std::string body =
      "<header><div><div class=\"brand\">Freefloat table calibration</div>" + element("h1", name) +
      element("p", "Residual " + residual_words(calibration) + "; " + lens_words(calibration) + ".") +
      "</div><div class=\"verdict " + (doubtful ? "stopped\">With reservations" : "passed\">Calibrated") +
      "</div></header>\n";
  body += "<dl class=\"tiles\">" +
          number_tile(calibration.source == TableSource::kPoints ? "Points" : "Pictures",
                      std::to_string(calibration.pictures), "", "") +
          number_tile("Residual", format_fixed(calibration.rms, 3), "px RMS",
                      "before " + format_fixed(calibration.rms_before, 2) + " px");
  if (calibration.table_sigma > 0.0) {
    body += number_tile("On the table", format_fixed(1e3 * calibration.table_sigma, 3), "mm",
                        "1 σ of a coordinate where it was seen, " +
                            format_fixed(1e3 * calibration.picture_sigma, 3) + " mm over the picture");
  }
  if (calibration.hand_sigma > 0.0)
    body += number_tile("Hand", format_fixed(1e3 * calibration.hand_sigma, 3), "mm", "1 σ of a coordinate");
  body +=
      "</dl>\n<section class=\"card\"><h2>Numbers</h2><table><thead><tr><th>Name</th><th "
      "class=\"num\">Value</th>"
      "<th class=\"num\">95 %</th><th class=\"num\">Moved by</th></tr></thead><tbody>";
  for (const CalibratedNumber& number : calibration.numbers) {
    const ShownNumber shown = show_number(number);
    body += "<tr>" + element("td", number.name) + "<td class=\"num\">" + shown.value + " " + shown.unit +
            "</td><td class=\"num\">" + shown.reach + "</td><td class=\"num\">" + shown.moved + "</td></tr>";
  }
  body += "</tbody></table></section>\n";
  if (!calibration.points.empty()) {
    body +=
        "<section class=\"card\"><h2>Points</h2><table><thead><tr><th>Name</th><th class=\"num\">Off in the "
        "picture</th><th class=\"num\">On the table</th></tr></thead><tbody>";
    for (const PointMisfit& point : calibration.points) {
      body += "<tr>" + element("td", point.name) + "<td class=\"num\">" + format_fixed(point.pixels, 2) +
              " px</td><td class=\"num\">" + format_fixed(1e3 * point.metres, 2) + " mm</td></tr>";
    }
    body += "</tbody></table></section>\n";
  }
  for (const std::string& warning : calibration.warnings)
    body += "<section class=\"card\">" + element("p", warning) + "</section>\n";
  if (!calibration.doubt.empty())
    body += "<section class=\"card\">" + element("p", calibration.doubt) + "</section>\n";
  return make_page("Table calibration " + name, body, {});
}

}  // namespace freefloat
