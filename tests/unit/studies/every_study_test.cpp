#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "studies/study.h"
#include "studies/study_page.h"
#include "support/markup_check.h"
#include "support/source_dir.h"

namespace freefloat {

/// What GoogleTest calls a study.
void PrintTo(const Study& study, std::ostream* out);
void PrintTo(const Study& study, std::ostream* out) {
  *out << study.name;
}

namespace {

class EveryStudy : public testing::TestWithParam<Study> {};

TEST_P(EveryStudy, AgreesWithItsPaperOrSaysWhyNot) {
  StudyInput input;
  input.configs = source_dir() + "/configs";
  const StudyReport report = GetParam().run(input);
  EXPECT_EQ(report.name, GetParam().name);
  EXPECT_FALSE(report.citation.empty());
  EXPECT_FALSE(report.summary.empty());
  int rows = 0;
  for (const StudyTable& table : report.tables) {
    for (const StudyRow& row : table.rows) {
      ++rows;
      EXPECT_TRUE(std::isfinite(row.ours.value_or(0.0))) << row.quantity;
      // A missing or different number must be explained.
      if (!row.ours || judge_row(row) == RowAgreement::kDiffers) {
        EXPECT_FALSE(row.remark.empty()) << table.heading << ": " << row.quantity;
      }
    }
  }
  EXPECT_GT(rows, 0);
  for (const Figure& figure : report.figures) EXPECT_EQ(find_markup_error(figure.svg), "") << figure.heading;
  EXPECT_EQ(find_markup_error(make_study_page(report)), "");
}

INSTANTIATE_TEST_SUITE_P(Papers, EveryStudy, testing::ValuesIn(all_studies().begin(), all_studies().end()),
                         [](const auto& study) { return std::string(study.param.name); });

}  // namespace
}  // namespace freefloat
