#include "drawing/xy_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>

#include "drawing/plot.h"
#include "support/markup_check.h"
#include "support/text_boxes.h"

namespace freefloat {
namespace {

XyPlot sample_xy_plot() {
  XyPlot plot;
  plot.id = "path";
  plot.title = "Path <of> the hand";
  plot.x.label = "x, m";
  plot.y.label = "y, m";
  plot.curves.push_back({"ours", 1, false, {{0.0, 0.0}, {1.0, 0.5}, {2.0, 1.0}}});
  plot.marks.push_back({{1.0, 0.5}, 0.4, 3, "edge"});
  return plot;
}

/// @return Numbers of the circle's attribute in the picture, in order.
std::vector<double> attribute(const std::string& svg, const std::string& name) {
  std::vector<double> values;
  const std::regex pattern("<circle[^>]*\\b" + name + "=\"([-0-9.]+)\"");
  for (std::sregex_iterator i(svg.begin(), svg.end(), pattern), end; i != end; ++i)
    values.push_back(std::stod((*i)[1]));
  return values;
}

TEST(XyPlot, IsWellFormedAndEscapesItsTexts) {
  const std::string svg = draw_xy_plot(sample_xy_plot());
  EXPECT_EQ(find_markup_error(svg), "");
  EXPECT_NE(svg.find("Path &lt;of&gt; the hand"), std::string::npos);
}

TEST(XyPlot, IsWellFormedForDataThatCannotBeDrawn) {
  XyPlot plot = sample_xy_plot();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  plot.curves = {{"none", 1, false, {}}, {"bad", 2, true, {{nan, 1.0}, {infinity, 2.0}, {1.0, -infinity}}}};
  plot.marks.push_back({{nan, nan}, 0.0, 1, "nowhere"});
  const std::string svg = draw_xy_plot(plot);
  EXPECT_EQ(find_markup_error(svg), "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(XyPlot, KeepsTextsInThePictureAndApart) {
  XyPlot plot = sample_xy_plot();
  plot.marks = {{{0.0, 0.0}, 0.0, 1, "left"},
                {{2.0, 1.0}, 0.0, 1, "a long name at the right"},
                {{2.0, 0.98}, 0.0, 1, "another one"},
                {{1.0, 0.5}, 0.5, 3, "guaranteed workspace"}};
  for (const bool equal_scales : {false, true}) {
    plot.equal_scales = equal_scales;
    const std::string svg = draw_xy_plot(plot);
    EXPECT_EQ(find_cut_text(svg, kPlotWidth), "");
    EXPECT_EQ(find_text_overlap(svg), "");
  }
}

TEST(XyPlot, KeepsTheNumbersOfANarrowDiagramApart) {
  XyPlot plot = sample_xy_plot();
  plot.equal_scales = true;
  plot.marks.clear();
  plot.curves = {{"way", 1, false, {{-500.0, -150.0}, {-430.0, 150.0}}}};
  EXPECT_EQ(find_text_overlap(draw_xy_plot(plot)), "");
}

TEST(XyPlot, LeavesOutWhatHasNoLogarithm) {
  XyPlot plot = sample_xy_plot();
  plot.x.scale = plot.y.scale = AxisScale::kLogarithmic;
  plot.marks.clear();
  plot.curves = {{"cost", 1, false, {{0.0, 1.0}, {2.0, -3.0}, {2.0, 10.0}, {64.0, 1000.0}}}};
  EXPECT_EQ(find_markup_error(draw_xy_plot(plot)), "");
}

TEST(XyPlot, DrawsAMetreEquallyLongAlongBothAxes) {
  XyPlot plot = sample_xy_plot();
  plot.equal_scales = true;
  plot.marks = {{{0.0, 0.0}, 0.0, 1, ""}, {{1.0, 0.0}, 0.0, 1, ""}, {{0.0, 1.0}, 0.0, 1, ""}};
  const std::string svg = draw_xy_plot(plot);
  const std::vector<double> x = attribute(svg, "cx");
  const std::vector<double> y = attribute(svg, "cy");
  ASSERT_EQ(x.size(), 3u);
  ASSERT_EQ(y.size(), 3u);
  EXPECT_GT(x[1] - x[0], 20.0);
  EXPECT_NEAR(x[1] - x[0], y[0] - y[2], 0.3);
}

}  // namespace
}  // namespace freefloat
