// One value of a file changed, and nothing else.
#include "config/yaml/change_yaml.h"

#include <gmock/gmock.h>

#include "config/load/setting_place.h"
#include "config/yaml/line_difference.h"
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

const std::string kRobotFile =
    "# A robot of 8 kg, 0.1 g and 20 µm.\n"
    "name: 'one''s'   # of ours\n"
    "satellite:\n"
    "  mass_kg: 6.2  # weighed\n"
    "  to_joint_m: [0.19, 0.0]\n"
    "links:\n"
    "  - mass_kg: 0.7\n"
    "    to_end_m: [0.1, 0.2]\n"
    "  - {mass_kg: 0.6, to_end_m: [0.3, 0.4]}\n"
    "limits: [{low: 1, high: 2}, {low: 3,\n  high: 4}]\n";

TEST(ChangeYaml, ReachesIntoLists) {
  EXPECT_THAT(changed(kRobotFile, "links[0].to_end_m", "[9, 8]"), HasSubstr("    to_end_m: [9, 8]\n  - {"));
  EXPECT_THAT(changed(kRobotFile, "links[0].mass_kg", "0.9"), HasSubstr("  - mass_kg: 0.9\n    to_end"));
  EXPECT_THAT(changed(kRobotFile, "links[1].to_end_m", "[9, 8]"),
              HasSubstr("{mass_kg: 0.6, to_end_m: [9, 8]}"));
  EXPECT_THAT(changed(kRobotFile, "links[1].mass_kg", "0.9"), HasSubstr("{mass_kg: 0.9, to_end_m"));
  EXPECT_THAT(changed(kRobotFile, "links[1].to_end_m[1]", "7"), HasSubstr("to_end_m: [0.3, 7]}"));
  EXPECT_THAT(changed(kRobotFile, "limits[1].low", "7"),
              HasSubstr("[{low: 1, high: 2}, {low: 7,\n  high: 4}]"));
  EXPECT_THAT(changed(kRobotFile, "limits[1].high", "7"), HasSubstr("{low: 3,\n  high: 7}]"));
  EXPECT_THAT(changed(kRobotFile, "name", "two"), HasSubstr("\nname: two   # of ours\n"));
  EXPECT_THAT(objection(kRobotFile, "links[2].mass_kg", "1"), HasSubstr("only 2 entries"));
}

TEST(ChangeYaml, AddsAKeyToAnEntryOfAList) {
  EXPECT_THAT(changed(kRobotFile, "links[0].inertia_kg_m2", "2"),
              HasSubstr("links:\n  - inertia_kg_m2: 2\n    mass_kg: 0.7\n    to_end_m"));
  EXPECT_THAT(changed(kRobotFile, "links[1].inertia_kg_m2", "2"),
              HasSubstr("- {inertia_kg_m2: 2, mass_kg: 0.6"));
  EXPECT_THAT(changed(kRobotFile, "links[1].servo.gain", "2"),
              HasSubstr("- {servo: {gain: 2}, mass_kg: 0.6"));
  EXPECT_THAT(changed(kRobotFile, "links[0].servo.gain", "2"),
              HasSubstr("  - servo:\n      gain: 2\n    mass_kg: 0.7\n"));
  EXPECT_THAT(changed(kRobotFile, "satellite.inertia_kg_m2", "2"),
              HasSubstr("satellite:\n  inertia_kg_m2: 2\n  mass_kg: 6.2"));
}

TEST(ChangeYaml, AddsACommentOnceAndKeepsThatOfOthers) {
  const auto commented = [](const std::string& text, const std::string& path, const std::string& comment) {
    return change_yaml(text, "a.yaml", path, "1", comment).value();
  };
  EXPECT_THAT(commented(kRobotFile, "satellite.mass_kg", "identified: 6.4 to 6.6"),
              HasSubstr("mass_kg: 1  # weighed; identified: 6.4 to 6.6\n  to_joint"));
  const std::string once = commented(kRobotFile, "links[0].mass_kg", "identified: 0 to 2");
  EXPECT_THAT(once, HasSubstr("- mass_kg: 1  # identified: 0 to 2\n"));
  EXPECT_THAT(commented(once, "links[0].mass_kg", "identified: 1 to 3"),
              HasSubstr("- mass_kg: 1  # identified: 1 to 3\n"));
  EXPECT_THAT(commented(kRobotFile, "links[0].inertia_kg_m2", "identified"),
              HasSubstr("  - inertia_kg_m2: 1  # identified\n    mass_kg: 0.7\n"));
  EXPECT_THAT(commented("a: 2\r\nb: 3\r\n", "a", "new"), HasSubstr("a: 1  # new\r\nb: 3"));
  // Other keys stand behind it: no place for a comment.
  EXPECT_THAT(commented(kRobotFile, "links[1].mass_kg", "identified"), HasSubstr("{mass_kg: 1, to_end_m"));
}

TEST(ChangeYaml, TellsWhatToWriteWhereItCannot) {
  EXPECT_THAT(objection("text: one\n  two\n", "text", "3"), HasSubstr("by hand: text: 3"));
  EXPECT_THAT(objection("list:\n  - 1\n  - 2\n", "list", "[3]"), HasSubstr("by hand: list: [3]"));
}

TEST(LineDifference, ShowsLinesThatAreGoneAndNew) {
  EXPECT_EQ(line_difference("a\nb\nc\n", "a\nb\nc\n"), "");
  EXPECT_EQ(line_difference("a\nb\nc\n", "a\nx\nc\nd\n"), "@ 2\n-b\n+x\n@ 4\n+d\n");
  EXPECT_EQ(line_difference("a\nb\n", "b\n"), "@ 1\n-a\n");
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
