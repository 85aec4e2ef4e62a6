#include "model/payload.h"

#include <gtest/gtest.h>

#include "support/random_robot.h"

namespace freefloat {
namespace {

/// The last link held by its joint: what stands where, seen from there.
struct FromJoint {
  double mass = 0.0;
  Vector2 moment = Vector2::Zero();  ///< mass times mass centre, kg m
  double inertia = 0.0;              ///< about the joint, kg m^2
};

FromJoint last_link(const RobotParameters& robot) {
  const LinkParameters& link = robot.links.back();
  return {link.mass, link.mass * link.to_mass_centre,
          link.inertia + link.mass * link.to_mass_centre.squaredNorm()};
}

// Sums about the joint need no parallel axes but each part's own.
TEST(Payload, AddsItsMassItsMomentAndItsInertiaAboutTheJoint) {
  RandomRobots random(3);
  for (int i = 0; i < 100; ++i) {
    RobotParameters robot = random.robot(1 + i % 4, i % 2 == 0);
    for (const int body : {0, robot.joint_count()})
      robot.markers.push_back({.name = "led", .body = body, .position = {random.number(-0.1, 0.1), 0.02}});
    const double mass = random.number(0.1, 5.0);
    const double inertia = random.number(0.001, 0.1);
    const Vector2 p_EP(random.number(-0.2, 0.2), random.number(-0.2, 0.2));
    const RobotParameters loaded = with_payload(robot, mass, inertia, p_EP);
    const LinkParameters& link = robot.links.back();
    const Vector2 hand = link.to_mass_centre + link.to_end;
    const Vector2 place = hand + p_EP;
    const FromJoint alone = last_link(robot);
    const FromJoint both = last_link(loaded);
    EXPECT_DOUBLE_EQ(both.mass, alone.mass + mass);
    EXPECT_LT((both.moment - alone.moment - mass * place).norm(), 1e-14);
    EXPECT_NEAR(both.inertia, alone.inertia + inertia + mass * place.squaredNorm(), 1e-14);
    // The hand, and what is glued to the link, stay where they were.
    const LinkParameters& with = loaded.links.back();
    EXPECT_LT((with.to_mass_centre + with.to_end - hand).norm(), 1e-15);
    for (std::size_t led = 0; led < robot.markers.size(); ++led) {
      const bool on_link = robot.markers[led].body == robot.joint_count();
      const Vector2 before =
          robot.markers[led].position + (on_link ? link.to_mass_centre : Vector2(Vector2::Zero()));
      const Vector2 after =
          loaded.markers[led].position + (on_link ? with.to_mass_centre : Vector2(Vector2::Zero()));
      EXPECT_LT((after - before).norm(), 1e-15);
    }
    // Let go of again nothing is left of it.
    RobotParameters released = loaded;
    put_payload(robot, 0.0, 0.0, Vector2::Zero(), released);
    EXPECT_EQ(released.links.back().mass, link.mass);
    EXPECT_EQ(released.links.back().to_end, link.to_end);
    EXPECT_EQ(released.links.back().inertia, link.inertia);
  }
}

}  // namespace
}  // namespace freefloat
