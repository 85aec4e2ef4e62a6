// Markers from the network: JSON of a simple tracker, and keyed frames of another computer.
#include "hal/udp/marker_receiver.h"

#include <gtest/gtest.h>

#include "hal/monotonic_clock.h"
#include "hal/udp/marker_publisher.h"
#include "support/marker_sender.h"

namespace freefloat {
namespace {

Time ms(double milliseconds) {
  return Time{} + from_seconds(1e-3 * milliseconds);
}

class MarkerReceiverTest : public testing::Test {
 protected:
  class SetClock final : public Clock {
   public:
    Time now() override { return time; }
    void sleep_until(Time deadline) override { time = deadline; }
    Time time{};
  };

  ReadStatus send_and_read(double captured_ms, std::uint64_t sequence, double arrival_ms,
                           MarkerFrame& frame) {
    MarkerFrame sent;
    sent.sequence = sequence;
    sent.capture_time = ms(captured_ms);
    sent.marker_count = 2;
    sent.markers[0].seen = true;
    sent.markers[0].covariance = 1e-8 * Matrix2::Identity();
    sender_.send(sent, ms(captured_ms + 8));
    clock_.time = ms(arrival_ms);
    return receiver_.read(frame);
  }

  SetClock clock_;
  MarkerReceiver receiver_{{.address = "127.0.0.1:0", .marker_count = 2}, clock_};
  MarkerSender sender_{receiver_.address()};
};

// Generous: the kernel's stamp of an arrival is as old as this computer is busy.
constexpr double kBusy = 0.05;  // s

TEST_F(MarkerReceiverTest, CaptureTimeIsOfTheRunsClock) {
  MarkerFrame frame;
  // The sender's clock is 70 s ahead.
  for (int i = 0; i < 5; ++i) {
    const double captured = 100.0 + 10.0 * i;
    ASSERT_EQ(send_and_read(70'000.0 + captured, static_cast<std::uint64_t>(i), captured + 8, frame),
              ReadStatus::kFrame);
    EXPECT_NEAR(to_seconds(frame.capture_time - ms(captured)), 0.0, kBusy) << i;
  }
  EXPECT_EQ(frame.marker_count, 2);
  EXPECT_EQ(frame.blob_count, 1);
}

TEST_F(MarkerReceiverTest, JsonIsCountedThoughItTellsNoLoss) {
  MarkerFrame frame;
  EXPECT_FALSE(receiver_.health().connected);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(send_and_read(10.0 * i, static_cast<std::uint64_t>(i), 10.0 * i + 8, frame),
              ReadStatus::kFrame);
  const MarkerPathHealth health = receiver_.health();
  EXPECT_TRUE(health.connected);
  EXPECT_EQ(health.texts, 3u);
  EXPECT_EQ(health.pictures, 0u);
  EXPECT_NEAR(to_seconds(health.newest_picture - ms(28.0)), 0.0, kBusy);
}

TEST_F(MarkerReceiverTest, SenderThatStartsAnewIsFollowedAtOnce) {
  MarkerFrame frame;
  send_and_read(500'000.0, 900, 100.0 + 8, frame);
  ASSERT_EQ(send_and_read(10.0, 0, 200.0 + 8, frame), ReadStatus::kFrame);
  EXPECT_NEAR(to_seconds(frame.capture_time - ms(200.0)), 0.0, kBusy);
}

TEST_F(MarkerReceiverTest, ClockThatWasSetIsFollowedAtOnce) {
  MarkerFrame frame;
  send_and_read(500'000.0, 900, 100.0 + 8, frame);
  ASSERT_EQ(send_and_read(10.0, 901, 200.0 + 8, frame), ReadStatus::kFrame);
  EXPECT_NEAR(to_seconds(frame.capture_time - ms(200.0)), 0.0, kBusy);
}

TEST_F(MarkerReceiverTest, AnotherNumberOfMarkersIsRefusedAndSaid) {
  MarkerFrame frame;
  MarkerFrame sent;
  sent.marker_count = 5;
  sender_.send(sent, ms(8));
  EXPECT_EQ(receiver_.read(frame), ReadStatus::kNone);
  EXPECT_EQ(receiver_.describe_refusals(), "1 datagrams with 5 markers instead of 2");
}

/// Both ends on one computer, with the kernel's own stamps.
class KeyedMarkersTest : public testing::Test {
 protected:
  static LinkKey key() {
    LinkKey key{};
    key[5] = 9;
    return key;
  }

  MarkerFrame sample() {
    MarkerFrame sent;
    sent.sequence = ++sequence_;
    sent.capture_time = clock_.now() - std::chrono::milliseconds(3);
    sent.marker_count = 2;
    for (std::size_t i = 0; i < 2; ++i) {
      sent.markers[i].seen = true;
      sent.markers[i].p_WM = {0.1, 0.2};
      sent.markers[i].covariance = 1e-8 * Matrix2::Identity();
    }
    return sent;
  }

  /// Sends until a picture has come. @return Whether one has.
  bool exchange(MarkerPublisher& publisher, MarkerReceiver& receiver, MarkerFrame& frame) {
    for (int i = 0; i < 50; ++i) {
      publisher.send(sample());
      for (int reads = 0; reads < 3; ++reads) {
        if (receiver.read(frame) == ReadStatus::kFrame) return true;
        publisher.serve();
      }
    }
    return false;
  }

  MonotonicClock clock_;
  std::uint64_t sequence_ = 0;
  MarkerReceiver receiver_{{.address = "127.0.0.1:0", .marker_count = 2, .key = key()}, clock_};
};

TEST_F(KeyedMarkersTest, ArriveByTheNetwork) {
  MarkerPublisher publisher(receiver_.address(), key(), clock_);
  MarkerFrame frame;
  ASSERT_TRUE(exchange(publisher, receiver_, frame));
  EXPECT_EQ(frame.blob_count, 2);
  EXPECT_NEAR(frame.markers[1].p_WM.y(), 0.2, 1e-7);
  EXPECT_TRUE(publisher.is_heard());
  EXPECT_LT(std::abs(to_seconds(receiver_.health().offset)), kBusy);
  EXPECT_EQ(receiver_.describe_refusals(), "");
}

TEST_F(KeyedMarkersTest, JsonIsRefusedWhereThereIsAKey) {
  MarkerSender sender(receiver_.address());
  MarkerFrame frame;
  sender.send(sample(), clock_.now());
  EXPECT_EQ(receiver_.read(frame), ReadStatus::kNone);
  EXPECT_EQ(receiver_.describe_refusals(), "1 datagrams that are no markers");
}

TEST_F(KeyedMarkersTest, LedThatMovesIsLessCertainByWhatItsTimeMayBeWrong) {
  MarkerPublisher publisher(receiver_.address(), key(), clock_);
  MarkerFrame frame;
  frame.prediction.markers[1].known = true;
  frame.prediction.markers[1].v_WM = {0.0, 20.0};
  ASSERT_TRUE(exchange(publisher, receiver_, frame));
  const double along = frame.markers[1].covariance(1, 1);
  const double sigma = to_seconds(receiver_.health().offset_bound) / std::sqrt(3.0);
  EXPECT_NEAR(along, 1e-8 + 400.0 * sigma * sigma, 0.02 * along);
  EXPECT_NEAR(frame.markers[1].covariance(0, 0), 1e-8, 1e-11);
  EXPECT_NEAR(frame.markers[0].covariance(1, 1), 1e-8, 1e-11);
}

TEST_F(KeyedMarkersTest, SpotsGoToWhoKnowsWhoseTheyAre) {
  std::size_t spots_seen = 0;
  MarkerReceiver receiver({.address = "127.0.0.1:0",
                           .marker_count = 2,
                           .key = key(),
                           .label =
                               [&](const TableSpots& spots, MarkerFrame& frame) {
                                 spots_seen = spots.count;
                                 frame.markers[0].seen = true;
                                 frame.markers[0].p_WM = spots.spots[1].p_W;
                                 frame.markers[0].covariance = spots.spots[1].covariance;
                               }},
                          clock_);
  MarkerPublisher publisher(receiver.address(), key(), clock_);
  MarkerFrame frame;
  ASSERT_TRUE(exchange(publisher, receiver, frame));
  TableSpots spots;
  spots.count = 3;
  for (TableSpot& spot : spots.spots) spot.covariance = 1e-8 * Matrix2::Identity();
  spots.spots[1].p_W = {0.3, -0.4};
  publisher.send(spots, clock_.now() - std::chrono::milliseconds(1), 1000);
  bool came = false;
  for (int i = 0; i < 20 && !came; ++i) came = receiver.read(frame) == ReadStatus::kFrame && spots_seen > 0;
  ASSERT_TRUE(came);
  EXPECT_EQ(spots_seen, 3u);
  EXPECT_EQ(frame.marker_count, 2);
  EXPECT_NEAR(frame.markers[0].p_WM.y(), -0.4, 1e-7);
}

}  // namespace
}  // namespace freefloat
