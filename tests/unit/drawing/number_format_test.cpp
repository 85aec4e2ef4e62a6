#include "drawing/number_format.h"

#include <gtest/gtest.h>

#include <limits>

namespace freefloat {
namespace {

TEST(EscapeMarkup, LeavesNothingThatMeansSomething) {
  EXPECT_EQ(escape_markup("<script>alert(\"x\" & 'y')</script>"),
            "&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt;");
}

TEST(EscapeMarkup, RepairsBrokenTextAndKeepsGoodText) {
  EXPECT_EQ(escape_markup("30° – ok"), "30° – ok");
  EXPECT_EQ(escape_markup(std::string("a\x01") + "b\x1b[2J"), "a b [2J");
  EXPECT_EQ(escape_markup("\xff\xc3"), "??");
  EXPECT_EQ(escape_markup("\xed\xa0\x80"), "???");
}

TEST(FormatFixed, SaysWhenANumberIsNotKnown) {
  EXPECT_EQ(format_fixed(std::numeric_limits<double>::quiet_NaN(), 2), "–");
  EXPECT_EQ(format_fixed(std::numeric_limits<double>::infinity(), 2), "–");
  EXPECT_EQ(format_fixed(-1.25, 1), "−1.2");
  EXPECT_EQ(format_fixed(-0.001, 1), "0.0");
}

TEST(FormatCoordinate, IsShortAndNeverInvalid) {
  EXPECT_EQ(format_coordinate(12.50), "12.5");
  EXPECT_EQ(format_coordinate(-0.04), "0");
  EXPECT_EQ(format_coordinate(100.0), "100");
  EXPECT_EQ(format_coordinate(100.0, 0), "100");
  EXPECT_EQ(format_coordinate(std::numeric_limits<double>::quiet_NaN()), "0");
}

TEST(FormatShort, DropsZerosOfFractionsOnly) {
  EXPECT_EQ(format_short(5.0, 2), "5");
  EXPECT_EQ(format_short(0.030, 2), "0.03");
  EXPECT_EQ(format_short(100.0, 3), "100");
}

}  // namespace
}  // namespace freefloat
