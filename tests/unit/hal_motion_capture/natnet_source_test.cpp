#include "hal/motion_capture/natnet_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "hal/hal_error.h"
#include "hal/motion_capture/emulated_natnet.h"
#include "hal/virtual_clock.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr Duration kPeriod = std::chrono::milliseconds(10);

/// Delivers what a test puts in.
class ListedMarkers final : public MarkerSensor {
 public:
  ReadStatus read(MarkerFrame& frame) override {
    if (frames.empty()) return ReadStatus::kNone;
    frame = frames.front();
    frames.pop_front();
    return ReadStatus::kFrame;
  }

  std::deque<MarkerFrame> frames;
};

/// A satellite with two LEDs, a link with one, a target with two; a tracker whose frame lies askew.
class NatNetSourceTest : public testing::Test {
 protected:
  NatNetSourceTest() {
    robot_ = {{"tail", 0, {-0.19, 0.01}, 0.2}, {"joint_1", 0, {0.19, 0.0}, 0.2}, {"tip", 2, {0.1, 0.0}, 0.2}};
    target_ = {Vector2::Zero(), Vector2(0.05, 0.02)};
    config_.origin = {0.3, -0.2};
    config_.rotation = 0.7;
    config_.bodies = {{.id = 1, .part = TrackedPart::kSatellite, .pivot = {0.05, 0.02}, .rotation = 0.5},
                      {.id = 2, .part = TrackedPart::kTarget}};
    config_.markers = {{.id = 101, .led = "tip"}};
  }

  void connect() {
    server_.emplace(config_, emulation_, robot_, target_, world_, clock_);
    TrackerConfig reached = config_;
    reached.server = "127.0.0.1";
    const std::string address = to_string(server_->address());
    reached.command_port = std::stoi(address.substr(address.rfind(':') + 1));
    source_.emplace(reached, robot_, target_, clock_,
                    NatNetSource::Options{.label = label_, .before_waiting = [this] { server_->serve(); }});
  }

  /// What there is to be seen, taken `ago`.
  static MarkerFrame scene(Time taken, std::uint64_t number, double theta) {
    MarkerFrame frame;
    frame.capture_time = taken;
    frame.sequence = number;
    frame.marker_count = 5;
    const auto put = [&](int i, const Vector2& p) {
      frame.markers[i].seen = true;
      frame.markers[i].p_WM = p;
    };
    const auto turned = [&](const Vector2& v) {
      return Vector2(std::cos(theta) * v.x() - std::sin(theta) * v.y(),
                     std::sin(theta) * v.x() + std::cos(theta) * v.y());
    };
    put(0, Vector2(0.1, 0.2) + turned({-0.19, 0.01}));
    put(1, Vector2(0.1, 0.2) + turned({0.19, 0.0}));
    put(2, {0.4, 0.5});
    put(3, {-0.3, 0.6});
    put(4, {-0.25, 0.62});
    return frame;
  }

  /// One cycle later. @return Whether a frame came.
  bool read(MarkerFrame& frame) {
    clock_.sleep_until(clock_.now() + kPeriod);
    return source_->read(frame) == ReadStatus::kFrame;
  }

  std::vector<MarkerParameters> robot_;
  std::vector<Vector2> target_;
  TrackerConfig config_;
  EmulatedCameraConfig emulation_;
  TableLabeler label_;
  ListedMarkers world_;
  VirtualClock clock_;
  std::optional<EmulatedNatNet> server_;
  std::optional<NatNetSource> source_;
};

class AnyUp : public NatNetSourceTest, public testing::WithParamInterface<bool> {};

TEST_P(AnyUp, TellsLedsWhereTheyAreWhateverTheTrackersFrame) {
  config_.y_up = GetParam();
  connect();
  const Time taken = clock_.now();
  const MarkerFrame truth = scene(taken, 5, 2.5);
  world_.frames.push_back(truth);
  MarkerFrame frame;
  ASSERT_TRUE(read(frame)) << source_->describe_refusals();
  ASSERT_EQ(frame.marker_count, 5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(frame.markers[i].seen) << i;
    EXPECT_LT((frame.markers[i].p_WM - truth.markers[i].p_WM).norm(), 1e-6) << i;
    EXPECT_GT(frame.markers[i].covariance(0, 0), 0.0);
  }
  EXPECT_EQ(frame.blob_count, 5);
}

INSTANTIATE_TEST_SUITE_P(Axis, AnyUp, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "y" : "z"; });

TEST_F(NatNetSourceTest, FollowsAClockThatIsFastAndFarAway) {
  emulation_.clock_drift = 1e-4;
  emulation_.clock_offset = std::chrono::hours(100);
  connect();
  MarkerFrame frame;
  for (int i = 1; i <= 2000; ++i) {
    world_.frames.push_back(
        scene(clock_.now() + std::chrono::milliseconds(4), static_cast<std::uint64_t>(i), 0.3));
    const Time taken = world_.frames.front().capture_time;
    ASSERT_TRUE(read(frame));
    const double wrong = to_seconds(frame.capture_time - taken);
    EXPECT_LT(std::abs(wrong), i < 600 ? 1e-4 : 2e-5) << i;
  }
}

TEST_F(NatNetSourceTest, BodyThatIsNotTrackedIsNotSeen) {
  connect();
  MarkerFrame hidden = scene(clock_.now(), 1, 0.3);
  hidden.markers[1] = MarkerMeasurement{};
  hidden.markers[2] = MarkerMeasurement{};
  world_.frames.push_back(hidden);
  MarkerFrame frame;
  ASSERT_TRUE(read(frame));
  EXPECT_FALSE(frame.markers[0].seen) << "one LED tells no attitude";
  EXPECT_FALSE(frame.markers[1].seen);
  EXPECT_FALSE(frame.markers[2].seen);
  EXPECT_TRUE(frame.markers[3].seen);
}

TEST_F(NatNetSourceTest, CountsFramesThatAreLostAndTakesNoneTwice) {
  connect();
  MarkerFrame frame;
  for (const std::uint64_t number : {1u, 2u, 2u, 6u}) {
    world_.frames.push_back(scene(clock_.now(), number, 0.3));
    read(frame);
  }
  EXPECT_THAT(source_->describe_refusals(), HasSubstr("3 frames of motion capture lost"));
  EXPECT_THAT(source_->describe_refusals(), HasSubstr("1 frames came twice"));
}

TEST_F(NatNetSourceTest, SingleMarkersWithoutNumbersGoToTheLabeler) {
  config_.identify = true;
  config_.markers.clear();
  config_.bodies = {{.id = 2, .part = TrackedPart::kTarget}};
  label_ = [](const TableSpots& spots, MarkerFrame& frame) {
    // Whoever is farthest to the right is the tip.
    int rightmost = 0;
    for (int i = 1; i < spots.count; ++i) {
      if (spots.spots[i].p_W.x() > spots.spots[rightmost].p_W.x()) rightmost = i;
    }
    frame.markers.fill(MarkerMeasurement{});
    frame.blob_count = spots.count;
    frame.markers[2].seen = true;
    frame.markers[2].p_WM = spots.spots[rightmost].p_W;
    frame.markers[2].covariance = spots.spots[rightmost].covariance;
  };
  connect();
  for (const std::uint64_t number : {1u, 2u, 3u}) {
    MarkerFrame seen = scene(clock_.now(), number, 0.3);
    seen.markers[1] = MarkerMeasurement{};
    world_.frames.push_back(seen);
    MarkerFrame frame;
    ASSERT_TRUE(read(frame));
    EXPECT_EQ(frame.blob_count, 4) << "one is hidden";
    EXPECT_LT((frame.markers[2].p_WM - Vector2(0.4, 0.5)).norm(), 1e-6);
    EXPECT_FALSE(frame.markers[0].seen);
    EXPECT_TRUE(frame.markers[3].seen) << "of its body";
  }
}

TEST_F(NatNetSourceTest, SaysThatNobodyAnswers) {
  TrackerConfig nobody = config_;
  nobody.server = "127.0.0.1";
  nobody.command_port = 9;
  NatNetSource source(nobody, robot_, target_, clock_, {.before_waiting = [] {}});
  MarkerFrame frame;
  EXPECT_EQ(source.read(frame), ReadStatus::kNone);
  EXPECT_THAT(source.describe_refusals(), HasSubstr("no NatNet server answers at 127.0.0.1:9"));
}

TEST_F(NatNetSourceTest, NamesALedThatIsNotThere) {
  config_.markers = {{.id = 1, .led = "elbow"}};
  EXPECT_THROW(TrackedLeds(config_, robot_, target_), HalError);
}

TEST_F(NatNetSourceTest, HearsAMulticastGroup) {
  UdpSocket listener = UdpSocket::join("239.255.42.99", 15111, "127.0.0.1");
  UdpSocket second = UdpSocket::join("239.255.42.99", 15111, "127.0.0.1");
  EXPECT_THROW(UdpSocket::join("10.0.0.1", 15111, "127.0.0.1"), HalError);
  EXPECT_THROW(UdpSocket::join("nowhere", 15111, "127.0.0.1"), HalError);
}

}  // namespace
}  // namespace freefloat
