// What commands leave in the comments at a file's head.
#include "config/yaml/head_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace freefloat {
namespace {

using testing::ElementsAre;

constexpr const char* kLens = "Changed by freefloat calibrate camera.";
constexpr const char* kPose = "Changed by freefloat calibrate table.";
constexpr const char* kFile = "# A camera.\n# Ours.\nname: ours\n# not at the head\n";

TEST(HeadNotes, StandBehindTheOtherCommentsAndKeepTheRest) {
  const std::string noted = with_head_note(kFile, kLens, "16 views\n\nfx 1300\n");
  EXPECT_EQ(
      noted,
      "# A camera.\n# Ours.\n#\n# Changed by freefloat calibrate camera.\n# 16 views\n# fx 1300\nname: ours\n"
      "# not at the head\n");
  EXPECT_THAT(find_head_note(noted, kLens)->lines, ElementsAre("16 views", "fx 1300"));
  EXPECT_FALSE(find_head_note(noted, kPose));
  EXPECT_FALSE(find_head_note(kFile, kLens));
}

TEST(HeadNotes, TakeThePlaceOfTheirOwnAndOfNoOther) {
  const std::string both = with_head_note(with_head_note(kFile, kLens, "first"), kPose, "pose");
  const std::string again = with_head_note(both, kLens, "second");
  EXPECT_THAT(find_head_note(again, kLens)->lines, ElementsAre("second"));
  EXPECT_THAT(find_head_note(again, kPose)->lines, ElementsAre("pose"));
  EXPECT_EQ(again.find("first"), std::string::npos);
  EXPECT_EQ(without_head_note(without_head_note(again, kPose), kLens), kFile);
  EXPECT_EQ(without_head_note(kFile, kPose), kFile);
}

TEST(HeadNotes, AreFoundBehindTheFirstLinesOfOpenCvFiles) {
  const auto note =
      find_head_note("%YAML:1.0\n---\n# Made by freefloat calibrate camera.\n# 9 views\nrows: 3\n",
                     "Made by freefloat calibrate camera.");
  ASSERT_TRUE(note);
  EXPECT_THAT(note->lines, ElementsAre("9 views"));
  EXPECT_FALSE(find_head_note("a: 1\n# Changed by freefloat calibrate camera.\n# 9 views\n", kLens));
}

}  // namespace
}  // namespace freefloat
