#include "spatial/tree/check_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "spatial/tree/tree_model.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

TreeParameters sound_tree() {
  RandomTrees draw(91);
  return draw.tree(BaseKind::kFree, 4, 0.3, 0.3);
}

/// What is said of a sound tree after one change.
std::string complaint(const std::function<void(TreeParameters&)>& spoil) {
  TreeParameters tree = sound_tree();
  spoil(tree);
  std::string text;
  for (const TreeProblem& problem : check_tree(tree)) text += problem.text(tree) + "\n";
  return text;
}

TEST(CheckTree, HasNothingToSayOfSoundTrees) {
  EXPECT_EQ(complaint([](TreeParameters&) {}), "");
}

TEST(CheckTree, NamesThePlaceOfWhatIsImpossible) {
  EXPECT_THAT(complaint([](auto& t) {
                t.links[1].joint.parent = 3;
                t.links[2].joint.parent = 2;
              }),
              HasSubstr("link link_2: joint.parent: the bodies carry each other in a loop"));
  EXPECT_THAT(complaint([](auto& t) { t.links[2].joint.parent = 3; }),
              HasSubstr("link link_3: joint.parent: "));
  EXPECT_THAT(complaint([](auto& t) { t.links[2].joint.parent = 9; }), HasSubstr("there is no body 9"));
  EXPECT_THAT(complaint([](auto& t) { t.links[0].body.mass = 0.0; }),
              HasSubstr("link link_1: mass: is 0 kg"));
  EXPECT_THAT(complaint([](auto& t) { t.base.mass = NAN; }), HasSubstr("base base: mass"));
  EXPECT_THAT(
      complaint([](auto& t) { t.links[0].body.inertia = Vector3(1.0, 2.0, 3.1).asDiagonal(); }),
      HasSubstr(
          "link link_1: inertia: the principal inertias 1, 2, 3.1 kg m^2 violate the triangle inequality"));
  EXPECT_THAT(complaint([](auto& t) { t.links[0].body.inertia(0, 1) += 0.1; }),
              HasSubstr("is not symmetric"));
  EXPECT_THAT(complaint([](auto& t) { t.links[0].body.inertia.setZero(); }),
              HasSubstr("are not all above 0"));
  EXPECT_THAT(
      complaint([](auto& t) { t.links[3].joint.rotation.col(0) *= 1.001; }),
      HasSubstr("link link_4: joint.rotation: the axes of the frame are not orthogonal unit vectors"));
  EXPECT_THAT(complaint([](auto& t) { t.links[3].joint.rotation.col(0) *= -1.0; }), HasSubstr("left-handed"));
  EXPECT_THAT(complaint([](auto& t) { t.links[3].joint.axis.setZero(); }),
              HasSubstr("link link_4: joint.axis: the joint has no axis"));
  EXPECT_THAT(complaint([](auto& t) { t.links[3].joint.axis *= 2.0; }), HasSubstr("has the length 2"));
  EXPECT_THAT(complaint([](auto& t) { t.links[3].body.name = "link_1"; }),
              HasSubstr("two bodies are called link_1"));
  EXPECT_THAT(complaint([](auto& t) {
                t.links[1].joint.min = 2.0;
                t.links[1].joint.max = 1.0;
              }),
              HasSubstr("link link_2: joint.max"));
  EXPECT_THAT(complaint([](auto& t) { t.end_points[0].body = 7; }), HasSubstr("end point tip: body"));
}

TEST(CheckTree, LetsAFixedBaseBeWithoutMass) {
  EXPECT_EQ(complaint([](auto& t) {
              t.base_kind = BaseKind::kFixed;
              t.base.mass = 0.0;
              t.base.inertia.setZero();
            }),
            "");
}

TEST(Attitude, EulerAnglesAndRotationsAreTheSame) {
  RandomTrees draw(92);
  for (const EulerSequence sequence : {EulerSequence::kZyx, EulerSequence::kXyz}) {
    for (int trial = 0; trial < 200; ++trial) {
      Vector3 angles(draw.number(-3.1, 3.1), draw.number(-1.5, 1.5), draw.number(-3.1, 3.1));
      const Matrix3 rotation = rotation_from_euler(sequence, angles);
      EXPECT_LT((euler_from_rotation(sequence, rotation) - angles).norm(), 1e-12);
      angles[1] = trial % 2 == 0 ? 0.5 * M_PI : -0.5 * M_PI;
      const Matrix3 edge = rotation_from_euler(sequence, angles);
      EXPECT_LT((rotation_from_euler(sequence, euler_from_rotation(sequence, edge)) - edge).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace freefloat
