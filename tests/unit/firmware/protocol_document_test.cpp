#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "sample_frames.h"
#include "support/source_dir.h"
#include "wire/authentication.h"
#include "wire/bytes.h"

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
  status.duties[0] = 1820;
  status.duties[1] = -655;
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

Bytes counting(std::size_t size, std::uint8_t first) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = first++;
  return bytes;
}

ff_hmac_key prepare(const Bytes& bytes) {
  ff_hmac_key key;
  ff_prepare_hmac(&key, bytes.data(), bytes.size());
  return key;
}

Bytes query_vector(bool authenticated) {
  ff_query query{};
  if (authenticated) std::ranges::copy(counting(FF_NONCE_SIZE, 0xa0), query.nonce);
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = 0x12345678;
  header.sequence = 1;
  header.time_us = 1000000;
  Bytes frame(FF_QUERY_FRAME_SIZE);
  ff_encode_query(header, &query, frame.data());
  const ff_hmac_key key = prepare(counting(FF_KEY_SIZE, 0));
  if (authenticated) ff_tag_frame(frame.data(), &key);
  return frame;
}

Bytes identity_vector() {
  ff_identity identity{};
  identity.protocol_version = FF_PROTOCOL_VERSION;
  identity.joint_count = 2;
  identity.flags = FF_IDENTITY_AUTHENTICATES;
  identity.reset_cause = FF_RESET_WATCHDOG;
  identity.definition_hash = FF_PROTOCOL_HASH;
  identity.parameters_hash = 0x11223344;
  identity.tick_us = 1000;
  std::string("0123abc").copy(identity.firmware_id, FF_NAME_SIZE);
  std::string("bench").copy(identity.board_name, FF_NAME_SIZE);
  std::ranges::copy(counting(FF_NONCE_SIZE, 0xb0), identity.board_nonce);
  std::ranges::copy(counting(FF_NONCE_SIZE, 0xa0), identity.query_nonce);
  for (int i = 0; i < 2; ++i) {
    identity.max_angles_urad[i] = 3000000 - i * 1000000;
    identity.min_angles_urad[i] = -identity.max_angles_urad[i];
    identity.max_rates_urad_s[i] = 1000000 + i * 500000;
  }
  ff_header header{};
  header.source = FF_SOURCE_BOARD;
  header.session = 3;
  header.sequence = 2;
  header.time_us = 2000000;
  Bytes frame(FF_IDENTITY_FRAME_SIZE);
  ff_encode_identity(header, &identity, frame.data());
  const ff_hmac_key key = prepare(counting(FF_KEY_SIZE, 0));
  ff_tag_frame(frame.data(), &key);
  return frame;
}

// Not by ff_derive_session_key, which keeps it to itself.
Bytes session_key_vector() {
  std::string message = "freefloat session";
  std::uint8_t session[4];
  ff_put_u32(session, 0x12345678);
  message.append(session, session + 4);
  for (const std::uint8_t first : {std::uint8_t{0xa0}, std::uint8_t{0xb0}}) {
    for (const std::uint8_t byte : counting(FF_NONCE_SIZE, first)) message.push_back(static_cast<char>(byte));
  }
  const ff_hmac_key key = prepare(counting(FF_KEY_SIZE, 0));
  Bytes digest(FF_SHA256_SIZE);
  ff_hmac(&key, reinterpret_cast<const std::uint8_t*>(message.data()), message.size(), digest.data());
  return digest;
}

Bytes authenticated_command_vector() {
  const Bytes query_nonce = counting(FF_NONCE_SIZE, 0xa0);
  const Bytes board_nonce = counting(FF_NONCE_SIZE, 0xb0);
  const ff_hmac_key master = prepare(counting(FF_KEY_SIZE, 0));
  ff_hmac_key key;
  ff_derive_session_key(&master, 0x12345678, query_nonce.data(), board_nonce.data(), &key);
  Bytes frame = command_vector();
  ff_tag_frame(frame.data(), &key);
  return frame;
}

TEST(ProtocolDocument, HoldsTheTestVectorsAndTheDefinition) {
  std::ifstream file(source_dir() + "/firmware-interface/PROTOCOL.md");
  ASSERT_TRUE(file);
  std::stringstream text;
  text << file.rdbuf();
  const auto holds = [&text](const std::string& part) { return text.str().find(part) != std::string::npos; };
  for (const Bytes& vector : {command_vector(), status_vector(), query_vector(false), query_vector(true),
                              identity_vector(), session_key_vector(), authenticated_command_vector()}) {
    EXPECT_TRUE(holds(to_hex_lines(vector))) << to_hex_lines(vector);
  }
  char seed[16];
  std::snprintf(seed, sizeof seed, "0x%08x", FF_PROTOCOL_HASH);
  EXPECT_TRUE(holds(seed)) << seed;
}

TEST(ProtocolDocument, TestVectorsAreAccepted) {
  ff_parser parser = make_parser(FF_ACCEPT_COMMANDS);
  EXPECT_EQ(count_accepted(parser, command_vector()), 1);
  parser = make_parser(FF_ACCEPT_STATUSES);
  EXPECT_EQ(count_accepted(parser, status_vector()), 1);
  parser = make_parser(FF_ACCEPT_QUERIES | FF_ACCEPT_IDENTITIES | FF_ACCEPT_COMMANDS | FF_ACCEPT_TAGGED);
  for (const Bytes& vector :
       {query_vector(false), query_vector(true), identity_vector(), authenticated_command_vector()}) {
    EXPECT_EQ(count_accepted(parser, vector), 1);
  }
}

}  // namespace
}  // namespace freefloat
