#include "spatial/symbolic/generate_code.h"

#include <gmock/gmock.h>

#include "support/random_tree.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

TreeParameters small_tree(BaseKind kind = BaseKind::kFree) {
  RandomTrees draw(321);
  TreeParameters tree = draw.tree(kind, 2, 0.0, 0.0);
  tree.name = "small arm";
  tree.end_points.push_back({"second tip", 1, Vector3::UnitX(), Matrix3::Identity()});
  return tree;
}

TEST(GenerateCode, SaysWhatItIs) {
  GenerateOptions options;
  options.symbolic_parameters = {"m"};
  options.model_file = "small_arm.yaml";
  const GeneratedCode code = generate_code(small_tree(), options);
  for (const char* part :
       {"small_arm.yaml", "freefloat 0.", "Eqs. (8), (10)", "T0 = Rz(q[3]) Ry(q[4]) Rx(q[5])", "additions",
        "namespace small_arm {", "double m_link_1 = "}) {
    EXPECT_THAT(code.source, HasSubstr(part));
  }
  EXPECT_THAT(code.parameters, testing::ElementsAre("m_base", "m_link_1", "m_link_2"));
  EXPECT_THAT(code.source, HasSubstr("compute_J_C_rate_second_tip"));
}

TEST(GenerateCode, WritesOnlyWhatIsWanted) {
  GenerateOptions options;
  options.quantities = {GeneratedQuantity::kTaskJacobian};
  options.end_points = {"tip"};
  const GeneratedCode code = generate_code(small_tree(BaseKind::kPlanar), options);
  ASSERT_EQ(code.functions.size(), 1u);
  EXPECT_EQ(code.functions[0].function, "compute_J_C_tip");
  EXPECT_THAT(code.source, Not(HasSubstr("struct")));
  EXPECT_THAT(code.source, HasSubstr("double J_C[6][5]"));
}

TEST(GenerateCode, IsTheSameEveryTime) {
  GenerateOptions options;
  options.symbolic_parameters = {"all"};
  EXPECT_EQ(generate_code(small_tree(), options).source, generate_code(small_tree(), options).source);
}

TEST(GenerateCode, NamesTheNamespaceSoThatItCompiles) {
  TreeParameters tree = small_tree();
  for (const auto& [name, expected] : {std::pair{"2arm", "model_2arm"}, std::pair{"double", "model_double"},
                                       std::pair{"wchar_t", "model_wchar_t"}, std::pair{"arm", "arm"},
                                       std::pair{"my-robot", "my_robot"}, std::pair{"", "model_"}}) {
    tree.name = name;
    EXPECT_THAT(generate_code(tree, {}).source, HasSubstr("namespace " + std::string(expected) + " {"));
  }
}

void expect_refusal(const TreeParameters& tree, const GenerateOptions& options, const char* part) {
  try {
    generate_code(tree, options);
    FAIL() << part;
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

TEST(GenerateCode, RefusesWhatTheEquationsDoNotCover) {
  expect_refusal(small_tree(BaseKind::kFixed), {}, "this model's is fixed");
  expect_refusal(small_tree(BaseKind::kSpherical), {}, "this model's is spherical");
  TreeParameters heavy = small_tree();
  heavy.gravity = {0.0, 0.0, -9.81};
  expect_refusal(heavy, {}, "gravity_m_s2");
  GenerateOptions options;
  options.end_points = {"foot"};
  expect_refusal(small_tree(), options, "'foot' is no end point of this model; it has: tip second tip");
  TreeParameters bare = small_tree();
  bare.end_points.clear();
  options = {};
  options.quantities = {GeneratedQuantity::kTaskJacobian};
  expect_refusal(bare, options, "this model has none");
  options = {};
  options.symbolic_parameters = {"mass"};
  expect_refusal(small_tree(), options, "'mass' is no parameter");
}

}  // namespace
}  // namespace freefloat
