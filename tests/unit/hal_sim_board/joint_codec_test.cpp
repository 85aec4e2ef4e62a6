#include "hal/joint_codec.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace freefloat {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kSession = 77;

JointCodec make_codec() {
  return JointCodec({.joint_count = 2, .session = kSession, .one_way_latency = 2ms});
}

ff_command decode(std::span<const std::uint8_t> frame) {
  ff_command command{};
  EXPECT_TRUE(ff_decode_command(frame.data(), &command));
  return command;
}

JointCommand make_command(double first, double second) {
  JointCommand command;
  command.enable = true;
  command.rates = (JointVector(2) << first, second).finished();
  command.time_to_live = 60ms;
  return command;
}

std::vector<std::uint8_t> status_frame(std::uint32_t board_session, std::uint32_t sequence, ff_status status,
                                       std::uint64_t time_us = 0) {
  ff_header header{};
  header.time_us = time_us;
  header.source = FF_SOURCE_BOARD;
  header.session = board_session;
  header.sequence = sequence;
  std::vector<std::uint8_t> frame(FF_STATUS_FRAME_SIZE);
  ff_encode_status(header, &status, frame.data());
  return frame;
}

ff_status make_status() {
  ff_status status{};
  status.joint_count = 2;
  status.lease_session = kSession;
  status.accepted_sequence = 9;
  status.accepted_time_us = 100000;
  status.accepted_age_us = 5000;
  status.angles_urad[0] = -1500000;
  status.rates_urad_s[1] = 250000;
  status.duties[0] = 32767;
  status.duties[1] = -8192;
  return status;
}

/// Another controller's frames on a bus, or our own that come back.
TEST(JointCodec, AStatusThatNoBoardSentIsRefused) {
  JointCodec codec = make_codec();
  std::vector<std::uint8_t> frame = status_frame(5, 1, make_status());
  frame[3] = FF_SOURCE_CONTROLLER;
  ff_reseal_frame(frame.data());
  codec.receive(frame, Time{120ms});
  EXPECT_FALSE(codec.poll());
  EXPECT_EQ(codec.health().received, 0u);
  EXPECT_EQ(codec.health().rejects.source, 1u);
}

/// A way that was faster than it is on the average.
TEST(JointCodec, NoSampleIsOfTheFuture) {
  JointCodec codec = make_codec();
  codec.receive(status_frame(5, 1, make_status()),
                Time{106ms});  // accepted at 100 ms, sampled 5 ms later, 2 ms away
  const auto feedback = codec.poll();
  ASSERT_TRUE(feedback);
  EXPECT_EQ(feedback->sample_time, Time{106ms});
}

TEST(JointCodec, CommandsArriveInWireUnits) {
  JointCodec codec = make_codec();
  const ff_command command = decode(codec.encode(make_command(0.2617994, -0.1), Time{1500ms}));
  EXPECT_EQ(command.flags, FF_COMMAND_ENABLE);
  EXPECT_EQ(command.joint_count, 2);
  EXPECT_EQ(command.time_to_live_us, 60000u);
  EXPECT_EQ(command.rates_urad_s[0], 261799);
  EXPECT_EQ(command.rates_urad_s[1], -100000);
  ff_header header;
  ff_read_header(codec.encode(make_command(0, 0), Time{1500ms}).data(), &header);
  EXPECT_EQ(header.sequence, 2u);
  EXPECT_EQ(header.time_us, 1500000u);
  EXPECT_EQ(header.session, kSession);
}

TEST(JointCodec, ARateThatIsNoNumberStopsTheBoard) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    JointCodec codec = make_codec();
    const ff_command command = decode(codec.encode(make_command(0.1, bad), Time{}));
    EXPECT_TRUE(command.flags & FF_COMMAND_STOP);
    EXPECT_EQ(command.rates_urad_s[0], 0);
    EXPECT_EQ(command.rates_urad_s[1], 0);
  }
}

TEST(JointCodec, AWrongNumberOfRatesStopsTheBoardAndNoneMeansZero) {
  JointCodec codec = make_codec();
  JointCommand command = make_command(0.1, 0.1);
  command.rates = JointVector::Constant(3, 0.1);
  EXPECT_TRUE(decode(codec.encode(command, Time{})).flags & FF_COMMAND_STOP);
  command.rates.resize(0);
  EXPECT_FALSE(decode(codec.encode(command, Time{})).flags & FF_COMMAND_STOP);
}

TEST(JointCodec, HugeRatesAndTimesSaturate) {
  JointCodec codec = make_codec();
  JointCommand command = make_command(1e300, -1e300);
  command.time_to_live = 100h;
  const ff_command wire = decode(codec.encode(command, Time{}));
  EXPECT_EQ(wire.rates_urad_s[0], 2147000000);
  EXPECT_EQ(wire.rates_urad_s[1], -2147000000);
  EXPECT_EQ(wire.time_to_live_us, 0xffffffffu);
  command.time_to_live = -1s;
  EXPECT_EQ(decode(codec.encode(command, Time{})).time_to_live_us, 0u);
}

TEST(JointCodec, SampleTimeIsEchoedTimePlusLatencyPlusAge) {
  JointCodec codec = make_codec();
  codec.receive(status_frame(1, 1, make_status()), Time{109ms});
  const auto feedback = codec.poll();
  ASSERT_TRUE(feedback.has_value());
  EXPECT_EQ(feedback->sample_time, Time{107ms});
  EXPECT_EQ(feedback->accepted_sequence, 9u);
  EXPECT_DOUBLE_EQ(feedback->angles[0], -1.5);
  EXPECT_DOUBLE_EQ(feedback->rates[1], 0.25);
  EXPECT_DOUBLE_EQ(feedback->duties[0], 1.0);
  EXPECT_NEAR(feedback->duties[1], -0.25, 1e-4);
  EXPECT_EQ(codec.health().round_trip, 4ms);
  EXPECT_FALSE(codec.poll().has_value()) << "handed over once";
}

TEST(JointCodec, DutiesOfSeveralStatusesAreJoinedByTheirTimes) {
  JointCodec codec = make_codec();
  const auto tell = [&](std::uint32_t sequence, std::uint64_t time_us, std::int16_t duty) {
    ff_status status = make_status();
    status.duties[0] = duty;
    codec.receive(status_frame(1, sequence, status, time_us), Time{200ms});
  };
  tell(1, 100'000, 0);
  codec.poll();
  tell(2, 120'000, 16384);
  tell(3, 130'000, 0);
  EXPECT_NEAR(codec.poll()->duties[0], 0.5 * 20.0 / 30.0, 1e-4);
  tell(4, 140'000, 16384);
  EXPECT_NEAR(codec.poll()->duties[0], 0.5, 1e-4) << "what was handed over does not count again";
}

TEST(JointCodec, WithoutAnEchoSampleTimeIsReceptionMinusLatency) {
  for (const int kind : {0, 1, 2}) {
    JointCodec codec = make_codec();
    ff_status status = make_status();
    if (kind == 0) status.accepted_sequence = 0;
    if (kind == 1) status.lease_session = kSession + 1;
    if (kind == 2) status.accepted_age_us = 2000000;
    codec.receive(status_frame(1, 1, status), Time{3s});
    EXPECT_EQ(codec.poll()->sample_time, Time{2998ms});
  }
}

TEST(JointCodec, OldDuplicatedAndForeignStatusesAreRefused) {
  JointCodec codec = make_codec();
  codec.receive(status_frame(1, 5, make_status()), Time{200ms});
  ASSERT_TRUE(codec.poll().has_value());
  codec.receive(status_frame(1, 5, make_status()), Time{200ms});
  codec.receive(status_frame(1, 4, make_status()), Time{200ms});
  ff_status wrong_joints = make_status();
  wrong_joints.joint_count = 3;
  codec.receive(status_frame(1, 6, wrong_joints), Time{200ms});
  EXPECT_FALSE(codec.poll().has_value());
  EXPECT_EQ(codec.health().rejected, 3u);
  codec.receive(status_frame(2, 1, make_status()), Time{200ms});
  EXPECT_TRUE(codec.poll().has_value()) << "a board that restarted counts from one";
}

}  // namespace
}  // namespace freefloat
