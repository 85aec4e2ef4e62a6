#include "model/singularity_free_annulus.h"

#include <gtest/gtest.h>

#include "model/guaranteed_workspace.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

// Reference values: notes on Yoshida & Umetani.
TEST(SingularityFreeAnnulus, AgreesWithTheLaboratoryRobot) {
  const Annulus annulus = compute_singularity_free_annulus(PlanarModel(table2_robot()));
  EXPECT_NEAR(annulus.inner, 0.240453678089863, 1e-13);
  EXPECT_NEAR(annulus.outer, 0.489645284008921, 1e-13);
}

TEST(SingularityFreeAnnulus, EndsInsideThePaperCircleWithAHeavyLastLink) {
  RobotParameters robot = table2_robot();
  robot.links[1].mass = 6.62;
  const PlanarModel model(robot);
  const Annulus annulus = compute_singularity_free_annulus(model);
  EXPECT_NEAR(annulus.outer, 0.371208711809442, 1e-13);
  EXPECT_NEAR(guaranteed_workspace_radius(model), 0.373528, 5e-7);
}

}  // namespace
}  // namespace freefloat
