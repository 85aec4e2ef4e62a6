#include "spatial/symbolic/parameter_list.h"

#include <gmock/gmock.h>

#include <set>

#include "support/random_tree.h"

namespace freefloat {
namespace {

TreeParameters two_links() {
  RandomTrees draw(1);
  TreeParameters tree = draw.tree(BaseKind::kFree, 2, 0.0, 0.0);
  tree.links[0].body.inertia = Vector3(0.1, 0.2, 0.25).asDiagonal();
  return tree;
}

std::vector<std::string> names(const std::vector<TreeParameter>& parameters) {
  std::vector<std::string> result;
  for (const TreeParameter& parameter : parameters) result.push_back(parameter.name);
  return result;
}

TEST(ChooseParameters, TakesWholeClasses) {
  const TreeParameters tree = two_links();
  EXPECT_THAT(names(choose_parameters(tree, {"m"}, false)),
              testing::ElementsAre("base.mass", "link_1.mass", "link_2.mass"));
  EXPECT_EQ(choose_parameters(tree, {"I"}, false).size(), 18u);
  EXPECT_EQ(choose_parameters(tree, {"c"}, false).size(), 9u);
  EXPECT_EQ(choose_parameters(tree, {"p"}, false).size(), 6u);
  EXPECT_EQ(choose_parameters(tree, {"l"}, false).size(), 6u);
  EXPECT_EQ(choose_parameters(tree, {"e"}, false).size(), 3u);
  EXPECT_EQ(choose_parameters(tree, {"m", "I"}, false).size(), 21u);
  EXPECT_EQ(choose_parameters(tree, {"all"}, false).size(), 39u);
  EXPECT_TRUE(choose_parameters(tree, {"none"}, false).empty());
  EXPECT_TRUE(choose_parameters(tree, {}, false).empty());
}

TEST(ChooseParameters, TakesSingleOnesByName) {
  const TreeParameters tree = two_links();
  EXPECT_THAT(names(choose_parameters(tree, {"link_2.mass", "link_1.inertia.xy", "tip.position.z"}, false)),
              testing::ElementsAre("link_1.inertia.xy", "link_2.mass", "tip.position.z"));
  EXPECT_EQ(choose_parameters(tree, {"link_2.inertia"}, false).size(), 6u);
  EXPECT_EQ(choose_parameters(tree, {"link_2"}, false).size(), 13u);
  const TreeParameter xy = choose_parameters(tree, {"link_2.inertia.yz"}, false).at(0);
  EXPECT_EQ(xy.value, tree.links[1].body.inertia(1, 2));
  EXPECT_EQ(xy.identifier, "I_link_2_yz");
  EXPECT_EQ(xy.unit, "kg m^2");
}

TEST(ChooseParameters, LeavesZerosOutWhenTheyAreKept) {
  EXPECT_EQ(choose_parameters(two_links(), {"link_1.inertia"}, false).size(), 6u);
  EXPECT_EQ(choose_parameters(two_links(), {"link_1.inertia"}, true).size(), 3u);
}

TEST(ChooseParameters, NamesWhatExistsWhenAskedForWhatDoesNot) {
  for (const char* wrong : {"link_3.mass", "M", "link_1.weight", "link"}) {
    try {
      choose_parameters(two_links(), {"m", wrong}, false);
      FAIL() << wrong;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("'" + std::string(wrong) + "'"));
      EXPECT_THAT(error.what(), testing::HasSubstr("link_1.inertia, link_1.joint_position, link_2.mass"));
      EXPECT_THAT(error.what(), testing::HasSubstr("tip.position"));
    }
  }
}

TEST(ListParameters, GivesEveryParameterAnIdentifierOfItsOwn) {
  TreeParameters tree = two_links();
  tree.links[0].body.name = "upper arm";
  tree.links[1].body.name = "upper-arm";
  std::set<std::string> identifiers;
  for (const TreeParameter& parameter : list_parameters(tree)) {
    EXPECT_EQ(make_identifier(parameter.identifier), parameter.identifier);
    EXPECT_TRUE(identifiers.insert(parameter.identifier).second) << parameter.identifier;
  }
}

}  // namespace
}  // namespace freefloat
