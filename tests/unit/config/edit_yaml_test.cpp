#include "config/yaml/edit_yaml.h"

#include <gmock/gmock.h>

namespace freefloat {
namespace {

using testing::HasSubstr;

const std::string kText =
    "# A robot.\n"
    "name: one   # of ours\n"
    "satellite:\n"
    "  mass_kg: 6.2  # weighed\n"
    "  to_joint_m: [0.19, 0.0]\n"
    "links:\n"
    "  - mass_kg: 0.7\n"
    "    to_end_m: [0.1, 0.2]\n"
    "  - {mass_kg: 0.6, to_end_m: [0.3, 0.4]}\n";

TEST(EditYaml, ChangesOneValueAndLeavesTheRest) {
  const std::string text = *edit_yaml(kText, "satellite.mass_kg", "6.5");
  EXPECT_THAT(text, HasSubstr("\n  mass_kg: 6.5  # weighed\n"));
  EXPECT_EQ(show_changed_lines(kText, text), "-   mass_kg: 6.2  # weighed\n+   mass_kg: 6.5  # weighed\n");
}

TEST(EditYaml, ReachesIntoLists) {
  EXPECT_THAT(*edit_yaml(kText, "links[0].to_end_m", "[9, 8]"), HasSubstr("    to_end_m: [9, 8]\n"));
  EXPECT_THAT(*edit_yaml(kText, "links[0].mass_kg", "0.9"), HasSubstr("  - mass_kg: 0.9\n"));
  EXPECT_THAT(*edit_yaml(kText, "links[1].to_end_m", "[9, 8]"),
              HasSubstr("{mass_kg: 0.6, to_end_m: [9, 8]}"));
  EXPECT_THAT(*edit_yaml(kText, "links[1].mass_kg", "0.9"), HasSubstr("{mass_kg: 0.9, to_end_m"));
}

TEST(EditYaml, AddsACommentOnceAndKeepsThatOfOthers) {
  const std::string once = *edit_yaml(kText, "satellite.mass_kg", "6.5", "identified: 6.4 to 6.6");
  EXPECT_THAT(once, HasSubstr("mass_kg: 6.5  # weighed; identified: 6.4 to 6.6\n"));
  const std::string first = *edit_yaml(kText, "links[0].mass_kg", "1", "identified: 0 to 2");
  EXPECT_THAT(first, HasSubstr("- mass_kg: 1  # identified: 0 to 2\n"));
  EXPECT_THAT(*edit_yaml(first, "links[0].mass_kg", "2", "identified: 1 to 3"),
              HasSubstr("- mass_kg: 2  # identified: 1 to 3\n"));
}

TEST(EditYaml, AddsAKeyThatIsMissing) {
  EXPECT_THAT(*edit_yaml(kText, "satellite.inertia_kg_m2", "0.2"),
              HasSubstr("satellite:\n  inertia_kg_m2: 0.2\n  mass_kg: 6.2"));
}

TEST(EditYaml, TellsTheLineToWriteWhereItCannot) {
  EXPECT_THAT(edit_yaml(kText, "links[1].inertia_kg_m2", "0.2").error(), HasSubstr("inertia_kg_m2: 0.2"));
  EXPECT_THAT(edit_yaml(kText, "arm.mass_kg", "0.2").error(), HasSubstr("by hand"));
}

}  // namespace
}  // namespace freefloat
