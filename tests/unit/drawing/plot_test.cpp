#include "drawing/plot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/markup_check.h"
#include "support/text_boxes.h"

namespace freefloat {
namespace {

TimePlot sample_plot() {
  TimePlot plot;
  plot.id = "p";
  plot.end = 10.0;
  for (int i = 0; i <= 100; ++i) plot.time.push_back(0.1 * i);
  return plot;
}

PlotSeries series(const std::string& label, double scale) {
  PlotSeries made{label, 1, CurveStyle::kThin, {}};
  for (int i = 0; i <= 100; ++i) made.values.push_back(scale * std::sin(0.1 * i));
  return made;
}

TEST(TimePlot, KeepsTheLegendOfALongTitleInThePicture) {
  TimePlot plot = sample_plot();
  PlotPanel panel{"Angular momentum about the mass centre of the whole system", "N m s"};
  for (const char* name : {"shoulder_roll_joint", "y", "z"}) panel.series.push_back(series(name, 1.0));
  plot.panels = {panel};
  const std::string svg = draw_time_plot(plot);
  EXPECT_EQ(find_cut_text(svg, kPlotWidth), "");
  EXPECT_EQ(find_text_overlap(svg), "");
}

TEST(TimePlot, KeepsTheNumbersOfTinyAndHugeValuesInThePicture) {
  for (const double scale : {1e-18, 1e-12, 2e-6, 3e-4, 1.0, 4e4, 1e7, 1e15}) {
    for (const AxisScale kind : {AxisScale::kLinear, AxisScale::kLogarithmic}) {
      TimePlot plot = sample_plot();
      PlotPanel panel{"Momentum", "N s", kind};
      panel.series.push_back(series("x", scale));
      plot.panels = {panel};
      const std::string svg = draw_time_plot(plot);
      EXPECT_EQ(find_markup_error(svg), "");
      EXPECT_EQ(find_cut_text(svg, kPlotWidth), "") << scale;
      EXPECT_EQ(find_text_overlap(svg), "") << scale;
    }
  }
}

TEST(TimePlot, NamesThePowerOfTenOfShortenedNumbersBesideTheUnit) {
  TimePlot plot = sample_plot();
  PlotPanel panel{"Momentum", "N s"};
  panel.series.push_back(series("x", 2e-6));
  plot.panels = {panel};
  EXPECT_NE(draw_time_plot(plot).find("Momentum, 10⁻⁶ N s"), std::string::npos);
}

TEST(TimePlot, LabelsALevelWhereNoCurvePasses) {
  TimePlot plot = sample_plot();
  PlotPanel panel{"Distance", "mm"};
  panel.include = {0.0, 100.0};
  panel.levels = {{50.0, "capture 50 mm"}};
  // From the middle on the curve swings closely about the level.
  PlotSeries curve{"truth", 1, CurveStyle::kThin, {}};
  for (int i = 0; i <= 100; ++i) curve.values.push_back(i < 50 ? 5.0 : i % 2 == 0 ? 40.0 : 60.0);
  panel.series = {curve};
  plot.panels = {panel};
  for (const TextBox& box : text_boxes(draw_time_plot(plot))) {
    if (box.text == "capture 50 mm") {
      EXPECT_LT(box.right, (kPlotLeft + kPlotRight) / 2.0);
    }
  }
}

}  // namespace
}  // namespace freefloat
