#include "config/files/csv_line.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

TEST(CsvLine, CellsStandBetweenCommas) {
  EXPECT_EQ(split_csv("corner 1, 0.5 ,,-2\r"), (std::vector<std::string>{"corner 1", "0.5", "", "-2"}));
  EXPECT_EQ(split_csv("a,"), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(split_csv(" \t"), std::vector<std::string>{""});
}

TEST(CsvLine, NumbersAreFiniteAndTheWholeCell) {
  EXPECT_EQ(csv_number("-1.5e-3"), -1.5e-3);
  for (const char* none : {"", "1.2.3", "1 m", "nan", "inf", "1e999", "0x10", "+1"}) {
    EXPECT_FALSE(csv_number(none)) << none;
  }
}

}  // namespace
}  // namespace freefloat
