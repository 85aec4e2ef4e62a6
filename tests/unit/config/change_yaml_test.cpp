// One value of a file changed, and nothing else.
#include "config/yaml/change_yaml.h"

#include <gmock/gmock.h>

#include "config/load/setting_place.h"
#include "support/config_files.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

std::string changed(const std::string& text, const std::string& path, const std::string& value) {
  const auto answer = change_yaml(text, "a.yaml", path, value);
  EXPECT_TRUE(answer) << answer.error();
  return answer.value_or("");
}

std::string objection(const std::string& text, const std::string& path, const std::string& value) {
  const auto answer = change_yaml(text, "a.yaml", path, value);
  return answer ? "none: " + *answer : answer.error();
}

TEST(ChangeYaml, ReplacesAValueAndKeepsComments) {
  EXPECT_EQ(changed("# top\nvision:\n  # of the room\n  threshold: 40   # grey levels\n  min_area: 3\n",
                    "vision.threshold", "60"),
            "# top\nvision:\n  # of the room\n  threshold: 60   # grey levels\n  min_area: 3\n");
  EXPECT_EQ(changed("a: '1'\r\nb: 2\r\n", "a", "3"), "a: 3\r\nb: 2\r\n");
  EXPECT_EQ(changed("a:   1", "a", "3"), "a:   3");
}

TEST(ChangeYaml, TakesTheKeyOfThatMapAndNoOther) {
  const std::string text = "one:\n  size: 1\ntwo:\n  resize: 5\n  size: 2\nsize: 3\n";
  EXPECT_EQ(changed(text, "two.size", "9"), "one:\n  size: 1\ntwo:\n  resize: 5\n  size: 9\nsize: 3\n");
  EXPECT_EQ(changed(text, "size", "9"), "one:\n  size: 1\ntwo:\n  resize: 5\n  size: 2\nsize: 9\n");
}

TEST(ChangeYaml, ReplacesInFlowMaps) {
  EXPECT_EQ(changed("vision: {threshold: 40, min_area: 3}  # all\n", "vision.threshold", "60"),
            "vision: {threshold: 60, min_area: 3}  # all\n");
  EXPECT_EQ(changed("vision: {threshold: 40, min_area: 3}\n", "vision.min_area", "5"),
            "vision: {threshold: 40, min_area: 5}\n");
}

TEST(ChangeYaml, AddsWhatIsMissing) {
  EXPECT_EQ(changed("vision:\n    # gates\n    gate: 4\nrest: 1\n", "vision.threshold", "60"),
            "vision:\n    threshold: 60\n    # gates\n    gate: 4\nrest: 1\n");
  EXPECT_EQ(changed("vision: {}\n", "vision.threshold", "60"), "vision: {threshold: 60}\n");
  EXPECT_EQ(changed("vision: {gate: 4}\n", "vision.threshold", "60"), "vision: {threshold: 60, gate: 4}\n");
  EXPECT_EQ(changed("name: x", "exposure_ms", "2"), "name: x\nexposure_ms: 2\n");
  EXPECT_EQ(changed("name: x\n", "settings.vision.threshold", "60"),
            "name: x\nsettings:\n  vision:\n    threshold: 60\n");
}

TEST(ChangeYaml, RefusesWhatItWouldDamage) {
  EXPECT_THAT(objection("list: [1, 2]\n", "list", "3"), HasSubstr("a.yaml:1"));
  EXPECT_THAT(objection("map:\n  a: 1\n", "map", "3"), HasSubstr("a.yaml:1"));
  EXPECT_THAT(objection("a: 1\n", "a.b", "3"), HasSubstr("not a map"));
  EXPECT_THAT(objection("a: 1\na: 2\n", "a", "3"), HasSubstr("a.yaml:2"));
}

using SettingPlaceTest = testing_support::ConfigFiles;

TEST_F(SettingPlaceTest, IsTheFileWhoseValueCounts) {
  const std::string experiment = source_dir() + "/configs/experiments/standing_target.yaml";
  const SettingPlace vision = find_setting(experiment, {}, "vision.threshold");
  EXPECT_THAT(vision.file, HasSubstr("testbeds/modern.yaml"));
  EXPECT_EQ(vision.path, "vision.threshold");
  const SettingPlace camera = find_setting(experiment, {}, "camera.exposure_ms");
  EXPECT_THAT(camera.file, HasSubstr("cameras/modern_1280x1024_100hz.yaml"));
  EXPECT_EQ(camera.path, "exposure_ms");
  const std::string own = write("own.yaml", "testbed: x.yaml\nsettings: {vision: {threshold: 50}}\n");
  EXPECT_EQ(find_setting(own, {}, "vision.threshold").file, own);
  EXPECT_EQ(find_setting(own, {}, "vision.threshold").path, "settings.vision.threshold");
  EXPECT_THAT(find_setting(own, {}, "vision.min_area").file, HasSubstr("x.yaml"));
  EXPECT_THAT(
      find_setting(own, {"testbed=" + source_dir() + "/configs/testbeds/paper.yaml"}, "camera.latency_ms")
          .file,
      HasSubstr("vt_512x492_30hz.yaml"));
  EXPECT_THROW(find_setting(path("missing.yaml"), {}, "vision.threshold"), ConfigError);
}

}  // namespace
}  // namespace freefloat
