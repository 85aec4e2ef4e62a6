#include <gtest/gtest.h>

#include <cmath>

#include "plant_cases.h"
#include "types/random.h"

namespace freefloat {
namespace {

/// Robot and target together, counted body by body from what the plant shows, about W's origin.
struct Motion {
  Vector2 p = Vector2::Zero();
  double l = 0.0;
  double energy = 0.0;
};

class PlantContact : public testing::Test {
 protected:
  PlantContact() {
    for (DriveParameters& drive : test_.config.drives) drive.rotor_inertia = 0.0;
    test_.config.contact = {.enabled = true, .restitution = 0.6, .friction = 0.3};
    test_.config.target.mass = 1.3;
    test_.config.target.inertia = 0.007;
    test_.make_drives_ideal();
  }

  Motion motion(const Plant& plant) const {
    const Truth truth = plant.truth();
    const PlanarModel model(test_.robot);
    const MotionTotals robot =
        compute_motion_totals(model, compute_posture(truth.robot.theta_WB, truth.robot.joints), truth.robot);
    const TargetParameters& parameters = test_.config.target;
    BodyState target = truth.target;  // of its mass centre
    const Vector2 arm = rotate(target.theta, parameters.mass_centre.value_or(Vector2::Zero()));
    target.p += arm;
    target.v += target.w * perpendicular(arm);
    return {robot.linear_momentum + parameters.mass * target.v,
            robot.angular_momentum_origin + parameters.mass * cross(target.p, target.v) +
                parameters.inertia * target.w,
            robot.kinetic_energy + 0.5 * parameters.mass * target.v.squaredNorm() +
                0.5 * parameters.inertia * target.w * target.w};
  }

  /// The target runs at that speed into jaw 1, from outside of the mouth.
  void run_into_jaw(double speed, double ahead = 0.05) {
    const Truth robot = test_.make().truth();
    const double link = robot.robot.theta_WB + robot.robot.joints.sum();
    test_.config.target.start.p = robot.p_WE + rotate(link, {0.003, 0.03 + 0.008 + ahead});
    test_.config.target.start.v = rotate(link, {0.0, -speed});
    test_.config.target.start.w = -0.5;
  }

  /// The target runs at that speed into the satellite's left side, off its middle.
  void run_into_satellite(double speed) {
    const RobotState& robot = test_.config.start;
    test_.config.target.start.p = robot.p_WB + rotate(robot.theta_WB, {-0.15 - 0.04 - 0.03, 0.04});
    test_.config.target.start.v = rotate(robot.theta_WB, {speed, 0.3 * speed});
    test_.config.target.start.w = 1.1;
  }

  /// How deep the target's body is in the satellite, m.
  double depth_in_satellite(const Truth& truth) const {
    const PlanarShape satellite =
        make_rectangle(test_.robot.satellite_size, {0, 1}).placed(truth.robot.p_WB, truth.robot.theta_WB);
    return -separate(satellite, make_circle(truth.target.p, test_.config.target.shape.radius, {0, 1}))
                .distance;
  }

  PlantCase test_;
};

TEST_F(PlantContact, ImpactsKeepBothMomentaAndNeverAddEnergy) {
  for (const bool at_jaw : {true, false}) {
    for (const double restitution : {0.0, 0.5, 1.0}) {
      test_.config.contact.restitution = restitution;
      at_jaw ? run_into_jaw(0.4) : run_into_satellite(0.4);
      Plant plant = test_.make();
      const Motion before = motion(plant);
      int impacts = 0;
      for (int i = 0; i < 400; ++i) {
        const double energy = motion(plant).energy;
        plant.step(open_bridges(2));
        impacts += static_cast<int>(plant.take_contacts().size());
        EXPECT_LE(motion(plant).energy, energy * (1.0 + 1e-10));
      }
      const Motion after = motion(plant);
      EXPECT_GT(impacts, 0);
      EXPECT_LT((after.p - before.p).norm(), 1e-13);
      EXPECT_NEAR(after.l, before.l, 1e-12);
    }
  }
}

TEST_F(PlantContact, AMassCentreApartFromTheGrapplePointKeepsThemAndTheEnergy) {
  test_.config.contact = {.enabled = true, .restitution = 1.0, .friction = 0.0};
  test_.config.target.mass_centre = Vector2(0.03, -0.04);
  for (const bool at_jaw : {true, false}) {
    at_jaw ? run_into_jaw(0.4) : run_into_satellite(0.4);
    Plant plant = test_.make();
    const Motion before = motion(plant);
    int impacts = 0;
    for (int i = 0; i < 400; ++i) {
      plant.step(open_bridges(2));
      impacts += static_cast<int>(plant.take_contacts().size());
    }
    const Motion after = motion(plant);
    EXPECT_GT(impacts, 0);
    EXPECT_LT((after.p - before.p).norm(), 1e-13);
    EXPECT_NEAR(after.l, before.l, 1e-12);
    EXPECT_NEAR(after.energy, before.energy, 1e-9);
  }
}

TEST_F(PlantContact, RobotGivesWayAsItsInertiaSaysAtThatPoint) {
  // Smooth and elastic: relative velocity along the normal turns round, energy stays.
  test_.config.contact = {.enabled = true, .restitution = 1.0, .friction = 0.0};
  run_into_jaw(0.3);
  Plant plant = test_.make();
  const Motion before = motion(plant);
  std::vector<ContactEvent> events;
  for (int i = 0; i < 300 && events.empty(); ++i) {
    plant.step(open_bridges(2));
    events = plant.take_contacts();
  }
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].first, "jaw 1");
  EXPECT_EQ(events[0].second, "target's pin");
  EXPECT_NEAR(motion(plant).energy, before.energy, 1e-10);
  EXPECT_LT((events[0].impulse - 1.3 * (plant.truth().target.v - test_.config.target.start.v)).norm(), 1e-14);
  EXPECT_GT(events[0].impulse.dot(events[0].normal), 0.0);
  EXPECT_NEAR(events[0].closing_speed, 0.3, 0.03);
}

TEST_F(PlantContact, NothingPassesThroughAtTwoMetresASecond) {
  for (const double step_ms : {1.0, 5.0, 20.0}) {
    test_.config.step = from_seconds(1e-3 * step_ms);
    for (const double restitution : {0.0, 0.7}) {
      test_.config.contact.restitution = restitution;
      run_into_satellite(2.0);
      Plant plant = test_.make();
      double deepest = -1.0;
      for (int i = 0; i < static_cast<int>(400 / step_ms); ++i) {
        plant.step(open_bridges(2));
        deepest = std::max(deepest, depth_in_satellite(plant.truth()));
      }
      EXPECT_GT(deepest, -0.1) << step_ms;
      EXPECT_LT(deepest, 1e-4) << step_ms;
      const bool still_left =
          rotate(-plant.truth().robot.theta_WB, plant.truth().target.p - plant.truth().robot.p_WB).x() <
              0.0 ||
          depth_in_satellite(plant.truth()) < -0.01;
      EXPECT_TRUE(still_left) << step_ms;
      run_into_jaw(2.0);
      Plant at_jaw = test_.make();
      run_for(at_jaw, open_bridges(2), 0.1, test_.config.step);
      EXPECT_FALSE(at_jaw.take_contacts().empty()) << step_ms;
    }
  }
}

TEST_F(PlantContact, TheInstantOfAnImpactDoesNotDependOnTheStep) {
  run_into_satellite(0.5);
  test_.config.contact.restitution = 1.0;
  std::vector<Vector2> ends;
  for (const double step_ms : {0.1, 1.0, 4.0}) {
    test_.config.step = from_seconds(1e-3 * step_ms);
    Plant plant = test_.make();
    run_for(plant, open_bridges(2), 0.12, test_.config.step);
    EXPECT_GT((plant.truth().target.v - test_.config.target.start.v).norm(), 0.1);
    ends.push_back(plant.truth().target.p);
  }
  EXPECT_LT((ends[1] - ends[0]).norm(), 5e-5);
  EXPECT_LT((ends[2] - ends[0]).norm(), 5e-5);
}

TEST_F(PlantContact, RestingBodiesNeitherSinkInNorJumpOff) {
  // Tilted towards the edge, the target leans against the table's wall; the robot is far from it.
  test_.table = {1.8, 6.0};
  test_.config.residuals.tilt = 1e-2;
  test_.config.residuals.tilt_direction = 0.0;
  test_.config.residuals.tilt_direction_random = false;
  test_.config.target.start.p = {0.9 - 0.04 - 0.001, 2.5};
  Plant plant = test_.make();
  run_for(plant, open_bridges(2), 2.0);
  for (int i = 0; i < 8000; ++i) {
    plant.step(open_bridges(2));
    EXPECT_NEAR(plant.truth().target.p.x(), 0.86, 5e-5);
  }
}

TEST_F(PlantContact, TheSatelliteMeetsTheEdgeWithItsOutline) {
  test_.config.start.theta_WB = kPi;  // the arm points away from it
  test_.config.start.p_WB = {0.5, 0.0};
  test_.config.start.v_WB = {0.5, 0.0};
  Plant plant = test_.make();
  double farthest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    plant.step(open_bridges(2));
    const RobotState robot = plant.truth().robot;
    for (const Vector2& corner :
         {Vector2(0.15, 0.15), Vector2(0.15, -0.15), Vector2(-0.15, 0.15), Vector2(-0.15, -0.15)})
      farthest = std::max(farthest, (robot.p_WB + rotate(robot.theta_WB, corner)).cwiseAbs().maxCoeff());
  }
  EXPECT_NEAR(farthest, 0.9, 1e-4);
}

TEST_F(PlantContact, AnArmAtTheSatellitesHeightMeetsIt) {
  for (LinkParameters& link : test_.robot.links) link.heights = {0.0, 0.05};
  test_.config.start.joints << 2.2, 2.2;
  test_.config.start.joint_rates << 0.0, 1.5;
  test_.centre();
  Plant plant = test_.make();
  const Motion before = motion(plant);
  std::vector<ContactEvent> events;
  for (int i = 0; i < 1000 && events.empty(); ++i) {
    plant.step(open_bridges(2));
    events = plant.take_contacts();
  }
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].first, "satellite");
  EXPECT_EQ(events[0].second, "link 2");
  EXPECT_LT((motion(plant).p - before.p).norm(), 1e-13);
  EXPECT_NEAR(motion(plant).l, before.l, 1e-12);
  EXPECT_LT(motion(plant).energy, before.energy);
}

TEST_F(PlantContact, WithinTheRobotElasticImpactsKeepItsEnergyAndItsMassCentre) {
  for (LinkParameters& link : test_.robot.links) link.heights = {0.0, 0.05};
  test_.config.contact = {.enabled = true, .restitution = 1.0, .friction = 0.0};
  test_.config.start.joints << 2.2, 2.2;
  test_.config.start.joint_rates << 0.0, 1.5;
  test_.centre();
  Plant plant = test_.make();
  const Motion before = motion(plant);
  std::size_t impacts = 0;
  for (int i = 0; i < 1000 && impacts == 0; ++i) {
    plant.step(open_bridges(2));
    impacts = plant.take_contacts().size();
  }
  EXPECT_EQ(impacts, 1U);
  EXPECT_NEAR(motion(plant).energy, before.energy, 1e-9);
  EXPECT_LT(plant.truth().p_WG.norm(), 1e-12);
}

TEST_F(PlantContact, EverySideOfTheTableThrowsBack) {
  for (const Vector2& way : {Vector2(1.0, 0.0), Vector2(-1.0, 0.0), Vector2(0.0, 1.0), Vector2(0.0, -1.0)}) {
    test_.config.contact.restitution = 1.0;
    test_.config.target.start.p = 0.8 * way + 0.7 * perpendicular(way);
    test_.config.target.start.v = 0.5 * way;
    Plant plant = test_.make();
    run_for(plant, open_bridges(2), 0.2);
    EXPECT_NEAR(plant.truth().target.v.dot(way), -0.5, 1e-12);
    const std::vector<ContactEvent> events = plant.take_contacts();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].second, "table's edge");
    EXPECT_LT((events[0].point - (0.9 * way + 0.7 * perpendicular(way))).norm(), 1e-4);
  }
}

TEST_F(PlantContact, AnArmAboveTheSatellitePassesOverIt) {
  test_.config.start.joints << 2.2, 2.2;
  test_.config.start.joint_rates << 0.0, 1.5;
  test_.centre();
  Plant plant = test_.make();
  run_for(plant, open_bridges(2), 0.5);
  EXPECT_TRUE(plant.take_contacts().empty());
}

TEST_F(PlantContact, ATargetOnTheTableThrowsTheHandBack) {
  test_.config.target.mount = TargetMount::kTable;
  test_.config.start.joint_rates << 0.4, 0.0;
  test_.centre();
  const Truth robot = test_.make().truth();
  const double link = robot.robot.theta_WB + robot.robot.joints.sum();
  test_.config.target.start.p = robot.p_WE + rotate(link, {0.0, 0.03}) + 0.02 * robot.v_WE.normalized();
  Plant plant = test_.make();
  std::vector<ContactEvent> events;
  for (int i = 0; i < 1000 && events.empty(); ++i) {
    plant.step(open_bridges(2));
    events = plant.take_contacts();
  }
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(plant.truth().target.p, test_.config.target.start.p);
  EXPECT_EQ(plant.truth().target.v.norm(), 0.0);
}

TEST_F(PlantContact, ATargetThatIsTooFastForTheJawsBouncesOff) {
  const Truth robot = test_.make().truth();
  test_.config.target.start.p = robot.p_WE;
  test_.config.target.start.v = {0.2, 0.1};
  Plant plant = test_.make();
  const Motion before = motion(plant);
  plant.knock_target();
  const Motion after = motion(plant);
  EXPECT_LT((after.p - before.p).norm(), 1e-14);
  EXPECT_NEAR(after.l, before.l, 1e-14);
  EXPECT_LT(after.energy, before.energy);
  const Vector2 way = test_.config.target.start.v.normalized();
  EXPECT_LT((plant.hand_to_target_velocity()).dot(way), -0.3 * test_.config.target.start.v.norm());
}

TEST_F(PlantContact, WhatTheGripperHoldsIsNotPushedAwayByIt) {
  const Truth robot = test_.make().truth();
  test_.config.target.start.p = robot.p_WE;
  Plant plant = test_.make();
  plant.attach_target();
  run_for(plant, voltages({0.2 * PlantCase::kTeraOhm, -0.1 * PlantCase::kTeraOhm}), 0.3);
  EXPECT_TRUE(plant.take_contacts().empty());
  EXPECT_TRUE(plant.holding());
}

TEST_F(PlantContact, IdealJointsKeepMomentaThroughImpactsToo) {
  test_.config.servo = ServoModel::kKinematic;
  run_into_jaw(0.4);
  Plant plant = test_.make();
  const Motion before = motion(plant);
  PlantInput input;
  input.joint_rates = JointVector::Zero(2);
  run_for(plant, input, 0.4);
  EXPECT_FALSE(plant.take_contacts().empty());
  EXPECT_LT((motion(plant).p - before.p).norm(), 1e-13);
  EXPECT_NEAR(motion(plant).l, before.l, 1e-12);
  EXPECT_LT(motion(plant).energy, before.energy);
}

TEST_F(PlantContact, WithoutItBodiesPassThroughEachOther) {
  test_.config.contact.enabled = false;
  run_into_satellite(0.5);
  Plant plant = test_.make();
  run_for(plant, open_bridges(2), 1.0);
  EXPECT_EQ(plant.truth().target.v, test_.config.target.start.v);
}

}  // namespace
}  // namespace freefloat
