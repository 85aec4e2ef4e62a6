#include "hal/motion_capture/natnet_frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace freefloat {
namespace {

NatNetFrame sample() {
  NatNetFrame frame;
  frame.number = 4711;
  frame.bodies = {{.id = 1,
                   .position = {0.25f, 1.5f, -0.5f},
                   .quaternion = {0.0f, 0.6f, 0.0f, 0.8f},
                   .mean_error = 0.001,
                   .tracked = true},
                  {.id = 2}};
  frame.markers = {{.id = 65538, .position = {1.0f, 2.0f, 3.0f}, .occluded = false},
                   {.id = 7, .position = {}, .occluded = true}};
  frame.timestamp = 12.5;
  frame.mid_exposure = 123456789012ull;
  frame.received = 123456790000ull;
  frame.transmitted = 123456795000ull;
  return frame;
}

std::optional<NatNetFrame> decode(const std::vector<std::uint8_t>& datagram, NatNetVersion version) {
  const auto opened = open_natnet_datagram(datagram);
  if (!opened || opened->message != NatNetMessage::kFrame) return std::nullopt;
  return decode_natnet_frame(opened->payload, version);
}

// Two bodies' worth of NatNet 3.1 written out by hand: little-endian, a list's length before its items.
const std::vector<std::uint8_t> kByHand{
    0x07, 0x00, 0x7F, 0x00,                                      // frame of data, 127 bytes
    0x10, 0x00, 0x00, 0x00,                                      // number 16
    0x01, 0x00, 0x00, 0x00,                                      // one marker set
    'a', 'l', 'l', 0x00,                                         // its name
    0x01, 0x00, 0x00, 0x00,                                      // of one marker
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x00, 0x00, 0x00,  // no markers without a
                                                                 // name
    0x01, 0x00, 0x00, 0x00,                                      // one rigid body
    0x05, 0x00, 0x00, 0x00,                                      // id 5
    0x00, 0x00, 0x80, 0x3F,                                      // 1
    0x00, 0x00, 0x00, 0x40,                                      // 2
    0x00, 0x00, 0x00, 0xC0,                                      // -2
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x00, 0x80, 0x3F,  // no turn
    0, 0, 0, 0,                                                  // mean error
    0x01, 0x00,                                                  // tracked
    0x00, 0x00, 0x00, 0x00,                                      // no skeleton
    0x00, 0x00, 0x00, 0x00,                                      // no single marker
    0x00, 0x00, 0x00, 0x00,                                      // no force plate
    0x00, 0x00, 0x00, 0x00,                                      // no device
    0, 0, 0, 0, 0, 0, 0, 0,                                      // time code
    0, 0, 0, 0, 0, 0, 0xF0, 0x3F,                                // 1 s
    0x10, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0x30, 0, 0, 0, 0, 0, 0, 0, 0x00,
    0x00};  // parameters; the end's mark is left out

TEST(NatNetFrame, ReadsAFrameWrittenByHand) {
  std::vector<std::uint8_t> bytes = kByHand;
  const auto size = static_cast<std::uint16_t>(bytes.size() - 4);
  bytes[2] = static_cast<std::uint8_t>(size);
  bytes[3] = static_cast<std::uint8_t>(size >> 8);
  const auto frame = decode(bytes, {3, 1});
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->number, 16);
  ASSERT_EQ(frame->bodies.size(), 1u);
  EXPECT_EQ(frame->bodies[0].id, 5);
  EXPECT_TRUE(frame->bodies[0].tracked);
  EXPECT_EQ(frame->bodies[0].position, (std::array<double, 3>{1.0f, 2.0f, -2.0f}));
  EXPECT_EQ(frame->timestamp, 1.0);
  EXPECT_EQ(frame->mid_exposure, 16u);
  EXPECT_EQ(frame->transmitted, 48u);
}

class NatNetVersions : public testing::TestWithParam<NatNetVersion> {};

TEST_P(NatNetVersions, WhatIsWrittenIsRead) {
  const auto frame = decode(encode_natnet_frame(sample(), GetParam()), GetParam());
  ASSERT_TRUE(frame);
  ASSERT_EQ(frame->bodies.size(), 2u);
  EXPECT_EQ(frame->bodies[0].quaternion[1], 0.6f);
  EXPECT_FALSE(frame->bodies[1].tracked);
  ASSERT_EQ(frame->markers.size(), 2u);
  EXPECT_EQ(frame->markers[0].id, 65538);
  EXPECT_TRUE(frame->markers[1].occluded);
  EXPECT_EQ(frame->mid_exposure, sample().mid_exposure);
  EXPECT_EQ(frame->transmitted, sample().transmitted);
}

TEST_P(NatNetVersions, CutAnywhereIsNoFrame) {
  const std::vector<std::uint8_t> whole = encode_natnet_frame(sample(), GetParam());
  const auto opened = open_natnet_datagram(whole);
  constexpr std::size_t kBehindStamps = 2 + 4 + 8;  // parameters, end's mark, precision stamp: not read
  for (std::size_t size = 0; size + kBehindStamps < opened->payload.size(); ++size)
    EXPECT_FALSE(decode_natnet_frame(opened->payload.first(size), GetParam())) << size;
}

TEST_P(NatNetVersions, SurvivesRandomBytes) {
  std::mt19937 random(3);
  const std::vector<std::uint8_t> whole = encode_natnet_frame(sample(), GetParam());
  for (int run = 0; run < 20000; ++run) {
    std::vector<std::uint8_t> bytes = whole;
    for (unsigned i = 0; i < 1 + random() % 6; ++i)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    const auto frame = decode(bytes, GetParam());
    if (!frame) continue;
    for (const BodyPose& body : frame->bodies) {
      EXPECT_TRUE(!body.tracked || std::isfinite(body.position[0]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ThatAreRead, NatNetVersions,
                         testing::Values(NatNetVersion{3, 0}, NatNetVersion{3, 1}, NatNetVersion{4, 0},
                                         NatNetVersion{4, 1}),
                         [](const auto& tested) {
                           return "v" + std::to_string(tested.param.major) + "_" +
                                  std::to_string(tested.param.minor);
                         });

TEST(NatNetServer, TellsVersionClockAndWhereItSends) {
  NatNetServer server{.name = "Motive",
                      .version = {4, 1},
                      .clock_rate = 10'000'000,
                      .data_port = 1511,
                      .multicast = true,
                      .group = {239, 255, 42, 99}};
  const auto bytes = encode_natnet_server(server);
  const auto read = decode_natnet_server(open_natnet_datagram(bytes)->payload);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name, "Motive");
  EXPECT_EQ(read->version.minor, 1);
  EXPECT_EQ(read->clock_rate, 10'000'000u);
  EXPECT_TRUE(read->multicast);
  EXPECT_EQ(read->group[3], 99);
}

}  // namespace
}  // namespace freefloat
