#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "sample_frames.h"

namespace freefloat {
namespace {

std::string to_hex_lines(const Bytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", bytes[i]);
    text += digits;
    text += i + 1 == bytes.size() || i % 16 == 15 ? "\n" : " ";
  }
  return text;
}

// The vectors of PROTOCOL.md, with the values that it prints beside them.
Bytes command_vector() {
  ff_command command{};
  command.flags = FF_COMMAND_ENABLE;
  command.joint_count = 2;
  command.time_to_live_us = 60000;
  command.rates_urad_s[0] = 261799;
  command.rates_urad_s[1] = -100000;
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = 0x12345678;
  header.sequence = 42;
  header.time_us = 1500000;
  Bytes frame(FF_COMMAND_FRAME_SIZE);
  ff_encode_command(header, &command, frame.data());
  return frame;
}

Bytes status_vector() {
  ff_status status{};
  status.state = FF_STATE_RUN;
  status.gripper = FF_GRIPPER_OPEN;
  status.joint_count = 2;
  status.flags = FF_STATUS_ENERGISED;
  status.clamps = 0x0100;
  status.lease_session = 0x12345678;
  status.accepted_sequence = 42;
  status.accepted_age_us = 400;
  status.accepted_time_us = 1500000;
  status.angles_urad[0] = -2879793;
  status.angles_urad[1] = -523599;
  status.rates_urad_s[0] = 260742;
  status.rates_urad_s[1] = -99609;
  status.rejects.by_cause[FF_REJECT_CRC] = 1;
  ff_header header{};
  header.source = FF_SOURCE_BOARD;
  header.session = 3;
  header.sequence = 1007;
  header.time_us = 9876000;
  Bytes frame(FF_STATUS_FRAME_SIZE);
  ff_encode_status(header, &status, frame.data());
  return frame;
}

TEST(ProtocolDocument, HoldsTheTestVectorsAndTheDefinition) {
  std::ifstream file(std::string(FF_SOURCE_DIR) + "/firmware-interface/PROTOCOL.md");
  ASSERT_TRUE(file);
  std::stringstream text;
  text << file.rdbuf();
  const auto holds = [&text](const std::string& part) { return text.str().find(part) != std::string::npos; };
  EXPECT_TRUE(holds(to_hex_lines(command_vector()))) << to_hex_lines(command_vector());
  EXPECT_TRUE(holds(to_hex_lines(status_vector()))) << to_hex_lines(status_vector());
  char seed[16];
  std::snprintf(seed, sizeof seed, "0x%08x", FF_PROTOCOL_HASH);
  EXPECT_TRUE(holds(seed)) << seed;
}

TEST(ProtocolDocument, TestVectorsAreAccepted) {
  ff_parser parser = make_parser(FF_ACCEPT_COMMANDS);
  EXPECT_EQ(count_accepted(parser, command_vector()), 1);
  parser = make_parser(FF_ACCEPT_STATUSES);
  EXPECT_EQ(count_accepted(parser, status_vector()), 1);
}

}  // namespace
}  // namespace freefloat
