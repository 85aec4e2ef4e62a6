// Markers as JSON: what is sent arrives, what makes no sense is refused.
#include "hal/udp/marker_stream.h"

#include <gtest/gtest.h>

#include <random>

#include "support/marker_sender.h"

namespace freefloat {
namespace {

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

}  // namespace
}  // namespace freefloat
