#include <gtest/gtest.h>

#include <map>

#include "studies/study.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// Rows by their quantity; the first of each.
std::map<std::string, StudyRow> rows() {
  StudyInput input;
  input.configs = source_dir() + "/configs";
  std::map<std::string, StudyRow> found;
  for (const StudyTable& table : run_yoshida_umetani_1990(input).tables) {
    for (const StudyRow& row : table.rows) found.emplace(row.quantity, row);
  }
  return found;
}

TEST(YoshidaUmetaniStudy, AgreesWhereThePaperIsRight) {
  const auto found = rows();
  for (const char* quantity :
       {"length of the manipulator", "mass of the satellite", "mass of the manipulator",
        "hand by Eq. (5) from the hand by the positions of all bodies",
        "hand's distance with the arm stretched at 90 deg",
        "radius of the guaranteed workspace, K_1 + K_2 - K_0", "outer edge of the radii without singularity",
        "hand velocity by J* from that of the motion", "position error at the rendezvous",
        "velocity error at the rendezvous", "half the integral of the squared acceleration",
        "radial part of the velocity after the correction", "largest joint rate after the limit",
        "captured: 1 yes, 0 no", "captured without regard for the workspace: 1 yes, 0 no",
        "captured with the correction: 1 yes, 0 no"}) {
    ASSERT_TRUE(found.contains(quantity)) << quantity;
    EXPECT_EQ(judge_row(found.at(quantity)), RowAgreement::kAgrees) << quantity;
  }
}

TEST(YoshidaUmetaniStudy, DiffersWhereThePaperIsNotExact) {
  const auto found = rows();
  for (const char* quantity :
       {"inner edge of the same", "largest elbow angle of the singular stretched arm",
        "determinant of J* at (90, 0) deg", "the same from Eq. (9) as printed, at 0.3 rad"}) {
    ASSERT_TRUE(found.contains(quantity)) << quantity;
    EXPECT_EQ(judge_row(found.at(quantity)), RowAgreement::kDiffers) << quantity;
  }
}

TEST(YoshidaUmetaniStudy, MissesByASingularityOnly) {
  const auto found = rows();
  const auto ours = [&](const char* quantity) { return found.at(quantity).ours.value(); };
  EXPECT_GT(ours("largest joint rate asked for"), 60.0);
  EXPECT_GT(ours("time at which the determinant of J* changes its sign"), 4.0);
  EXPECT_LT(ours("farthest from the mass centre, less the workspace's radius"), 0.0);
  EXPECT_GT(ours("least determinant of J*"), 0.03);
  EXPECT_LT(ours("largest deviation from the straight line, over its length"), 1.5);
}

}  // namespace
}  // namespace freefloat
