#include "doctor/log_folder.h"

#include <gmock/gmock.h>

#include "fake_root.h"

namespace freefloat {
namespace {

class LogFolderTest : public FakeRoot {};

TEST_F(LogFolderTest, FolderThatIsYetToBeMadeIsJudgedByTheOneAboveIt) {
  const LogFolder folder = examine_log_folder(root_ / "runs/today");
  EXPECT_EQ(folder.path, root_.string());
  EXPECT_TRUE(folder.writable);
  EXPECT_GT(folder.free_bytes, 0u);
}

TEST_F(LogFolderTest, FileInItsPlaceCannotBeWrittenInto) {
  write("runs", "text");
  const Finding finding = judge_log_folder(examine_log_folder(root_ / "runs"));
  EXPECT_EQ(finding.grade, Grade::kProblem);
  EXPECT_THAT(finding.remedy, testing::HasSubstr("--log-dir"));
}

TEST(LogFolderJudgement, FollowsTheHoursThatFit) {
  const auto grade = [](double gigabytes) {
    return judge_log_folder({"/runs", true, static_cast<std::uintmax_t>(gigabytes * 1e9)}).grade;
  };
  EXPECT_EQ(grade(100.0), Grade::kGood);
  EXPECT_EQ(grade(2.0), Grade::kWarning);
  EXPECT_EQ(grade(0.1), Grade::kProblem);
}

}  // namespace
}  // namespace freefloat
