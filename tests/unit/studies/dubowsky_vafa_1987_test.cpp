#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "studies/study.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

TEST(DubowskyVafaStudy, MeetsThePapersTable1AndItsGoal) {
  StudyInput input;
  input.configs = source_dir() + "/configs";
  const StudyReport report = run_dubowsky_vafa_1987(input);
  // Only what a garbled Table 2 spoils may differ: the way to the goal, not the goal.
  for (const StudyTable& table : report.tables) {
    for (const StudyRow& row : table.rows) {
      const bool on_the_way = row.quantity.find("set 1") != std::string::npos ||
                              row.quantity.find("set 2") != std::string::npos ||
                              row.quantity.find("swing") != std::string::npos;
      if (row.paper && !on_the_way) {
        EXPECT_EQ(judge_row(row), RowAgreement::kAgrees) << table.heading << ": " << row.quantity;
      }
    }
  }
  EXPECT_EQ(report.figures.size(), 6u);  // Figs. 5, 9 to 13
}

}  // namespace
}  // namespace freefloat
