#pragma once

#include "test_board.h"
#include "wire/bytes.h"

namespace freefloat {

/// A controller's side of the link, as far as tests of the board need it.
struct TestController {
  std::uint32_t session = 5;
  TestNonce nonce{};
  std::optional<ff_hmac_key> master;
  ff_hmac_key session_key{};
  std::uint32_t sequence = 0;
  std::uint32_t query_sequence = 0;

  explicit TestController(std::uint32_t number, const TestKey* key = nullptr) : session(number) {
    nonce[0] = 1;
    ff_put_u32(&nonce[1], number);
    if (key != nullptr) ff_prepare_hmac(&master.emplace(), key->data(), key->size());
  }

  ff_header header(std::uint32_t number) const {
    ff_header header{};
    header.source = FF_SOURCE_CONTROLLER;
    header.session = session;
    header.sequence = number;
    header.time_us = 1000000u + number;
    return header;
  }

  Bytes query() {
    ff_query query;
    std::copy(nonce.begin(), nonce.end(), query.nonce);
    Bytes frame(FF_QUERY_FRAME_SIZE);
    ff_encode_query(header(++query_sequence), &query, frame.data());
    if (master) ff_tag_frame(frame.data(), &*master);
    return frame;
  }

  /// Takes an answer. @return Whether it is genuine and answers the query.
  bool take(const Bytes& frame) {
    if (frame.empty() || (master && !ff_check_tag(frame.data(), &*master))) return false;
    ff_identity identity;
    ff_decode_identity(frame.data(), &identity);
    if (!std::equal(nonce.begin(), nonce.end(), identity.query_nonce)) return false;
    if (master) ff_derive_session_key(&*master, session, nonce.data(), identity.board_nonce, &session_key);
    return true;
  }

  /// Query and answer. @return Whether the board gave a genuine one.
  bool shake_hands(TestBoard& board) {
    board.receive(query());
    for (int i = 0; i < FF_IDENTITY_PERIOD_TICKS; ++i) {
      board.tick();
      if (take(board.take_identity())) return true;
    }
    return false;
  }

  Bytes command_with(std::uint32_t number, unsigned flags = 0) const {
    ff_command command{};
    command.flags = static_cast<std::uint8_t>(flags);
    command.joint_count = 2;
    command.time_to_live_us = 60000;
    Bytes frame(FF_COMMAND_FRAME_SIZE);
    ff_encode_command(header(number), &command, frame.data());
    if (master) ff_tag_frame(frame.data(), &session_key);
    return frame;
  }

  Bytes command(unsigned flags = 0) { return command_with(++sequence, flags); }
};

}  // namespace freefloat
