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

std::string residual_words(const TableCalibration& calibration) {
  return format_fixed(calibration.rms, 3) + " px RMS, " + format_fixed(calibration.rms_before, 2) +
         " px with the numbers as they were";
}

}  // namespace

std::string describe_table_calibration(const TableCalibration& calibration) {
  std::string text =
      std::to_string(calibration.pictures) + " pictures, residual " + residual_words(calibration) + "\n";
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
            " mm (1 sigma of a coordinate)\n";
  }
  if (calibration.hand_sigma > 0.0) {
    text += "the hand is known to " + format_fixed(1e3 * calibration.hand_sigma, 3) +
            " mm (1 sigma of a coordinate)\n";
  }
  return text;
}

nlohmann::ordered_json table_calibration_json(const TableCalibration& calibration) {
  using Json = nlohmann::ordered_json;
  Json json{{"pictures", calibration.pictures},
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
  if (calibration.table_sigma > 0.0) json["table_sigma_mm"] = 1e3 * calibration.table_sigma;
  if (calibration.hand_sigma > 0.0) json["hand_sigma_mm"] = 1e3 * calibration.hand_sigma;
  json["warnings"] = calibration.warnings;
  json["doubt"] = calibration.doubt;
  return json;
}

std::string make_table_report(const TableCalibration& calibration, const std::string& name) {
  const bool doubtful = !calibration.warnings.empty() || !calibration.doubt.empty();
  std::string body = "<header><div><div class=\"brand\">Freefloat table calibration</div>" +
                     element("h1", name) + element("p", "Residual " + residual_words(calibration) + ".") +
                     "</div><div class=\"verdict " +
                     (doubtful ? "stopped\">With reservations" : "passed\">Calibrated") + "</div></header>\n";
  body += "<dl class=\"tiles\">" + number_tile("Pictures", std::to_string(calibration.pictures), "", "") +
          number_tile("Residual", format_fixed(calibration.rms, 3), "px RMS",
                      "before " + format_fixed(calibration.rms_before, 2) + " px");
  if (calibration.table_sigma > 0.0) {
    body += number_tile("On the table", format_fixed(1e3 * calibration.table_sigma, 3), "mm",
                        "1 σ of a coordinate");
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
  for (const std::string& warning : calibration.warnings)
    body += "<section class=\"card\">" + element("p", warning) + "</section>\n";
  if (!calibration.doubt.empty())
    body += "<section class=\"card\">" + element("p", calibration.doubt) + "</section>\n";
  return make_page("Table calibration " + name, body, {});
}

}  // namespace freefloat
