#include <gtest/gtest.h>

#include "studies/study.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

TEST(SahaStudy, AgreesWithEveryNumberOfThePaper) {
  StudyInput input;
  input.configs = source_dir() + "/configs";
  const StudyReport report = run_saha_1993(input);
  int compared = 0;
  for (const StudyTable& table : report.tables) {
    for (const StudyRow& row : table.rows) {
      EXPECT_TRUE(row.ours.has_value()) << row.quantity;
      EXPECT_NE(judge_row(row), RowAgreement::kDiffers) << row.quantity << ": " << row.ours.value_or(0.0);
      compared += judge_row(row) == RowAgreement::kAgrees ? 1 : 0;
    }
  }
  EXPECT_EQ(compared, 8);
  EXPECT_EQ(report.figures.size(), 4u);
}

}  // namespace
}  // namespace freefloat
