// Markers by datagrams: what is sent arrives, what makes no sense is refused, and capture times do not jitter
// with the network.
#include "hal/udp/marker_stream.h"

#include <gtest/gtest.h>

#include <random>

namespace freefloat {
namespace {

Time ms(double milliseconds) {
  return Time{} + from_seconds(1e-3 * milliseconds);
}

MarkerDatagram sample_datagram() {
  MarkerDatagram datagram;
  datagram.frame.sequence = 42;
  datagram.frame.capture_time = Time{std::chrono::microseconds(123'456'789)};
  datagram.age = std::chrono::microseconds(8'000);
  datagram.frame.marker_count = 3;
  for (const std::size_t i : {0u, 2u}) {
    MarkerMeasurement& marker = datagram.frame.markers[i];
    marker.seen = true;
    marker.p_WM = {0.1 + 0.01 * static_cast<double>(i), -0.25};
    marker.covariance = 1e-8 * Matrix2::Identity();
  }
  return datagram;
}

TEST(MarkerDatagram, ComesBackAsItWas) {
  const MarkerDatagram sent = sample_datagram();
  const auto received = decode_markers(encode_markers(sent));
  ASSERT_TRUE(received);
  EXPECT_EQ(received->frame.sequence, sent.frame.sequence);
  EXPECT_EQ(received->frame.capture_time, sent.frame.capture_time);
  EXPECT_EQ(received->age, sent.age);
  ASSERT_EQ(received->frame.marker_count, 3);
  EXPECT_FALSE(received->frame.markers[1].seen);
  EXPECT_EQ(received->frame.markers[2].p_WM, sent.frame.markers[2].p_WM);
  EXPECT_NEAR(received->frame.markers[2].covariance(0, 0), 1e-8, 1e-20);
}

TEST(MarkerDatagram, RefusesWhatMakesNoSense) {
  const std::string good =
      R"({"freefloat_markers":1,"sequence":1,"capture_time_us":5,"age_us":8,"markers":[{"x_m":1,"y_m":2,"sigma_mm":0.1},null]})";
  ASSERT_TRUE(decode_markers(good));
  const std::pair<const char*, const char*> changes[] = {
      {"\"freefloat_markers\":1", "\"freefloat_markers\":2"},
      {"\"sequence\":1", "\"sequence\":-1"},
      {"\"sequence\":1", "\"sequence\":1.5"},
      {"\"sequence\":1,", ""},
      {"\"capture_time_us\":5", "\"capture_time_us\":18446744073709551615"},
      {"\"age_us\":8", "\"age_us\":99999999999"},
      {"\"x_m\":1", "\"x_m\":1e308"},
      {"\"x_m\":1", "\"x_m\":\"1\""},
      {"\"x_m\":1", "\"x_m\":null"},
      {"\"sigma_mm\":0.1", "\"sigma_mm\":0"},
      {"\"sigma_mm\":0.1", "\"sigma_mm\":-1"},
      {"null]", "[]]"},
      {"null]", "null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]"},
      {"null]}", "null]"},
  };
  for (const auto& [from, to] : changes) {
    std::string text = good;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    EXPECT_FALSE(decode_markers(text.replace(at, std::string(from).size(), to))) << text;
  }
  EXPECT_FALSE(decode_markers(""));
  EXPECT_FALSE(decode_markers("[]"));
  EXPECT_FALSE(decode_markers(std::string(4096, '[')));
}

TEST(MarkerDatagram, DamagedBytesNeverGiveNumbersThatAreNotFinite) {
  const std::string good = encode_markers(sample_datagram());
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = good;
    for (int i = 0; i < 3; ++i) text[random() % text.size()] = static_cast<char>(random() % 256);
    const auto datagram = decode_markers(text);
    if (!datagram) continue;
    for (const MarkerMeasurement& marker : datagram->frame.markers) {
      EXPECT_TRUE(marker.p_WM.allFinite() && marker.covariance.allFinite()) << text;
    }
  }
}

class MarkerStreamTest : public testing::Test {
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
  MarkerReceiver receiver_{"127.0.0.1:0", 2, clock_};
  MarkerSender sender_{receiver_.address()};
};

// Generous: the kernel's stamp of an arrival is as old as this computer is busy.
constexpr double kBusy = 0.05;  // s

TEST_F(MarkerStreamTest, CaptureTimeIsOfTheRunsClock) {
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

TEST_F(MarkerStreamTest, SenderThatStartsAnewIsFollowedAtOnce) {
  MarkerFrame frame;
  send_and_read(500'000.0, 900, 100.0 + 8, frame);
  ASSERT_EQ(send_and_read(10.0, 0, 200.0 + 8, frame), ReadStatus::kFrame);
  EXPECT_NEAR(to_seconds(frame.capture_time - ms(200.0)), 0.0, kBusy);
}

TEST_F(MarkerStreamTest, AnotherNumberOfMarkersIsRefusedAndSaid) {
  MarkerFrame frame;
  MarkerFrame sent;
  sent.marker_count = 5;
  sender_.send(sent, ms(8));
  EXPECT_EQ(receiver_.read(frame), ReadStatus::kNone);
  EXPECT_EQ(receiver_.describe_refusals(), "1 datagrams with 5 markers instead of 2");
}

}  // namespace
}  // namespace freefloat
