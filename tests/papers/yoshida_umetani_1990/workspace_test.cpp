// Link coefficients (Eq. (6)), the paper's guaranteed workspace (Sec. 2.5), and what replaces it.
#include <gtest/gtest.h>

#include "model/generalized_jacobian.h"
#include "model/guaranteed_workspace.h"
#include "model/singularity_free_annulus.h"
#include "support/reference_file.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

TEST(YoshidaUmetaniWorkspace, HasThePaperLinkCoefficients) {
  const nlohmann::json reference = read_reference("yoshida_umetani_1990.json").at("workspace");
  const PlanarModel model(table2_robot());
  EXPECT_LT(relative_error(link_coefficients(model), to_vector(reference.at("link_coefficients"))), 1e-14);
  EXPECT_NEAR(guaranteed_workspace_radius(model), reference.at("paper_radius"), 1e-14);
  EXPECT_NEAR(link_coefficients(model).sum(), reference.at("longest_reach"), 1e-14);
}

TEST(YoshidaUmetaniWorkspace, IsAnAnnulusWithAHole) {
  const nlohmann::json reference = read_reference("yoshida_umetani_1990.json").at("workspace");
  const PlanarModel model(table2_robot());
  const Annulus annulus = compute_singularity_free_annulus(model);
  EXPECT_NEAR(annulus.inner, reference.at("annulus_inner"), 1e-13);
  EXPECT_NEAR(annulus.outer, reference.at("annulus_outer"), 1e-13);

  const JointVector edge = to_vector(reference.at("inner_edge_joints"));
  const Posture posture = compute_posture(0.0, edge);
  const auto j = compute_generalized_jacobian(model, posture).matrix;
  EXPECT_NEAR(j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0), 0.0, 1e-13);
  EXPECT_NEAR(compute_hand(model, posture).p_GX.norm(), annulus.inner, 1e-13);
}

TEST(YoshidaUmetaniWorkspace, IsSmallerThanThePaperCircleWithAHeavyLastLink) {
  const nlohmann::json reference = read_reference("yoshida_umetani_1990.json").at("workspace");
  RobotParameters robot = table2_robot();
  robot.links[1].mass = reference.at("heavy_last_link_mass");
  const PlanarModel model(robot);
  const Annulus annulus = compute_singularity_free_annulus(model);
  EXPECT_NEAR(annulus.outer, reference.at("heavy_last_link_outer"), 1e-13);
  EXPECT_GT(guaranteed_workspace_radius(model), annulus.outer + 0.002);
}

}  // namespace
}  // namespace freefloat
