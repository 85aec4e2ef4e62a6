#include "wire/authentication.h"

#include <gtest/gtest.h>

#include "sample_frames.h"

namespace freefloat {
namespace {

ff_hmac_key key_of(std::uint8_t byte) {
  const Bytes bytes(FF_KEY_SIZE, byte);
  ff_hmac_key key;
  ff_prepare_hmac(&key, bytes.data(), bytes.size());
  return key;
}

TEST(Authentication, ATaggedFrameOfEveryTypeIsFoundAndGenuine) {
  Random random(1, "tagged");
  const ff_hmac_key key = key_of(1);
  for (Bytes frame : {random_command_frame(random), random_status_frame(random), random_query_frame(random),
                      random_identity_frame(random)}) {
    EXPECT_FALSE(ff_check_tag(frame.data(), &key));
    EXPECT_EQ(ff_tag_frame(frame.data(), &key), frame.size());
    ff_parser parser = make_parser(0x1f);
    EXPECT_EQ(count_accepted(parser, frame), 1);
    EXPECT_TRUE(ff_check_tag(frame.data(), &key));
    const ff_hmac_key other = key_of(2);
    EXPECT_FALSE(ff_check_tag(frame.data(), &other));
    parser = make_parser(0x1e);
    EXPECT_EQ(count_accepted(parser, frame), 0) << "on a wire";
    EXPECT_EQ(parser.rejects.by_cause[FF_REJECT_TAG], 1);
  }
}

TEST(Authentication, AChangeOfAnyBitSpoilsTheTag) {
  Random random(2, "bits");
  const ff_hmac_key key = key_of(1);
  Bytes frame = random_command_frame(random);
  ff_tag_frame(frame.data(), &key);
  // Magic, version and type are the parser's business.
  for (std::size_t bit = 24; bit < (frame.size() - FF_CRC_SIZE) * 8; ++bit) {
    frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ (1u << (bit % 8)));
    EXPECT_FALSE(ff_check_tag(frame.data(), &key)) << bit;
    frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ (1u << (bit % 8)));
  }
  EXPECT_TRUE(ff_check_tag(frame.data(), &key));
}

TEST(Authentication, UnknownFlagsAreRefusedEvenByReceiversOfTags) {
  Random random(3, "flags");
  Bytes frame = random_command_frame(random);
  for (const std::uint8_t flags : {std::uint8_t{2}, std::uint8_t{3}, std::uint8_t{0x80}}) {
    frame[4] = flags;
    ff_reseal_frame(frame.data());
    ff_parser parser = make_parser(FF_ACCEPT_COMMANDS | FF_ACCEPT_TAGGED);
    EXPECT_EQ(count_accepted(parser, frame), 0);
    EXPECT_EQ(parser.rejects.by_cause[FF_REJECT_TAG], 1);
  }
}

TEST(Authentication, TheSessionKeyDependsOnEverythingThatMakesIt) {
  const ff_hmac_key master = key_of(1);
  const Bytes query_nonce(FF_NONCE_SIZE, 3);
  const Bytes board_nonce(FF_NONCE_SIZE, 4);
  Random random(4, "session key");
  Bytes frame = random_command_frame(random);
  const auto derive = [&](const ff_hmac_key& key, std::uint32_t session, const Bytes& query,
                          const Bytes& board) {
    ff_hmac_key derived;
    ff_derive_session_key(&key, session, query.data(), board.data(), &derived);
    return derived;
  };
  const ff_hmac_key key = derive(master, 9, query_nonce, board_nonce);
  ff_tag_frame(frame.data(), &key);
  const auto fits = [&frame](const ff_hmac_key& other) { return ff_check_tag(frame.data(), &other); };
  EXPECT_TRUE(fits(derive(master, 9, query_nonce, board_nonce)));
  EXPECT_FALSE(fits(derive(key_of(2), 9, query_nonce, board_nonce)));
  EXPECT_FALSE(fits(derive(master, 10, query_nonce, board_nonce)));
  EXPECT_FALSE(fits(derive(master, 9, board_nonce, query_nonce)));
  EXPECT_FALSE(fits(master));
}

}  // namespace
}  // namespace freefloat
