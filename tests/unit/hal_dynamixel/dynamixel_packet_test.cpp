#include "hal/dynamixel/dynamixel_packet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace freefloat {
namespace {

using Bytes = std::vector<std::uint8_t>;

DynamixelPacket make_packet(std::uint8_t id, DynamixelInstruction instruction, const Bytes& parameters) {
  DynamixelPacket packet;
  packet.id = id;
  packet.instruction = instruction;
  for (const std::uint8_t byte : parameters) packet.add(byte);
  return packet;
}

Bytes encode(const DynamixelPacket& packet) {
  DynamixelBytes bytes;
  bytes.add(packet);
  return {bytes.get().begin(), bytes.get().end()};
}

Bytes parameters_of(const DynamixelPacket& packet) {
  return {packet.parameters().begin(), packet.parameters().end()};
}

// Packets as the e-manual prints them, "Protocol 2.0".
const Bytes kPing{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x03, 0x00, 0x01, 0x19, 0x4E};
const Bytes kPingStatus{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x55, 0x00, 0x06, 0x04, 0x26, 0x65, 0x5D};
const Bytes kPingAll{0xFF, 0xFF, 0xFD, 0x00, 0xFE, 0x03, 0x00, 0x01, 0x31, 0x42};
const Bytes kRead{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x02, 0x84, 0x00, 0x04, 0x00, 0x1D, 0x15};
const Bytes kReadStatus{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x08, 0x00, 0x55,
                        0x00, 0xA6, 0x00, 0x00, 0x00, 0x8C, 0xC0};
const Bytes kWrite{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x09, 0x00, 0x03,
                   0x74, 0x00, 0x00, 0x02, 0x00, 0x00, 0xCA, 0x89};
const Bytes kReboot{0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x03, 0x00, 0x08, 0x2F, 0x4E};
const Bytes kSyncRead{0xFF, 0xFF, 0xFD, 0x00, 0xFE, 0x09, 0x00, 0x82,
                      0x84, 0x00, 0x04, 0x00, 0x01, 0x02, 0xCE, 0xFA};
const Bytes kSyncWrite{0xFF, 0xFF, 0xFD, 0x00, 0xFE, 0x11, 0x00, 0x83, 0x74, 0x00, 0x04, 0x00,
                       0x01, 0x96, 0x00, 0x00, 0x00, 0x02, 0xAA, 0x00, 0x00, 0x00, 0x82, 0x87};
const Bytes kSecondStatus{0xFF, 0xFF, 0xFD, 0x00, 0x02, 0x08, 0x00, 0x55,
                          0x00, 0x1F, 0x08, 0x00, 0x00, 0xBA, 0xBE};

TEST(DynamixelPacket, IsAsTheManualPrintsIt) {
  EXPECT_EQ(encode(make_packet(1, DynamixelInstruction::kPing, {})), kPing);
  EXPECT_EQ(encode(make_packet(kDynamixelBroadcast, DynamixelInstruction::kPing, {})), kPingAll);
  EXPECT_EQ(encode(make_packet(1, DynamixelInstruction::kRead, {0x84, 0, 4, 0})), kRead);
  EXPECT_EQ(encode(make_packet(1, DynamixelInstruction::kWrite, {0x74, 0, 0, 2, 0, 0})), kWrite);
  EXPECT_EQ(encode(make_packet(1, DynamixelInstruction::kReboot, {})), kReboot);
  EXPECT_EQ(encode(make_packet(kDynamixelBroadcast, DynamixelInstruction::kSyncRead, {0x84, 0, 4, 0, 1, 2})),
            kSyncRead);
  EXPECT_EQ(encode(make_packet(kDynamixelBroadcast, DynamixelInstruction::kSyncWrite,
                               {0x74, 0, 4, 0, 1, 0x96, 0, 0, 0, 2, 0xAA, 0, 0, 0})),
            kSyncWrite);
}

TEST(DynamixelParser, ReadsTheManualsAnswers) {
  DynamixelParser parser;
  parser.add(kPingStatus);
  parser.add(kReadStatus);
  parser.add(kSecondStatus);
  const auto ping = parser.take();
  ASSERT_TRUE(ping);
  EXPECT_EQ(ping->id, 1);
  EXPECT_EQ(ping->error, 0);
  EXPECT_EQ(read_number(ping->parameters(), 2), 1030u) << "XM430-W210";
  EXPECT_EQ(ping->bytes[2], 38) << "firmware";
  const auto position = parser.take();
  ASSERT_TRUE(position);
  EXPECT_EQ(read_number(position->parameters(), 4), 166u);
  const auto second = parser.take();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->id, 2);
  EXPECT_EQ(read_number(second->parameters(), 4), 2079u);
  EXPECT_FALSE(parser.take());
  EXPECT_EQ(parser.failed_checks() + parser.garbage(), 0u);
}

// Answers of two XL330-M288 (model 1200, firmware 49) to a ping of all, in the pieces in which the port
// delivered them, and to writes and reads: as github.com/pkinney/robotis replays them in its tests.
TEST(DynamixelParser, ReadsWhatServosOfALabAnswered) {
  const std::vector<Bytes> pieces{
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x07, 0x00, 0x55, 0x00, 0xB0},
      {0x04, 0x31, 0xAC, 0xD4, 0xFF, 0xFF, 0xFD, 0x00, 0x02, 0x07, 0x00, 0x55, 0x00, 0xB0, 0x04, 0x31},
      {0xA6, 0xE4},
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x04, 0x00, 0x55, 0x00, 0xA1, 0x0C},        // written
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x04, 0x00, 0x55, 0x06, 181, 12},           // beyond its limit
      {0xFF, 0xFF, 0xFD, 0x00, 0x01, 0x05, 0x00, 0x55, 0x00, 0x35, 0xED, 0x21},  // what shuts it down
      {255, 255, 253, 0, 1, 5, 0, 0x55, 0, 1, 0x56, 0xA1}};                      // its torque is on
  DynamixelParser parser;
  std::vector<DynamixelPacket> packets;
  for (const Bytes& piece : pieces) {
    parser.add(piece);
    while (const auto packet = parser.take()) packets.push_back(*packet);
  }
  ASSERT_EQ(packets.size(), 6u);
  for (int id : {1, 2}) {
    const DynamixelPacket& answer = packets[static_cast<std::size_t>(id) - 1];
    EXPECT_EQ(answer.id, id);
    EXPECT_EQ(answer.instruction, DynamixelInstruction::kStatus);
    EXPECT_EQ(read_number(answer.parameters(), 2), 1200u);
    EXPECT_EQ(answer.parameters()[2], 49);
  }
  EXPECT_EQ(packets[2].error, 0);
  EXPECT_EQ(packets[3].error, 6);
  EXPECT_EQ(parameters_of(packets[4]), Bytes{0x35});
  EXPECT_EQ(parameters_of(packets[5]), Bytes{1});
  EXPECT_EQ(parser.failed_checks() + parser.garbage(), 0u);
}

// And what was sent to them, from the same place.
TEST(DynamixelPacket, IsAsALabSentIt) {
  EXPECT_EQ(encode(make_packet(1, DynamixelInstruction::kWrite, {64, 0, 1})),
            (Bytes{255, 255, 253, 0, 1, 6, 0, 3, 64, 0, 1, 0xDB, 0x66}));
  EXPECT_EQ(encode(make_packet(1, DynamixelInstruction::kWrite, {116, 0, 86, 249, 255, 255})),
            (Bytes{255, 255, 253, 0, 1, 9, 0, 3, 116, 0, 86, 249, 255, 255, 131, 61}));
  EXPECT_EQ(encode(make_packet(kDynamixelBroadcast, DynamixelInstruction::kSyncWrite,
                               {0x74, 0, 4, 0, 1, 0, 2, 0, 0, 2, 0xC7, 5, 0, 0})),
            (Bytes{0xFF, 0xFF, 0xFD, 0, 0xFE, 0x11, 0,    0x83, 0x74, 0, 4,    0,
                   1,    0,    2,    0, 0,    2,    0xC7, 5,    0,    0, 0x92, 0x80}));
}

TEST(DynamixelPacket, NoParameterLooksLikeAHeader) {
  const Bytes like_header{0xFF, 0xFF, 0xFD, 0x00, 0xFF, 0xFF, 0xFD, 0xFD, 0xFF, 0xFF, 0xFD};
  const Bytes bytes = encode(make_packet(7, DynamixelInstruction::kWrite, like_header));
  int headers = 0;
  for (std::size_t i = 0; i + 3 < bytes.size(); ++i)
    headers += bytes[i] == 0xFF && bytes[i + 1] == 0xFF && bytes[i + 2] == 0xFD && bytes[i + 3] != 0xFD;
  EXPECT_EQ(headers, 1) << "its own";
  DynamixelParser parser;
  parser.add(bytes);
  const auto packet = parser.take();
  ASSERT_TRUE(packet);
  EXPECT_EQ(parameters_of(*packet), like_header);
}

TEST(DynamixelParser, FindsPacketsBehindNoiseAndInPieces) {
  DynamixelParser parser;
  Bytes stream{0x00, 0xFF, 0xFF, 0xFF, 0xFD};  // a header may begin anywhere
  stream.insert(stream.end(), kReadStatus.begin(), kReadStatus.end());
  int found = 0;
  for (const std::uint8_t byte : stream) {
    parser.add({&byte, 1});
    while (parser.take()) ++found;
  }
  EXPECT_EQ(found, 1);
}

TEST(DynamixelParser, TakesNoPacketWithAnyOneByteChanged) {
  DynamixelBytes original;
  original.add(
      make_packet(3, DynamixelInstruction::kStatus, {1, 2, 3, 0xFF, 0xFF, 0xFD, 4, 5, 6, 7, 8, 9, 10, 11}));
  const Bytes good(original.get().begin(), original.get().end());
  int taken = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      if (value == good[at]) continue;
      Bytes changed = good;
      changed[at] = static_cast<std::uint8_t>(value);
      DynamixelParser parser;
      parser.add(changed);
      while (parser.take()) ++taken;
    }
  }
  EXPECT_EQ(taken, 0);
}

// A check of 16 bits lets one of 65536 random packets pass; nothing may be read beyond the ends.
TEST(DynamixelParser, SurvivesRandomChangesAndGoesOn) {
  std::mt19937 random(7);
  DynamixelParser parser;
  int wrong = 0;
  for (int run = 0; run < 20000; ++run) {
    Bytes bytes = run % 2 == 0 ? kSyncWrite : kReadStatus;
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    if (random() % 4 == 0) bytes.resize(random() % bytes.size());
    parser.start_over();
    parser.add(bytes);
    while (const auto packet = parser.take()) {
      const Bytes again = encode(*packet);
      if (again != kSyncWrite && again != kReadStatus) ++wrong;
    }
    parser.start_over();
    parser.add(kPingStatus);
    ASSERT_TRUE(parser.take());
  }
  EXPECT_LE(wrong, 2);
}

}  // namespace
}  // namespace freefloat
