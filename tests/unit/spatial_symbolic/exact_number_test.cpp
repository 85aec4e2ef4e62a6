#include "spatial/symbolic/exact_number.h"

#include <gtest/gtest.h>

#include <numbers>

namespace freefloat {
namespace {

TEST(ExactNumber, IsTheDecimalThatWasWritten) {
  EXPECT_TRUE(exact_number(0.1).is_equal(GiNaC::numeric(1, 10)));
  EXPECT_TRUE(exact_number(-2.75).is_equal(GiNaC::numeric(-11, 4)));
  EXPECT_TRUE(exact_number(120.0).is_equal(GiNaC::numeric(120)));
  EXPECT_TRUE(exact_number(0.0).is_zero());
  EXPECT_TRUE(exact_number(1e-7).is_equal(GiNaC::numeric(1, 10000000)));
  EXPECT_TRUE(exact_number(3e9).is_equal(GiNaC::numeric("3000000000")));
}

TEST(ExactNumber, ReadsBackAsTheSameNumber) {
  for (const double value :
       {0.9553364891256061, 1.0 / 3.0, 2.0833333333333335, -6.02e23, 1.7e-300, std::numbers::pi}) {
    EXPECT_EQ(exact_number(value).to_double(), value);
  }
}

TEST(ExactNumber, CancelsWhatCancelsOnPaper) {
  EXPECT_TRUE((exact_number(0.1) + exact_number(0.2) - exact_number(0.3)).is_zero());
}

TEST(ExactDirection, RemovesRoundingOnly) {
  EXPECT_TRUE(exact_direction(6.1e-17).is_zero());
  EXPECT_TRUE(exact_direction(-1.0 + 2e-16).is_equal(GiNaC::numeric(-1)));
  EXPECT_EQ(exact_direction(1e-9).to_double(), 1e-9);
}

}  // namespace
}  // namespace freefloat
