#include <gtest/gtest.h>

#include <cstring>

#include "testbed_cases.h"

namespace freefloat {
namespace {

TEST(SimTestbedCamera, DeliversEveryPictureAfterItsLatency) {
  TestbedCase test;
  SimTestbed testbed = test.make();
  MarkerFrame frame;
  int frames = 0;
  for (int ms = 1; ms <= 1000; ++ms) {
    testbed.sleep_until(at_ms(ms));
    while (testbed.read(frame) == ReadStatus::kFrame) {
      EXPECT_EQ(frame.capture_time, at_ms(10 * (frames + 1)));
      EXPECT_EQ(at_ms(ms), frame.capture_time + test.camera.latency);
      EXPECT_EQ(frame.sequence, static_cast<std::uint64_t>(frames));
      ++frames;
    }
  }
  EXPECT_EQ(frames, 99);  // the picture of 1 s is still on its way
}

TEST(SimTestbedCamera, TimesOfAnOddRateAreExactToTheNanosecond) {
  TestbedCase test;
  test.camera.rate = 30.0;
  SimTestbed testbed = test.make();
  testbed.sleep_until(at_ms(10'000));
  MarkerFrame frame;
  for (int i = 1; testbed.read(frame) == ReadStatus::kFrame; ++i)
    EXPECT_EQ(frame.capture_time, Time{} + from_seconds(i / 30.0));
  EXPECT_EQ(frame.sequence, 298u);
}

TEST(SimTestbedCamera, MarkersAreWhereTheyWereAtTheMiddleOfTheExposure) {
  // Also between the plant's steps: 30 Hz does not fall on whole milliseconds.
  TestbedCase test;
  test.camera.rate = 30.0;
  test.config.start.v_WB = {0.1, -0.05};
  test.config.start.joint_rates.setZero();
  test.config.servo = ServoModel::kKinematic;
  test.config.target.start.v = {-0.08, 0.06};
  test.config.target.start.w = 0.5;
  SimTestbed testbed = test.make();
  const Truth start = testbed.truth();
  testbed.sleep_until(at_ms(2000));
  MarkerFrame frame;
  int frames = 0;
  while (testbed.read(frame) == ReadStatus::kFrame) {
    const double t = to_seconds(frame.capture_time);
    const double attitude = start.robot.theta_WB + t * start.robot.w_WB;
    const Vector2 tail = start.robot.p_WB + t * start.robot.v_WB + rotate(attitude, {-0.12, 0.0});
    const BodyState& target = start.target;
    EXPECT_LT((frame.markers[0].p_WM - tail).norm(), 1e-7);
    EXPECT_LT((frame.markers[3].p_WM - target.p - t * target.v).norm(), 1e-7);
    EXPECT_LT((frame.markers[4].p_WM - target.p - t * target.v - rotate(t * target.w, {0.05, 0.0})).norm(),
              1e-7);
    ++frames;
  }
  EXPECT_GT(frames, 50);
}

TEST(SimTestbedCamera, LosesTheConfiguredShareAndKeepsTheNumbering) {
  TestbedCase test;
  test.config.imaging.frame_loss = 0.1;
  SimTestbed testbed = test.make();
  MarkerFrame frame;
  int frames = 0;
  for (int i = 1; i <= 2000; ++i) {
    testbed.sleep_until(at_ms(10 * i));
    while (testbed.read(frame) == ReadStatus::kFrame) {
      EXPECT_EQ(frame.capture_time, at_ms(10 * static_cast<int>(frame.sequence + 1)));
      ++frames;
    }
  }
  EXPECT_NEAR(frames, 1800, 60);
}

TEST(SimTestbedCamera, MarkerNoiseHasTheConfiguredSize) {
  TestbedCase test;
  test.config.imaging.marker_noise = 0.05;
  test.config.servo = ServoModel::kKinematic;
  SimTestbed testbed = test.make();
  double squares = 0.0;
  int count = 0;
  const Vector2 true_place = testbed.truth().target.p;
  double claimed = 0.0;
  MarkerFrame frame;
  for (int i = 1; i <= 1000; ++i) {
    testbed.sleep_until(at_ms(10 * i));
    while (testbed.read(frame) == ReadStatus::kFrame) {
      squares += (frame.markers[3].p_WM - true_place).squaredNorm();
      claimed = frame.markers[3].covariance.trace();
      ++count;
    }
  }
  EXPECT_NEAR(squares / count / claimed, 1.0, 0.1);
  EXPECT_NEAR(std::sqrt(claimed / 2.0), 0.05 * 2.4 / 1000.0, 1e-6);  // pixels over 2.4 m at f = 1000
}

TEST(SimTestbedCamera, LedsThatShineAsOneSpotAreToldApartOnlyWhereBothAreExpected) {
  TestbedCase test;
  test.config.servo = ServoModel::kKinematic;
  test.config.target.start.v.setZero();
  // Spots of 1.24 px, f = 1000 px: 4.5 of them are 13 mm at 2.4 m.
  const auto seen = [&](double apart, bool first_expected, bool second_expected) {
    test.config.target.markers = {Vector2::Zero(), Vector2(apart, 0.0)};
    SimTestbed testbed = test.make();
    testbed.sleep_until(at_ms(20));
    MarkerFrame frame;
    frame.prediction.markers[3].known = first_expected;
    frame.prediction.markers[4].known = second_expected;
    EXPECT_EQ(testbed.read(frame), ReadStatus::kFrame);
    EXPECT_TRUE(frame.markers[3].seen);
    EXPECT_EQ(frame.blob_count, frame.markers[4].seen ? 5 : 4);
    return frame.markers[4].seen;
  };
  EXPECT_TRUE(seen(0.015, false, false));
  EXPECT_FALSE(seen(0.012, false, false));
  EXPECT_FALSE(seen(0.012, true, false));
  EXPECT_FALSE(seen(0.012, false, true));
  EXPECT_TRUE(seen(0.012, true, true));
}

TEST(SimTestbedCamera, RendersWhatTheMarkersSay) {
  TestbedCase test;
  test.config.imaging.render = true;
  SimTestbed testbed = test.make();
  testbed.sleep_until(at_ms(20));
  CameraPicture frame;
  ASSERT_EQ(testbed.read(frame), ReadStatus::kFrame);
  EXPECT_EQ(frame.image.width, 1280);
  const auto uv = CameraModel(test.camera).project(testbed.truth().target.p, 0.2);
  ASSERT_TRUE(uv);
  const auto grey = [&](double u, double v) {
    return frame.image.pixels[std::lround(v) * frame.image.stride + std::lround(u)];
  };
  EXPECT_GT(grey(uv->x(), uv->y()), 100);
  EXPECT_LT(grey(uv->x() - 40, uv->y() - 40), 60);
}

TEST(SimTestbed, SameSeedSameBitsAnotherSeedOthers) {
  TestbedCase test;
  test.config.imaging.marker_noise = 0.05;
  test.config.imaging.frame_loss = 0.1;
  test.config.residuals.tilt = 1e-4;
  test.config.link.loss = 0.05;
  test.config.link.corruption = 0.05;
  const auto play = [&](std::uint64_t seed) {
    test.config.seed = seed;
    SimTestbed testbed = test.make();
    std::vector<double> values;
    drive(testbed, 0, 200, turn_joints(0.3), [&](const std::optional<JointFeedback>& feedback) {
      MarkerFrame frame;
      while (testbed.read(frame) == ReadStatus::kFrame) {
        for (int i = 0; i < frame.marker_count; ++i) {
          values.push_back(frame.markers[i].p_WM.x());
          values.push_back(frame.markers[i].p_WM.y());
        }
      }
      if (feedback) values.insert(values.end(), feedback->angles.begin(), feedback->angles.end());
    });
    values.push_back(testbed.truth().robot.theta_WB);
    return values;
  };
  const auto first = play(7);
  const auto again = play(7);
  const auto other = play(8);
  ASSERT_EQ(first.size(), again.size());
  EXPECT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(double)), 0);
  EXPECT_NE(first, other);
}

TEST(SimTestbed, BoardDrivesTheJointsAtTheCommandedRate) {
  TestbedCase test;
  SimTestbed testbed = test.make();
  JointFeedback newest;
  drive(testbed, 0, 100, turn_joints(0.3), [&](const std::optional<JointFeedback>& feedback) {
    if (feedback) newest = *feedback;
  });
  EXPECT_EQ(newest.board_state, BoardState::kRun);
  EXPECT_NEAR(testbed.truth().robot.joint_rates[0], 0.3, 0.02);
  EXPECT_NEAR(testbed.truth().robot.joint_rates[1], 0.3, 0.02);
  EXPECT_NEAR(newest.angles[0], testbed.truth().robot.joints[0], 0.01);
  EXPECT_NEAR(newest.rates[0], 0.3, 0.03);
}

TEST(SimTestbed, FeedbackIsOfTheTimeItNames) {
  TestbedCase test;
  for (DriveParameters& drive : test.config.drives) {
    drive.pot_noise = 0.0;
    drive.converter_bits = 16;
  }
  SimTestbed testbed = test.make();
  std::vector<double> angle_at;  // by ms
  JointCommand command = turn_joints(0.5);
  command.time_to_live = std::chrono::milliseconds(60);
  for (int ms = 0; ms <= 1000; ++ms) {
    testbed.sleep_until(at_ms(ms));
    angle_at.push_back(testbed.truth().robot.joints[0]);
    command.enable = ms > 20;
    if (ms % 10 == 0) testbed.link().send(command, testbed.now());
    const auto feedback = testbed.link().poll(testbed.now());
    if (!feedback || ms < 300) continue;
    const std::size_t sample_ms = std::lround(1e3 * to_seconds(feedback->sample_time));
    ASSERT_LE(sample_ms, static_cast<std::size_t>(ms));
    EXPECT_NEAR(feedback->angles[0], angle_at[sample_ms], 4e-4);  // 0.5 mrad a millisecond
  }
  EXPECT_GT(testbed.truth().robot.joints[0], test.config.start.joints[0] + 0.4);
}

TEST(SimTestbed, CommandActsAfterTheWiresLatency) {
  TestbedCase test;
  test.config.link.latency = std::chrono::milliseconds(5);
  SimTestbed testbed = test.make();
  drive(testbed, 0, 50, turn_joints(0.0), [](const auto&) {});
  const Time sent = testbed.now();
  JointCommand command = turn_joints(0.5);
  command.time_to_live = std::chrono::milliseconds(60);
  testbed.link().send(command, sent);
  testbed.sleep_until(sent + std::chrono::milliseconds(5));
  EXPECT_LT(testbed.truth().robot.joint_rates.norm(), 0.02);
  testbed.sleep_until(sent + std::chrono::milliseconds(20));
  EXPECT_GT(testbed.truth().robot.joint_rates.norm(), 0.1);
}

TEST(SimTestbed, KinematicServoObeysAtOnceAndExactly) {
  TestbedCase test;
  test.config.servo = ServoModel::kKinematic;
  SimTestbed testbed = test.make();
  testbed.link().send(turn_joints(0.25), testbed.now());
  testbed.sleep_until(at_ms(100));
  const auto feedback = testbed.link().poll(testbed.now());
  ASSERT_TRUE(feedback);
  EXPECT_EQ(feedback->rates[0], 0.25);
  EXPECT_NEAR(feedback->angles[0], test.config.start.joints[0] + 0.025, 1e-14);
  EXPECT_EQ(feedback->sample_time, testbed.now());
  JointCommand stop = turn_joints(0.25);
  stop.stop = true;
  testbed.link().send(stop, testbed.now());
  testbed.sleep_until(at_ms(200));
  EXPECT_EQ(testbed.truth().robot.joint_rates.norm(), 0.0);
}

TEST(SimTestbed, GripperJoinsTheBodiesAndLetsGo) {
  TestbedCase test;
  test.config.servo = ServoModel::kKinematic;
  SimTestbed probe = test.make();
  test.config.target.start.p = probe.truth().p_WE + Vector2(0.003, 0.0);
  SimTestbed testbed = test.make();
  JointCommand command = turn_joints(0.0);
  command.close_gripper = true;
  testbed.link().send(command, testbed.now());
  testbed.sleep_until(at_ms(199));
  EXPECT_FALSE(testbed.truth().holding);
  EXPECT_EQ(testbed.link().poll(testbed.now())->gripper, GripperState::kClosing);
  testbed.sleep_until(at_ms(200));
  EXPECT_TRUE(testbed.truth().holding);
  EXPECT_EQ(testbed.link().poll(testbed.now())->gripper, GripperState::kHolding);
  command.close_gripper = false;
  testbed.link().send(command, testbed.now());
  testbed.sleep_until(at_ms(201));
  EXPECT_FALSE(testbed.truth().holding);
}

TEST(SimTestbed, WithoutATargetTheJawsCloseOnNothing) {
  TestbedCase test;
  test.config.servo = ServoModel::kKinematic;
  test.config.target.mount = TargetMount::kNone;
  SimTestbed testbed = test.make();
  test.config.target.start.p = testbed.truth().p_WE;
  JointCommand command = turn_joints(0.0);
  command.close_gripper = true;
  testbed.link().send(command, testbed.now());
  testbed.sleep_until(at_ms(300));
  EXPECT_EQ(testbed.link().poll(testbed.now())->gripper, GripperState::kEmpty);
  MarkerFrame frame;
  ASSERT_EQ(testbed.read(frame), ReadStatus::kFrame);
  EXPECT_EQ(frame.marker_count, 3);
}

}  // namespace
}  // namespace freefloat
