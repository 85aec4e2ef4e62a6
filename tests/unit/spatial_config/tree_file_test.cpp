#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "spatial/config/load_tree.h"
#include "spatial/tree/mass_matrix.h"
#include "support/config_files.h"
#include "support/random_tree.h"
#include "support/reference_tree.h"

namespace freefloat {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// H of both at the same states; bodies and joints must come in the same order.
void expect_same_motion(const TreeParameters& a, const TreeParameters& b) {
  const TreeModel one(a);
  const TreeModel other(b);
  ASSERT_EQ(one.velocity_count(), other.velocity_count());
  RandomTrees draw(121);
  for (int trial = 0; trial < 5; ++trial) {
    const TreeState state = draw.state(one, 1.0);
    const auto matrix_of = [&](const TreeModel& model) {
      TreePosture posture(model);
      TreeInertia inertia(model);
      Eigen::MatrixXd matrix;
      compute_posture(model, state, posture);
      compute_inertia(model, posture, inertia);
      compute_mass_matrix(model, posture, inertia, matrix);
      return std::pair(matrix, end_point_pose(model, posture, 0));
    };
    const auto [matrix, tip] = matrix_of(one);
    const auto [expected, expected_tip] = matrix_of(other);
    EXPECT_LT((matrix - expected).norm(), 1e-12 * expected.norm());
    EXPECT_LT((tip.position - expected_tip.position).norm(), 1e-13);
    EXPECT_LT((tip.rotation - expected_tip.rotation).norm(), 1e-13);
  }
}

TEST(TreeFiles, HoldTheSystemsOfTheReferenceValues) {
  const nlohmann::json spatial = read_reference("moosavian_papadopoulos_2004.json");
  const nlohmann::json virtual_manipulator = read_reference("dubowsky_vafa_1987.json");
  const auto from = [](const char* name) { return load_tree(kConfigs + "models/" + name + ".yaml"); };
  expect_same_motion(from("single_arm"), tree_from_reference(spatial.at("single_arm").at("system")));
  expect_same_motion(from("three_appendages"),
                     tree_from_reference(spatial.at("three_appendage_14dof").at("system")));
  expect_same_motion(from("two_arms"), tree_from_reference(spatial.at("two_arm").at("system")));
  expect_same_motion(from("dubowsky_vafa_1987_spatial"),
                     tree_from_reference(virtual_manipulator.at("clean_arm").at("system")));
  expect_same_motion(from("mixed_rprp"),
                     tree_from_reference(virtual_manipulator.at("mixed_chain_RPRP").at("system")));
}

constexpr const char* kSmall = R"(name: small
base: {kind: free, mass_kg: 10, mass_centre_m: [0, 0, 0], inertia_kg_m2: [1, 1, 1, 0, 0, 0]}
links:
  - name: upper
    parent: lower
    mass_kg: 1
    mass_centre_m: [0.1, 0, 0]
    inertia_kg_m2: [0.1, 0.2, 0.2, 0, 0, 0]
    joint: {kind: prismatic, position_m: [0.3, 0, 0], axis: [1, 0, 0], min_m: 0, max_m: 0.2}
  - name: lower
    parent: base
    mass_kg: 2
    mass_centre_m: [0.1, 0, 0]
    inertia_kg_m2: [0.1, 0.2, 0.2, 0, 0, 0.01]
    joint: {kind: revolute, position_m: [0.2, 0, 0], rotation_zyx_deg: [90, 0, 0], axis: [0, 0, 1], max_deg: 90}
end_points:
  - {name: hand, body: upper, position_m: [0.2, 0, 0]}
gravity_m_s2: [0, 0, -9.81]
)";

class TreeFileTest : public ConfigFiles {
 protected:
  ConfigProblem problem(const std::string& from, const std::string& to) const {
    const std::string file = write("small.yaml", replaced(kSmall, from, to));
    return problem_of([&] { load_tree(file); });
  }
};

TEST_F(TreeFileTest, GivesEveryValueInTheOrderOfTheFile) {
  const TreeParameters tree = load_tree(write("small.yaml", kSmall));
  EXPECT_EQ(tree.name, "small");
  EXPECT_EQ(tree.base_kind, BaseKind::kFree);
  EXPECT_EQ(tree.gravity, Vector3(0.0, 0.0, -9.81));
  ASSERT_EQ(tree.joint_count(), 2);
  const TreeLink& lower = tree.links[1];
  const TreeLink& upper = tree.links[0];
  EXPECT_EQ(lower.body.name, "lower");
  EXPECT_EQ(lower.body.inertia(1, 2), 0.01);
  EXPECT_EQ(lower.body.inertia(2, 1), 0.01);
  EXPECT_EQ(lower.joint.parent, 0);
  EXPECT_EQ(lower.joint.name, "lower_joint");
  EXPECT_NEAR(lower.joint.max, 0.5 * M_PI, 1e-15);
  EXPECT_EQ(lower.joint.min, -INFINITY);
  EXPECT_LT((lower.joint.rotation * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_EQ(upper.joint.kind, JointKind::kPrismatic);
  EXPECT_EQ(upper.joint.parent, 2);
  EXPECT_EQ(upper.joint.max, 0.2);
  EXPECT_EQ(tree.end_points[0].body, 1);
}

TEST_F(TreeFileTest, RefusesWhatCannotBeWithItsPlace) {
  const std::string loop = write("loop.yaml", replaced(kSmall, "parent: base", "parent: upper"));
  const std::vector<ConfigProblem> both = problems_of([&] { load_tree(loop); });
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[1].key, "links[1].parent");
  EXPECT_THAT(both[1].problem, HasSubstr("loop"));
  ConfigProblem found = problem("parent: lower", "parent: lover");
  EXPECT_EQ(found.line, 5);
  EXPECT_EQ(found.key, "links[0].parent");
  EXPECT_THAT(found.problem, HasSubstr("no such body"));
  found = problem("mass_kg: 2", "mass_kg: 0");
  EXPECT_EQ(found.key, "links[1].mass_kg");
  found = problem("[0.1, 0.2, 0.2, 0, 0, 0.01]", "[0.1, 0.2, 0.4, 0, 0, 0]");
  EXPECT_EQ(found.key, "links[1].inertia_kg_m2");
  EXPECT_THAT(found.problem, HasSubstr("triangle inequality"));
  found = problem("rotation_zyx_deg: [90, 0, 0]", "rotation: [[1, 0, 0], [0, 1, 0.1], [0, 0, 1]]");
  EXPECT_EQ(found.key, "links[1].joint.rotation");
  EXPECT_THAT(found.problem, HasSubstr("orthogonal"));
  found = problem("axis: [1, 0, 0]", "axis: [0, 0, 0]");
  EXPECT_EQ(found.key, "links[0].joint.axis");
  EXPECT_THAT(found.problem, HasSubstr("no axis"));
  EXPECT_EQ(problem("max_deg: 90", "max_m: 90").key, "links[1].joint.max_m");
  EXPECT_EQ(problem("rotation_zyx_deg: [90, 0, 0]", "rotation_deg: [90, 0, 0]").problem, "unknown key");
  EXPECT_THAT(
      problem("rotation_zyx_deg:", "rotation: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], rotation_zyx_deg:").problem,
      HasSubstr("twice"));
  EXPECT_THAT(problem("[0, 0, 1], max_deg", "[0, .nan, 1], max_deg").problem,
              HasSubstr("not a finite number"));
  EXPECT_EQ(problem("kind: free", "kind: flying").key, "base.kind");
  EXPECT_EQ(problem("body: upper", "body: uper").key, "end_points[0].body");
}

constexpr const char* kUrdf = R"(<?xml version="1.0"?>
<robot name="arm">
  <!-- <oddity/> -->
  <link name="world"/>
  <link name="foot">
    <inertial><origin xyz="0 0 0.1"/><mass value="5"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.05"/></inertial>
  </link>
  <joint name="standing" type="fixed"><parent link="world"/><child link="foot"/></joint>
  <link name="upper">
    <inertial><origin xyz="0.2 0 0" rpy="0.3 0 0"/><mass value="2"/><inertia ixx="0.01" ixy="0" ixz="0.001" iyy="0.04" iyz="0" izz="0.04"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="foot"/><child link="upper"/><origin xyz="0 0 0.3" rpy="1.5 0 0.2"/><axis xyz="0 2 0"/>
    <limit lower="-1" upper="1.5" effort="10" velocity="1"/>
  </joint>
  <link name="motor">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
  </link>
  <joint name="bolts" type="fixed"><parent link="upper"/><child link="motor"/><origin xyz="0.4 0 0"/></joint>
  <link name="lower">
    <visual><geometry><box size="1 1 1"/></geometry></visual>
    <inertial><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.03"/></inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="motor"/><child link="lower"/><origin xyz="0.1 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.3" effort="10" velocity="1"/>
  </joint>
  <link name="hand"/>
  <joint name="tool" type="fixed"><parent link="lower"/><child link="hand"/><origin xyz="0.2 0 0" rpy="0 0 0.5"/></joint>
  <transmission name="t"><oddity/></transmission>
</robot>
)";

class UrdfTest : public ConfigFiles {
 protected:
  std::string complaint(const std::string& from, const std::string& to) const {
    const std::string file = write("arm.urdf", replaced(kUrdf, from, to));
    std::string text;
    for (const ConfigProblem& problem : problems_of([&] { load_tree(file); })) {
      text += std::to_string(problem.line) + ": " + problem.key + ": " + problem.problem + "\n";
    }
    return text;
  }
};

TEST_F(UrdfTest, BecomesATreeWithFixedPartsWelded) {
  const TreeParameters tree = load_tree(write("arm.urdf", kUrdf));
  EXPECT_EQ(tree.base_kind, BaseKind::kFixed);
  EXPECT_EQ(tree.base.mass, 5.0);
  ASSERT_EQ(tree.joint_count(), 2);
  const TreeLink& upper = tree.links[0];
  EXPECT_EQ(upper.body.mass, 3.0);
  EXPECT_LT((upper.body.mass_centre - Vector3(0.8 / 3.0, 0.0, 0.0)).norm(), 1e-15);
  EXPECT_NEAR(upper.body.inertia(0, 0), 0.02, 1e-15);
  // 2 kg and 1 kg, 0.2 m apart: 2/3 kg times their distance squared on top.
  const Matrix3 turned = rotation_from_vector({0.3, 0.0, 0.0});
  const Matrix3 link{{0.01, 0.0, 0.001}, {0.0, 0.04, 0.0}, {0.001, 0.0, 0.04}};
  EXPECT_NEAR(upper.body.inertia(1, 1), (turned * link * turned.transpose())(1, 1) + 0.01 + 2.0 / 3.0 * 0.04,
              1e-14);
  EXPECT_EQ(upper.joint.axis, Vector3::UnitY());
  EXPECT_EQ(upper.joint.max, 1.5);
  EXPECT_LT((upper.joint.rotation - rotation_from_euler(EulerSequence::kZyx, {0.2, 0.0, 1.5})).norm(), 1e-14);
  EXPECT_EQ(tree.links[1].joint.kind, JointKind::kPrismatic);
  EXPECT_EQ(tree.links[1].joint.position, Vector3(0.5, 0.0, 0.0));
  ASSERT_EQ(tree.end_points.size(), 1u);
  EXPECT_EQ(tree.end_points[0].name, "hand");
  EXPECT_EQ(tree.end_points[0].body, 2);
  TreeModel model(tree);
  EXPECT_EQ(model.velocity_count(), 2);
}

TEST_F(UrdfTest, CountsJointsInTheOrderOfTheLinksInTheFile) {
  // The link at the end of the arm is written first; `lower` is in a comment before that.
  const std::string body =
      R"(<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>)";
  const auto link = [&](const std::string& name) {
    return "<link name=\"" + name + "\">" + body + "</link>";
  };
  const auto joint = [&](const std::string& name, const std::string& parent, const std::string& child) {
    return "<joint name=\"" + name + "\" type=\"continuous\"><parent link=\"" + parent +
           "\"/><child link=\"" + child + "\"/><axis xyz=\"0 0 1\"/></joint>";
  };
  const TreeParameters tree = load_tree(
      write("mixed.urdf", "<robot name=\"r\"><!-- <link name=\"lower\"/> -->" + link("wrist") +
                              joint("a", "lower", "wrist") + joint("z", "upper", "lower") + link("upper") +
                              link("foot") + link("lower") + joint("b", "foot", "upper") + "</robot>"));
  ASSERT_EQ(tree.joint_count(), 3);
  EXPECT_EQ(tree.links[0].joint.name, "a");
  EXPECT_EQ(tree.links[1].joint.name, "b");
  EXPECT_EQ(tree.links[2].joint.name, "z");
  EXPECT_EQ(tree.links[0].joint.parent, 3);
  EXPECT_EQ(tree.links[1].joint.parent, 0);
  EXPECT_EQ(tree.links[2].joint.parent, 2);
}

std::string nested(const std::string& open, const std::string& close, int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += open;
  for (int i = 0; i < levels; ++i) text += close;
  return text;
}

// The parser takes one call a level, and time with their square.
TEST_F(UrdfTest, RefusesElementsThatNestDeeplyBeforeTheyAreParsed) {
  for (const auto& [open, close] :
       {std::pair<std::string, std::string>{"<link>", "</link>"}, {"<link name=\"/>\">", "</link>"}}) {
    const std::string file =
        write("deep.urdf", "<robot name=\"r\">" + nested(open, close, 12000) + "</robot>");
    EXPECT_THAT(problem_of([&] { load_tree(file); }).problem, HasSubstr("deeper than 32 levels"));
  }
}

TEST_F(UrdfTest, RefusesMoreLinksThanItCanHandle) {
  std::string text = "<robot name=\"r\"><link name=\"0\"/>";
  for (int i = 1; i <= 2000; ++i) {
    text += "<link name=\"" + std::to_string(i) + "\"/><joint name=\"" + std::to_string(i) +
            "\" type=\"fixed\"><parent link=\"" + std::to_string(i - 1) + "\"/><child link=\"" +
            std::to_string(i) + "\"/></joint>";
  }
  const std::string file = write("long.urdf", text + "</robot>");
  EXPECT_THAT(problem_of([&] { load_tree(file); }).problem, HasSubstr("has 2001 links"));
}

TEST_F(UrdfTest, SendsMacrosToXacroOnce) {
  const std::string file =
      write("macros.urdf", "<robot name=\"r\">\n<xacro:arm a=\"1\"/>\n<xacro:arm a=\"2\"/></robot>");
  const ConfigProblem problem = problem_of([&] { load_tree(file); });
  EXPECT_EQ(problem.line, 2);
  EXPECT_THAT(problem.remedy, HasSubstr("xacro " + file));
}

TEST_F(UrdfTest, RefusesWhatItCannotModelWithItsPlace) {
  EXPECT_THAT(complaint("type=\"prismatic\"", "type=\"floating\""),
              HasSubstr("24: joint slide: unsupported kind of joint"));
  EXPECT_THAT(complaint("<axis xyz=\"1 0 0\"/>", "<axis xyz=\"1 0 0\"/><mimic joint=\"shoulder\"/>"),
              HasSubstr("24: joint slide: unsupported: the joint mimics"));
  EXPECT_THAT(complaint("<axis xyz=\"1 0 0\"/>", "<axis xyz=\"1 0 0\"/><dynamics friction=\"0.1\"/>"),
              HasSubstr("joint slide: unsupported: damping or friction"));
  EXPECT_THAT(complaint("<axis xyz=\"1 0 0\"/>", "<axis xyz=\"0 0 0\"/>"),
              HasSubstr("joint slide: axis: the joint has no axis"));
  EXPECT_THAT(complaint("<link name=\"hand\"/>", "<link name=\"hand\"/><lonk name=\"x\"/>"),
              HasSubstr("lonk: unsupported element"));
  EXPECT_THAT(complaint("<transmission",
                        "<joint name=\"closing\" type=\"fixed\"><parent link=\"hand\"/><child "
                        "link=\"upper\"/></joint><transmission"),
              HasSubstr("closes a loop"));
  EXPECT_THAT(complaint("<mass value=\"2\"/>", "<mass value=\"-2\"/>"), HasSubstr("link upper: "));
  EXPECT_THAT(complaint("izz=\"0.05\"", "izz=\"0.5\""), HasSubstr("link world: inertia: "));
  EXPECT_THAT(complaint("</robot>", ""), testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace freefloat
