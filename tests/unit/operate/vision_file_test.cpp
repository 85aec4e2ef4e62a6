// Settings of vision and camera on their way into the files.
#include "operate/vision_file.h"

#include <gmock/gmock.h>

#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing_support::read_all;

class VisionFile : public testing_support::ConfigFiles {
 protected:
  VisionFile() {
    std::filesystem::copy(source_dir() + "/configs", path("configs"),
                          std::filesystem::copy_options::recursive);
  }

  VisionChange plan(const std::vector<std::string>& changes, const std::vector<std::string>& overrides = {}) {
    return plan_vision_change(path("configs/experiments/standing_target.yaml"), overrides, changes);
  }

  const std::string testbed_ = path("configs/testbeds/modern.yaml");
  const std::string camera_ = path("configs/cameras/modern_1280x1024_100hz.yaml");
};

TEST_F(VisionFile, ShowsTheDifferenceAndChangesNothing) {
  const std::string before = read_all(testbed_);
  const VisionChange planned =
      plan({"guidance.position_gain_per_s=3", "vision.threshold=60", "camera.exposure_ms=1.5"});
  EXPECT_EQ(planned.problem, "");
  EXPECT_THAT(planned.difference, HasSubstr("+  threshold: 60"));
  EXPECT_THAT(planned.difference, HasSubstr("-exposure_ms: 2\n+exposure_ms: 1.5"));
  EXPECT_THAT(planned.difference, HasSubstr("modern.yaml"));
  EXPECT_THAT(planned.difference, testing::Not(HasSubstr("position_gain")));
  EXPECT_EQ(read_all(testbed_), before);
}

TEST_F(VisionFile, KeepsCommentsAndWhatWasThereBefore) {
  const std::string before = read_all(camera_);
  const VisionChange planned = plan({"camera.exposure_ms=1.5"});
  EXPECT_THAT(write_vision_change(planned, "TIME"), HasSubstr("modern_1280x1024_100hz.yaml.before-TIME"));
  std::string wanted = before;
  wanted.replace(wanted.find("exposure_ms: 2"), 14, "exposure_ms: 1.5");
  EXPECT_EQ(read_all(camera_), wanted);
  EXPECT_EQ(read_all(camera_ + ".before-TIME"), before);
}

TEST_F(VisionFile, SaysNothingWhereTheFilesSayTheSame) {
  EXPECT_EQ(plan({}).difference, "");
  EXPECT_EQ(plan({"camera.exposure_ms=2"}).difference, "");
}

TEST_F(VisionFile, RefusesInWords) {
  EXPECT_THAT(plan({"vision.threshold=60"}, {"vision.threshold=50"}).problem, HasSubstr("--set"));
  EXPECT_THAT(plan({"camera.exposure_ms=50"}).problem, HasSubstr("exposure_ms"));  // longer than a picture
  std::filesystem::permissions(testbed_, std::filesystem::perms::owner_read);
  EXPECT_THAT(plan({"vision.threshold=60"}).problem, HasSubstr("read-only"));
}

TEST_F(VisionFile, DoesNotWriteOverWhatSomebodyElseWrote) {
  const VisionChange planned = plan({"vision.threshold=60"});
  std::ofstream(testbed_, std::ios::app) << "# a note\n";
  const std::string before = read_all(testbed_);
  EXPECT_THROW(write_vision_change(planned, "TIME"), std::runtime_error);
  EXPECT_EQ(read_all(testbed_), before);
}

}  // namespace
}  // namespace freefloat
