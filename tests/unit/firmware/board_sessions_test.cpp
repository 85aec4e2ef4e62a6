#include <gtest/gtest.h>

#include "test_controller.h"

namespace freefloat {
namespace {

constexpr TestKey kKey{1, 2, 3};

ff_identity decode(const Bytes& frame) {
  ff_parser parser = make_parser(FF_ACCEPT_IDENTITIES | FF_ACCEPT_TAGGED);
  EXPECT_EQ(count_accepted(parser, frame), 1);
  ff_identity identity{};
  if (!frame.empty()) ff_decode_identity(frame.data(), &identity);
  return identity;
}

TEST(BoardIdentity, IsSentOnceUnaskedAndThenForEachQuery) {
  TestBoard board;
  board.tick();
  EXPECT_FALSE(board.take_identity().empty());
  for (int i = 0; i < 100; ++i) {
    board.tick();
    EXPECT_TRUE(board.take_identity().empty());
  }
  TestController controller(5);
  board.receive(controller.query());
  board.tick();
  EXPECT_TRUE(controller.take(board.take_identity()));
  EXPECT_EQ(board.board.lease_session, 0u) << "asking takes no lease";
}

TEST(BoardIdentity, TellsWhatTheBoardIs) {
  ff_board_description description{};
  description.firmware_id = "0123456789abcdef and more";
  description.board_name = "bench";
  description.reset_cause = FF_RESET_WATCHDOG;
  TestBoard board(&description, 77);
  board.tick();
  const Bytes frame = board.take_identity();
  const ff_identity identity = decode(frame);
  ff_header header;
  ff_read_header(frame.data(), &header);
  EXPECT_EQ(header.session, 77u);
  EXPECT_EQ(header.time_us, board.now_us);
  EXPECT_EQ(identity.protocol_version, FF_PROTOCOL_VERSION);
  EXPECT_EQ(identity.definition_hash, FF_PROTOCOL_HASH);
  EXPECT_EQ(identity.joint_count, 2);
  EXPECT_EQ(identity.flags, 0);
  EXPECT_EQ(identity.reset_cause, FF_RESET_WATCHDOG);
  EXPECT_EQ(identity.tick_us, 1000u);
  EXPECT_EQ(identity.parameters_hash, ff_hash_servo_parameters(&board.board.servo.parameters));
  EXPECT_STREQ(identity.firmware_id, "0123456789abcdef");
  EXPECT_STREQ(identity.board_name, "bench");
  EXPECT_EQ(identity.min_angles_urad[1], -3000000);
  EXPECT_EQ(identity.max_angles_urad[1], 3000000);
  EXPECT_EQ(identity.max_rates_urad_s[1], 1000000);
  EXPECT_EQ(identity.max_rates_urad_s[2], 0);
}

TEST(BoardIdentity, AFloodOfQueriesGetsOneAnswerIn10Ms) {
  TestBoard board;
  TestController controller(5);
  int answers = 0;
  for (int i = 0; i < 1000; ++i) {
    for (int k = 0; k < 3; ++k) board.receive(controller.query());
    board.tick();
    answers += !board.take_identity().empty();
  }
  EXPECT_EQ(answers, 100);
}

TEST(BoardIdentity, QueriesBehindOneThatWaitsForItsAnswerAreIgnored) {
  TestBoard board;
  TestController first(5);
  TestController second(6);
  board.receive(first.query());
  board.receive(second.query());
  board.tick();
  const Bytes answer = board.take_identity();
  EXPECT_TRUE(first.take(answer));
  EXPECT_FALSE(second.take(answer));
}

TEST(BoardIdentity, OfRefusedParametersSaysNoJoints) {
  const ff_servo_parameters nothing{};
  ff_dispatch board;
  EXPECT_FALSE(ff_dispatch_start(&board, &nothing, 1, nullptr));
  Bytes frame(FF_IDENTITY_FRAME_SIZE);
  EXPECT_EQ(ff_dispatch_take_identity(&board, frame.data()), frame.size());
  EXPECT_EQ(decode(frame).joint_count, 0);
}

TEST(BoardIdentity, ParametersHashDependsOnEveryParameter) {
  const TestBoard board;
  const ff_servo_parameters& good = board.board.servo.parameters;
  const std::uint32_t hash = ff_hash_servo_parameters(&good);
  EXPECT_EQ(ff_hash_servo_parameters(&good), hash);
  // A change of any byte of a used joint, gaps between the members aside.
  int unnoticed = 0;
  for (std::size_t at = 0; at < sizeof(ff_joint_parameters); ++at) {
    ff_servo_parameters changed = good;
    reinterpret_cast<std::uint8_t*>(&changed.joints[1])[at] ^= 1u;
    unnoticed += ff_hash_servo_parameters(&changed) == hash;
  }
  EXPECT_EQ(unnoticed, 2) << "the two bytes behind the 16-bit converter_max";
  ff_servo_parameters changed = good;
  changed.gripper_closing_ticks ^= 1u;
  EXPECT_NE(ff_hash_servo_parameters(&changed), hash);
  changed = good;
  changed.joints[2].max_rate_urad_s ^= 1;
  EXPECT_EQ(ff_hash_servo_parameters(&changed), hash) << "not one of the board's joints";
}

TEST(BoardSessions, HandshakeThenCommandsAndStatusesOfTheSessionKey) {
  TestBoard board = make_keyed_board(kKey);
  TestController controller(5, &kKey);
  ASSERT_TRUE(controller.shake_hands(board));
  board.receive(controller.command());
  EXPECT_EQ(board.board.accepted_sequence, 1u);
  const Bytes status = board.tick();
  ASSERT_FALSE(status.empty());
  EXPECT_TRUE(ff_check_tag(status.data(), &controller.session_key));
  EXPECT_EQ(ff_sum_rejects(&board.board.parser.rejects), 0u);
}

TEST(BoardSessions, ABoardWithAKeyRefusesWhatIsNotTagged) {
  TestBoard board = make_keyed_board(kKey);
  board.take_identity();
  TestController stranger(5);
  EXPECT_FALSE(stranger.shake_hands(board));
  board.receive(stranger.command(FF_COMMAND_STOP));
  EXPECT_EQ(board.board.servo.state, FF_STATE_OFF);
  EXPECT_EQ(board.rejected(FF_REJECT_TAG), 2);
}

TEST(BoardSessions, ABoardWithAKeyRefusesTheWrongKey) {
  TestBoard board = make_keyed_board(kKey);
  board.take_identity();
  const TestKey wrong{1, 2, 4};
  TestController stranger(5, &wrong);
  EXPECT_FALSE(stranger.shake_hands(board));
  TestController controller(6, &kKey);
  ASSERT_TRUE(controller.shake_hands(board));
  stranger.session_key = *stranger.master;
  board.receive(stranger.command(FF_COMMAND_STOP));
  EXPECT_EQ(board.board.servo.state, FF_STATE_OFF);
  EXPECT_EQ(board.rejected(FF_REJECT_TAG), 2);
}

TEST(BoardSessions, ABoardWithoutKeyRefusesTags) {
  TestBoard board;
  board.take_identity();
  TestController controller(5, &kKey);
  EXPECT_FALSE(controller.shake_hands(board));
  EXPECT_EQ(board.rejected(FF_REJECT_TAG), 1);
}

TEST(BoardSessions, AReplayedQueryDisturbsNothing) {
  TestBoard board = make_keyed_board(kKey);
  TestController controller(5, &kKey);
  const Bytes recorded = controller.query();
  ASSERT_TRUE(controller.shake_hands(board));
  for (int i = 0; i < 200; ++i) {
    board.receive(recorded);
    board.receive(controller.command());
    const Bytes status = board.tick();
    ASSERT_FALSE(status.empty());
    ASSERT_TRUE(ff_check_tag(status.data(), &controller.session_key));
    board.take_identity();
  }
  EXPECT_EQ(board.board.accepted_sequence, 200u);
}

TEST(BoardSessions, RepeatedQueriesOpenOneSession) {
  TestBoard board = make_keyed_board(kKey);
  TestController controller(5, &kKey);
  ASSERT_TRUE(controller.shake_hands(board));
  board.receive(controller.query());  // the first answer was late: asked again meanwhile
  for (int i = 0; i < 20; ++i) board.tick();
  EXPECT_FALSE(board.take_identity().empty());
  board.receive(controller.command());
  EXPECT_EQ(board.board.accepted_sequence, 1u);
}

TEST(BoardSessions, AHeaderMayNotNameAnotherSessionThanItsKeys) {
  TestBoard board = make_keyed_board(kKey);
  TestController controller(5, &kKey);
  ASSERT_TRUE(controller.shake_hands(board));
  controller.session = 6;  // the tag is still of session 5
  board.receive(controller.command());
  EXPECT_EQ(board.rejected(FF_REJECT_SESSION), 1);
  EXPECT_EQ(board.board.accepted_sequence, 0u);
  EXPECT_EQ(board.board.lease_session, 0u);
}

TEST(BoardSessions, ASecondControllerWaitsForTheLeaseAsOnAWire) {
  TestBoard board = make_keyed_board(kKey);
  TestController first(5, &kKey);
  TestController second(6, &kKey);
  ASSERT_TRUE(first.shake_hands(board));
  board.receive(first.command());
  ASSERT_TRUE(second.shake_hands(board));
  board.receive(second.command());
  EXPECT_EQ(board.rejected(FF_REJECT_SESSION), 1);
  EXPECT_EQ(board.board.lease_session, 5u);
  const Bytes stop = second.command(FF_COMMAND_STOP);
  board.receive(stop);
  EXPECT_EQ(board.board.servo.state, FF_STATE_STOP) << "anyone with the key may stop";
  EXPECT_EQ(board.board.lease_session, 5u);
  board.receive(stop);
  EXPECT_EQ(board.rejected(FF_REJECT_SEQUENCE), 1) << "but only once with the same frame";
  for (int i = 0; i < 500; ++i) board.tick();
  board.receive(second.command());
  EXPECT_EQ(board.board.lease_session, 6u);
  board.receive(first.command());
  EXPECT_EQ(board.rejected(FF_REJECT_TAG), 1) << "the first one's session is over";
}

TEST(BoardSessions, ASessionThatLapsedIsResumedByItsOwnController) {
  TestBoard board = make_keyed_board(kKey);
  TestController controller(5, &kKey);
  TestController other(6, &kKey);
  ASSERT_TRUE(controller.shake_hands(board));
  board.receive(controller.command());
  for (int i = 0; i < 600; ++i) board.tick();
  board.receive(other.query());
  board.receive(controller.command());
  EXPECT_EQ(board.board.accepted_sequence, 2u);
  EXPECT_TRUE(ff_check_tag(board.tick().data(), &controller.session_key));
}

TEST(BoardSessions, FramesOfAnEarlierStartAreRefused) {
  TestController controller(5, &kKey);
  TestBoard before = make_keyed_board(kKey, 1);
  ASSERT_TRUE(controller.shake_hands(before));
  TestBoard after = make_keyed_board(kKey, 2);
  after.receive(controller.query());
  after.receive(controller.command());
  EXPECT_EQ(after.board.accepted_sequence, 0u) << "even after a replay of the query";
  EXPECT_EQ(after.rejected(FF_REJECT_TAG), 1);
  ASSERT_TRUE(controller.shake_hands(after));
  after.receive(controller.command());
  EXPECT_EQ(after.board.accepted_sequence, 2u);
}

TEST(BoardSessions, BeforeTheFirstQueryStatusesAreOfASessionWithoutController) {
  TestBoard board = make_keyed_board(kKey);
  Bytes status;
  for (int i = 0; i < 20; ++i) status = board.tick();
  const ff_identity identity = decode(board.take_identity());
  ff_hmac_key master;
  ff_hmac_key key;
  const TestNonce none{};
  ff_prepare_hmac(&master, kKey.data(), kKey.size());
  ff_derive_session_key(&master, 0, none.data(), identity.board_nonce, &key);
  ASSERT_FALSE(status.empty());
  EXPECT_TRUE(ff_check_tag(status.data(), &key));
}

TEST(BoardSessions, AKeyWithoutEntropyNeverEnergises) {
  ff_board_description description{};
  description.key = kKey.data();
  const ff_servo_parameters parameters = TestBoard().board.servo.parameters;
  TestBoard board;
  EXPECT_FALSE(ff_dispatch_start(&board.board, &parameters, 1, &description));
  TestController controller(5, &kKey);
  ASSERT_TRUE(controller.shake_hands(board));
  board.receive(controller.command());
  for (int i = 0; i < 50; ++i) {
    board.receive(controller.command(FF_COMMAND_ENABLE));
    board.tick();
    EXPECT_FALSE(board.outputs.energised);
  }
}

}  // namespace
}  // namespace freefloat
