#include "wire/messages.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "sample_frames.h"
#include "types/joint_feedback.h"

namespace freefloat {
namespace {

TEST(Messages, CommandSurvivesTheWire) {
  ff_command command{};
  command.flags = FF_COMMAND_ENABLE | FF_COMMAND_CLOSE_GRIPPER;
  command.joint_count = 3;
  command.time_to_live_us = 0x87654321u;
  command.rates_urad_s[0] = std::numeric_limits<std::int32_t>::min();
  command.rates_urad_s[1] = std::numeric_limits<std::int32_t>::max();
  command.rates_urad_s[2] = -1;
  Bytes frame(FF_COMMAND_FRAME_SIZE);
  EXPECT_EQ(ff_encode_command({}, &command, frame.data()), frame.size());
  ff_command read{};
  ASSERT_TRUE(ff_decode_command(frame.data(), &read));
  EXPECT_EQ(read.flags, command.flags);
  EXPECT_EQ(read.joint_count, 3);
  EXPECT_EQ(read.time_to_live_us, command.time_to_live_us);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) EXPECT_EQ(read.rates_urad_s[i], command.rates_urad_s[i]);
}

TEST(Messages, StatusSurvivesTheWire) {
  Random random(1, "status");
  for (int i = 0; i < 100; ++i) {
    const Bytes frame = random_status_frame(random);
    ff_status status{};
    ASSERT_TRUE(ff_decode_status(frame.data(), &status));
    ff_header header;
    ff_read_header(frame.data(), &header);
    Bytes again(FF_STATUS_FRAME_SIZE);
    ff_encode_status(header, &status, again.data());
    EXPECT_EQ(again, frame);
  }
}

TEST(Messages, CommandWithAFieldOutOfRangeIsRefused) {
  const auto is_readable = [](std::size_t payload_byte, std::uint8_t value) {
    ff_command command{};
    command.joint_count = 2;
    Bytes frame(FF_COMMAND_FRAME_SIZE);
    ff_encode_command({}, &command, frame.data());
    frame[FF_HEADER_SIZE + payload_byte] = value;
    return ff_decode_command(frame.data(), &command);
  };
  EXPECT_TRUE(is_readable(0, 0x0f));
  EXPECT_FALSE(is_readable(0, 0x10)) << "unknown flag";
  EXPECT_FALSE(is_readable(1, 0)) << "no joints";
  EXPECT_FALSE(is_readable(1, 7)) << "too many joints";
  EXPECT_FALSE(is_readable(2, 1)) << "reserved";
  EXPECT_TRUE(is_readable(12, 1));
  EXPECT_FALSE(is_readable(16, 1)) << "rate of a joint that does not exist";
}

TEST(Messages, StatusWithAFieldOutOfRangeIsRefused) {
  const auto is_readable = [](std::size_t payload_byte, std::uint8_t value) {
    ff_status status{};
    status.joint_count = 2;
    Bytes frame(FF_STATUS_FRAME_SIZE);
    ff_encode_status({}, &status, frame.data());
    frame[FF_HEADER_SIZE + payload_byte] = value;
    return ff_decode_status(frame.data(), &status);
  };
  EXPECT_TRUE(is_readable(0, 5));
  EXPECT_FALSE(is_readable(0, 6)) << "board state";
  EXPECT_FALSE(is_readable(1, 4)) << "gripper state";
  EXPECT_FALSE(is_readable(2, 0)) << "no joints";
  EXPECT_FALSE(is_readable(3, 2)) << "unknown flag";
}

TEST(Messages, StatesHaveTheOrderOfTheController) {
  EXPECT_EQ(static_cast<int>(BoardState::kOff), FF_STATE_OFF);
  EXPECT_EQ(static_cast<int>(BoardState::kEnabled), FF_STATE_ENABLED);
  EXPECT_EQ(static_cast<int>(BoardState::kRun), FF_STATE_RUN);
  EXPECT_EQ(static_cast<int>(BoardState::kTimeout), FF_STATE_TIMEOUT);
  EXPECT_EQ(static_cast<int>(BoardState::kFault), FF_STATE_FAULT);
  EXPECT_EQ(static_cast<int>(BoardState::kStop), FF_STATE_STOP);
  EXPECT_EQ(static_cast<int>(GripperState::kOpen), FF_GRIPPER_OPEN);
  EXPECT_EQ(static_cast<int>(GripperState::kClosing), FF_GRIPPER_CLOSING);
  EXPECT_EQ(static_cast<int>(GripperState::kHolding), FF_GRIPPER_HOLDING);
  EXPECT_EQ(static_cast<int>(GripperState::kEmpty), FF_GRIPPER_EMPTY);
}

}  // namespace
}  // namespace freefloat
