#include "hal/motion_capture/pose_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "hal/virtual_clock.h"
#include "mcap/standard_messages.h"
#include "ros_node/ros_message.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kStart = 1'700'000'000'000'000'000;  // what the publisher's clock shows at first

/// A satellite with two LEDs and a target with one; poses in a frame that lies askew, its z up.
class PoseSourceTest : public testing::Test {
 protected:
  PoseSourceTest() {
    robot_ = {{"tail", 0, {-0.19, 0.01}, 0.2}, {"joint_1", 0, {0.19, 0.0}, 0.2}};
    config_.y_up = false;
    config_.origin = {0.3, -0.2};
    config_.rotation = 0.7;
    config_.bodies = {{.topic = "/satellite", .part = TrackedPart::kSatellite, .pivot = {0.05, 0.02}},
                      {.topic = "/target", .part = TrackedPart::kTarget}};
  }

  PoseSource& source() {
    if (!source_) {
      source_.emplace(
          config_, robot_, std::vector<Vector2>{Vector2::Zero()}, clock_,
          PoseSource::Options{
              .transfer = transfer_, .before_waiting = [] {}, .wall_time = [this] { return wall_; }});
    }
    return *source_;
  }

  void wait(std::int64_t nanoseconds) {
    clock_.sleep_until(clock_.now() + Duration(nanoseconds));
    wall_ += nanoseconds;
  }

  void tell(std::size_t body, std::int64_t stamp, double x = 0.1, double y = 0.2, double w = 1.0,
            double z = 0.0) {
    geometry_msgs::PoseStamped message;
    message.header.stamp.sec = static_cast<std::int32_t>(stamp / 1'000'000'000);
    message.header.stamp.nanosec = static_cast<std::uint32_t>(stamp % 1'000'000'000);
    message.pose.position = {x, y, 0.3};
    message.pose.orientation = {0.0, 0.0, z, w};
    source().take(body, ros::to_bytes(message));
  }

  std::optional<MarkerFrame> read() {
    MarkerFrame frame;
    if (source().read(frame) != ReadStatus::kFrame) return std::nullopt;
    return frame;
  }

  std::vector<MarkerParameters> robot_;
  TrackerConfig config_;
  Duration transfer_{};
  VirtualClock clock_;
  std::int64_t wall_ = kStart;
  std::optional<PoseSource> source_;
};

TEST_F(PoseSourceTest, LedsStandWhereTheirBodysPosePutsThem) {
  const double yaw = 0.4;  // of the satellite in the publisher's frame
  tell(0, kStart, 0.1, 0.2, std::cos(yaw / 2), std::sin(yaw / 2));
  tell(1, kStart, -0.3, 0.5);
  const auto frame = read();
  ASSERT_TRUE(frame);
  ASSERT_EQ(frame->marker_count, 3);
  const auto turned = [](double angle, double x, double y) {
    return Vector2(std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y);
  };
  const Vector2 origin(0.3, -0.2);
  const Vector2 expected = origin + turned(0.7, 0.1, 0.2) + turned(0.7 + yaw, -0.19 - 0.05, 0.01 - 0.02);
  EXPECT_LT((frame->markers[0].p_WM - expected).norm(), 1e-6);
  EXPECT_LT((frame->markers[2].p_WM - (origin + turned(0.7, -0.3, 0.5))).norm(), 1e-6);
  EXPECT_GT(frame->markers[0].covariance(0, 0), 0.0);
}

TEST_F(PoseSourceTest, PosesOfOneStampAreOneFrameAndABodyThatStaysAwayIsNotSeen) {
  tell(0, kStart);
  tell(0, kStart + 10 * kMillisecond);
  tell(1, kStart + 10 * kMillisecond);
  const auto first = read();
  const auto second = read();
  ASSERT_TRUE(first && second);
  EXPECT_TRUE(first->markers[0].seen);
  EXPECT_FALSE(first->markers[2].seen);
  EXPECT_TRUE(second->markers[0].seen && second->markers[2].seen);
  EXPECT_GT(second->sequence, first->sequence);
  EXPECT_FALSE(read());
}

TEST_F(PoseSourceTest, SharedClockTellsHowOldAPoseIs) {
  config_.shared_clock = true;
  wait(500 * kMillisecond);
  tell(0, wall_ - 28 * kMillisecond);
  const auto frame = read();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->capture_time, clock_.now() - std::chrono::milliseconds(28));
}

TEST_F(PoseSourceTest, SharedClockThatIsNotSharedIsNamedAndNothingIsBelieved) {
  config_.shared_clock = true;
  tell(0, wall_ + 20 * kMillisecond);
  wait(3'000 * kMillisecond);
  tell(0, wall_ - 2'000 * kMillisecond);
  EXPECT_FALSE(read());
  EXPECT_THAT(source().describe_refusals(), HasSubstr("2 poses with stamps that are 2.0"));
}

TEST_F(PoseSourceTest, OwnClockIsLearnedFromTheQuickestMessagesWithItsDrift) {
  transfer_ = std::chrono::milliseconds(8);
  constexpr double kDrift = 1e-4;
  for (int i = 1; i <= 2000; ++i) {
    const std::int64_t taken = clock_.now().time_since_epoch().count();
    const auto stamp = kStart + taken + static_cast<std::int64_t>(kDrift * static_cast<double>(taken));
    const std::int64_t under_way = (8 + (i % 5 == 0 ? 0 : i % 4)) * kMillisecond;
    wait(under_way);
    tell(0, stamp);
    const auto frame = read();
    ASSERT_TRUE(frame);
    const double wrong = to_seconds(frame->capture_time) - 1e-9 * static_cast<double>(taken);
    EXPECT_LT(std::abs(wrong), i <= 5 ? 4e-3 : i < 600 ? 2e-4 : 3e-5) << i;
    wait(10 * kMillisecond - under_way + 5 * kMillisecond);
  }
}

TEST_F(PoseSourceTest, TakesNoPoseTwiceAndNoneThatWasOvertaken) {
  tell(0, kStart);
  tell(0, kStart);
  tell(0, kStart + 20 * kMillisecond);
  tell(0, kStart + 10 * kMillisecond);
  EXPECT_TRUE(read());
  EXPECT_TRUE(read());
  EXPECT_FALSE(read());
  EXPECT_THAT(source().describe_refusals(), HasSubstr("1 poses overtaken"));
  EXPECT_THAT(source().describe_refusals(), HasSubstr("1 poses came twice"));
  EXPECT_THAT(source().describe_refusals(), HasSubstr("no pose on /target"));
}

TEST_F(PoseSourceTest, PublisherThatBeginsAnewOnAnotherClockIsBelieved) {
  tell(0, kStart);
  ASSERT_TRUE(read());
  wait(10 * kMillisecond);
  tell(0, 5 * kMillisecond);
  const auto frame = read();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->capture_time, clock_.now());
}

TEST_F(PoseSourceTest, WhatIsNoPoseIsRefused) {
  tell(0, kStart, std::numeric_limits<double>::quiet_NaN());
  tell(0, kStart, 0.1, 0.2, 0.0);  // as a message that nobody has filled
  source().take(0, std::vector<std::uint8_t>{0, 1, 0, 0, 7});
  source().take(7, ros::to_bytes(geometry_msgs::PoseStamped{}));
  EXPECT_FALSE(read());
  EXPECT_THAT(source().describe_refusals(), HasSubstr("4 messages that are no poses"));
}

}  // namespace
}  // namespace freefloat
