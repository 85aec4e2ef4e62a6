#include "model/generalized_jacobian.h"

#include <gtest/gtest.h>

#include "support/test_robots.h"

namespace freefloat {
namespace {

// Reference values: planar_configs[0].
TEST(GeneralizedJacobian, AgreesWithIndependentBodySums) {
  const PlanarModel model(table2_robot());
  const JointVector joints = (JointVector(2) << 0.415, -3.086).finished();
  const Posture posture = compute_posture(0.892, joints);
  const AngularInertia inertia = compute_angular_inertia(model, posture);
  EXPECT_NEAR(inertia.satellite, 0.3834924474175473, 1e-14);
  EXPECT_NEAR(inertia.joints[0], 0.13644590452879776, 1e-14);
  EXPECT_NEAR(inertia.joints[1], -0.01128965173097852, 1e-14);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
  const Eigen::Matrix<double, 3, 2> expected{{0.06733124027855546, 0.3301046783070674},
                                             {-0.028752571654567675, -0.0671013380582212},
                                             {0.6442018468743527, 1.0294390458195553}};
  EXPECT_LT((jacobian.matrix - expected).norm(), 1e-14);
}

}  // namespace
}  // namespace freefloat
