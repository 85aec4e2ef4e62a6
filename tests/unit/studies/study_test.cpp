#include "studies/study.h"

#include <gtest/gtest.h>

#include <limits>

#include "studies/study_page.h"
#include "support/markup_check.h"

namespace freefloat {
namespace {

StudyRow row(std::optional<double> paper, std::optional<double> ours, double tolerance) {
  StudyRow made;
  made.quantity = "radius <K>";
  made.unit = "m";
  made.paper = paper;
  made.ours = ours;
  made.tolerance = tolerance;
  return made;
}

TEST(StudyRow, AgreesWithinItsTolerance) {
  EXPECT_EQ(judge_row(row(1.0, 1.004, 0.005)), RowAgreement::kAgrees);
  EXPECT_EQ(judge_row(row(1.0, 0.996, 0.005)), RowAgreement::kAgrees);
}

TEST(StudyRow, DiffersBeyondItsTolerance) {
  EXPECT_EQ(judge_row(row(1.0, 1.006, 0.005)), RowAgreement::kDiffers);
  EXPECT_EQ(judge_row(row(1.0, -1.0, 0.005)), RowAgreement::kDiffers);
}

TEST(StudyRow, DiffersWhereOursIsNotFinite) {
  EXPECT_EQ(judge_row(row(1.0, std::numeric_limits<double>::quiet_NaN(), 0.5)), RowAgreement::kDiffers);
}

TEST(StudyRow, IsNotComparableWithoutBothNumbers) {
  EXPECT_EQ(judge_row(row(std::nullopt, 1.0, 1.0)), RowAgreement::kNotComparable);
  EXPECT_EQ(judge_row(row(1.0, std::nullopt, 1.0)), RowAgreement::kNotComparable);
}

TEST(StudyPage, ShowsBothNumbersAndTheirDifference) {
  StudyReport report;
  report.name = "example";
  report.tables.push_back({"Table <1>", {row(1.5, 1.25, 0.1), row(std::nullopt, 2.5, 0.0)}});
  const std::string page = make_study_page(report);
  EXPECT_EQ(find_markup_error(page), "");
  EXPECT_NE(page.find(">1.5<"), std::string::npos);
  EXPECT_NE(page.find(">1.25<"), std::string::npos);
  EXPECT_NE(page.find(">-0.25<"), std::string::npos);
  EXPECT_NE(page.find("differs"), std::string::npos);
  EXPECT_NE(page.find("ours only"), std::string::npos);
  EXPECT_NE(page.find("radius &lt;K&gt;"), std::string::npos);
}

TEST(StudyPage, ShowsItsFiguresBeforeItsTables) {
  StudyReport report;
  report.tables.push_back({"Numbers", {row(1.5, 1.25, 0.1)}});
  report.figures.push_back({"Path of the hand", "", "<svg></svg>"});
  const std::string page = make_study_page(report);
  EXPECT_LT(page.find("Path of the hand"), page.find("Numbers"));
}

TEST(StudyPage, NamesEachNumberWhereATableBecomesBlocksOnANarrowScreen) {
  StudyReport report;
  report.tables.push_back({"Numbers", {row(1.5, 1.25, 0.1)}});
  const std::string page = make_study_page(report);
  for (const char* column : {"Paper", "Ours", "Difference"})
    EXPECT_NE(page.find("data-label=\"" + std::string(column) + "\""), std::string::npos);
}

TEST(FindStudy, FindsByNameOnly) {
  for (const Study& study : all_studies()) EXPECT_EQ(find_study(study.name), &study);
  EXPECT_EQ(find_study("saha"), nullptr);
  EXPECT_EQ(find_study(""), nullptr);
}

}  // namespace
}  // namespace freefloat
