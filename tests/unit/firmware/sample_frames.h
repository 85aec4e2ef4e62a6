#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "types/random.h"
#include "wire/identity.h"

namespace freefloat {

using Bytes = std::vector<std::uint8_t>;

/// A command frame with every field drawn at random within its range.
inline Bytes random_command_frame(Random& random, std::uint32_t sequence = 1) {
  ff_command command{};
  command.flags = static_cast<std::uint8_t>(random.next() & FF_COMMAND_FLAGS_ALL);
  command.joint_count = static_cast<std::uint8_t>(1 + random.next() % FF_MAX_JOINTS);
  command.time_to_live_us = static_cast<std::uint32_t>(random.next());
  for (int i = 0; i < command.joint_count; ++i)
    command.rates_urad_s[i] = static_cast<std::int32_t>(random.next());
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = static_cast<std::uint32_t>(random.next()) | 1u;
  header.sequence = sequence;
  header.time_us = random.next();
  Bytes frame(FF_COMMAND_FRAME_SIZE);
  ff_encode_command(header, &command, frame.data());
  return frame;
}

/// A status frame with every field drawn at random within its range.
inline Bytes random_status_frame(Random& random, std::uint32_t sequence = 1) {
  ff_status status{};
  status.state = static_cast<std::uint8_t>(random.next() % 6);
  status.gripper = static_cast<std::uint8_t>(random.next() % 4);
  status.joint_count = static_cast<std::uint8_t>(1 + random.next() % FF_MAX_JOINTS);
  status.flags = static_cast<std::uint8_t>(random.next() & FF_STATUS_ENERGISED);
  status.faults = static_cast<std::uint16_t>(random.next());
  status.clamps = static_cast<std::uint16_t>(random.next());
  status.lease_session = static_cast<std::uint32_t>(random.next());
  status.accepted_sequence = static_cast<std::uint32_t>(random.next());
  status.accepted_age_us = static_cast<std::uint32_t>(random.next());
  status.accepted_time_us = random.next();
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    status.angles_urad[i] = static_cast<std::int32_t>(random.next());
    status.rates_urad_s[i] = static_cast<std::int32_t>(random.next());
    status.duties[i] = static_cast<std::int16_t>(random.next());
  }
  for (std::uint16_t& count : status.rejects.by_cause) count = static_cast<std::uint16_t>(random.next());
  ff_header header{};
  header.source = FF_SOURCE_BOARD;
  header.session = static_cast<std::uint32_t>(random.next());
  header.sequence = sequence;
  header.time_us = random.next();
  Bytes frame(FF_STATUS_FRAME_SIZE);
  ff_encode_status(header, &status, frame.data());
  return frame;
}

inline Bytes random_query_frame(Random& random) {
  ff_query query;
  for (std::uint8_t& byte : query.nonce) byte = static_cast<std::uint8_t>(random.next());
  ff_header header{};
  header.source = FF_SOURCE_CONTROLLER;
  header.session = static_cast<std::uint32_t>(random.next()) | 1u;
  header.sequence = static_cast<std::uint32_t>(random.next());
  header.time_us = random.next();
  Bytes frame(FF_QUERY_FRAME_SIZE);
  ff_encode_query(header, &query, frame.data());
  return frame;
}

/// An identity with every number drawn at random, and letters in its names.
inline Bytes random_identity_frame(Random& random) {
  ff_identity identity{};
  identity.protocol_version = static_cast<std::uint8_t>(random.next());
  identity.joint_count = static_cast<std::uint8_t>(random.next());
  identity.flags = static_cast<std::uint8_t>(random.next());
  identity.reset_cause = static_cast<std::uint8_t>(random.next());
  identity.definition_hash = static_cast<std::uint32_t>(random.next());
  identity.parameters_hash = static_cast<std::uint32_t>(random.next());
  identity.tick_us = static_cast<std::uint32_t>(random.next());
  const auto length = random.next() % (FF_NAME_SIZE + 1);
  for (std::uint64_t i = 0; i < length; ++i) {
    identity.firmware_id[i] = static_cast<char>('a' + random.next() % 26);
    identity.board_name[i] = static_cast<char>('A' + random.next() % 26);
  }
  for (std::uint8_t& byte : identity.board_nonce) byte = static_cast<std::uint8_t>(random.next());
  for (std::uint8_t& byte : identity.query_nonce) byte = static_cast<std::uint8_t>(random.next());
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    identity.min_angles_urad[i] = static_cast<std::int32_t>(random.next());
    identity.max_angles_urad[i] = static_cast<std::int32_t>(random.next());
    identity.max_rates_urad_s[i] = static_cast<std::int32_t>(random.next());
  }
  ff_header header{};
  header.source = FF_SOURCE_BOARD;
  header.session = static_cast<std::uint32_t>(random.next());
  header.sequence = static_cast<std::uint32_t>(random.next());
  header.time_us = random.next();
  Bytes frame(FF_IDENTITY_FRAME_SIZE);
  ff_encode_identity(header, &identity, frame.data());
  return frame;
}

inline std::string to_hex(const Bytes& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

/// @return Number of frames that the parser accepts in these bytes; the last one in `accepted` where given.
inline int count_accepted(ff_parser& parser, const Bytes& bytes, Bytes* accepted = nullptr) {
  int count = 0;
  for (const std::uint8_t byte : bytes) {
    if (!ff_parse_byte(&parser, byte)) continue;
    ++count;
    if (accepted) accepted->assign(parser.bytes, parser.bytes + parser.frame_size);
  }
  return count;
}

inline ff_parser make_parser(unsigned accept) {
  ff_parser parser;
  ff_start_parser(&parser, accept);
  return parser;
}

}  // namespace freefloat
