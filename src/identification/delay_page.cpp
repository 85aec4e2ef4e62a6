#include "identification/delay_page.h"

#include <fmt/format.h>

#include "drawing/page.h"
#include "drawing/xy_plot.h"

namespace freefloat {

namespace {

std::string draw_errors(const PredictionErrors& errors, double found, double believed) {
  XyPlot plot;
  plot.id = "delay-errors";
  plot.title = "Error of the predicted hand";
  plot.description = "How far the hand is from where the estimator predicted it, over the delay believed.";
  plot.x.label = "delay believed, ms";
  plot.y.label = "hand, mm";
  plot.y.include = {0.0, 0.0};
  XyCurve rms{"RMS", 1, false, {}};
  XyCurve largest{"largest", 2, true, {}};
  const auto value_at = [&](double delay) {
    double value = 0.0;
    for (const DelayError& error : errors.errors)
      if (error.believed <= delay) value = 1e3 * error.rms;
    return value;
  };
  for (const DelayError& error : errors.errors) {
    rms.points.emplace_back(1e3 * error.believed, 1e3 * error.rms);
    largest.points.emplace_back(1e3 * error.believed, 1e3 * error.largest);
  }
  plot.marks.push_back({{1e3 * found, value_at(found)}, 0.0, 1, "found"});
  plot.marks.push_back({{1e3 * believed, value_at(believed)}, 0.0, 3, "in the file"});
  plot.curves = {std::move(rms), std::move(largest)};
  return draw_xy_plot(plot);
}

std::string delay_row(const std::string& what, const std::string& value, const std::string& spread) {
  return "<tr>" + element("td", what) + element("td", value) + element("td", spread) + "</tr>";
}

std::string ms_text(double seconds) {
  return fmt::format("{:.2f} ms", 1e3 * seconds);
}

std::string delay_table(const MeasuredDelays& m) {
  std::string html = "<table><thead><tr><th></th><th>Found</th><th>Spread</th></tr></thead><tbody>";
  html += delay_row("Exposure to arrival", ms_text(0.5 * (m.arrival_least + m.arrival_most)),
                    fmt::format("within {} and {}", ms_text(m.arrival_least), ms_text(m.arrival_most)));
  html += delay_row("Exposure to the cycle that takes it", ms_text(m.age.median),
                    fmt::format("{} to {}", ms_text(m.age.least), ms_text(m.age.most)));
  html += delay_row("Cycle to command", ms_text(m.compute.median),
                    fmt::format("{} to {}", ms_text(m.compute.least), ms_text(m.compute.most)));
  if (m.delay) {
    html += delay_row(
        "Command to motion", ms_text(*m.delay),
        fmt::format("± {}, joints apart by {}", ms_text(1.96 * m.delay_sigma), ms_text(m.delay_spread)));
    html += delay_row("Servo's lag", ms_text(m.lag), "first order");
    html += delay_row("Held for, on average", ms_text(m.half_period), "half a period of the loop");
    html += delay_row("Cycle to the middle of its effect", ms_text(*m.actuation_delay()),
                      "estimator.actuation_delay_ms");
  }
  return html + "</tbody></table>";
}

}  // namespace

std::string make_delay_page(const std::string& log, const MeasuredDelays& measured,
                            const PredictionErrors& errors, double believed) {
  std::string html = "<header><div><div class=\"brand\">Freefloat delays</div>" +
                     element("h1", "Delays of " + log) + "</div></header>\n<div class=\"plots\">";
  html += "<section class=\"card\"><h2>From light to motion</h2>" + delay_table(measured) + "</section>\n";
  if (measured.delay && !errors.errors.empty()) {
    const std::string caption = fmt::format(
        "The log's inputs given to the estimator with each delay in turn; {} cycles in which the hand moved. "
        "The curve is lowest where the delay is right.",
        errors.cycles);
    html += figure_card({"What a wrong delay costs", caption,
                         draw_errors(errors, *measured.actuation_delay(), believed), false},
                        false);
  }
  return make_page("Delays of " + log, html + "</div>\n", {});
}

}  // namespace freefloat
