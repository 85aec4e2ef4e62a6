#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "board_process.h"
#include "boards/servo_parameters.h"
#include "servo/servo.h"

namespace freefloat {
namespace {

// Time enough for a busy machine; nothing here is measured.
constexpr double kLong = 20.0;
constexpr double kTenthDegree = 0.1 * 3.14159265358979 / 180.0;  // a second

class ServoBoard : public ::testing::TestWithParam<const char*> {
 protected:
  /// To the enabled state, and to a rate of the first joint. A stall of the host may let the command stream
  /// or the plant's answers pause for too long: the board then stops as it should, and is enabled again.
  static bool start(BoardProcess& board, std::int32_t rate_urad_s = 0) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      board.flags = FF_COMMAND_CLEAR;
      board.rate_urad_s = 0;
      board.run(kLong, [&] {
        return board.drive.state == FF_STATE_OFF && board.motors[0].rate == 0.0 && board.status &&
               board.status->faults == 0 && board.drive.flags == FF_DRIVE_ACCEPTED;
      });
      board.flags = FF_COMMAND_ENABLE;
      board.rate_urad_s = rate_urad_s;
      const auto is_latched = [&] { return board.drive.state > FF_STATE_RUN; };
      const auto is_there = [&] {
        return board.drive.state > FF_STATE_OFF && std::abs(board.motors[0].rate - rate_urad_s * 1e-6) < 0.02;
      };
      board.run(2.0, [&] { return is_latched() || is_there(); });
      if (!is_latched() && is_there()) return true;
    }
    return false;
  }
};

TEST_P(ServoBoard, SaysWhoItIs) {
  BoardProcess board(GetParam());
  // Bytes sent before its serial port is up are lost, so a controller asks again.
  for (int i = 0; i < 20 && !(board.identity && board.identity->query_nonce[0] == 77); ++i) {
    board.query(77);
    board.run(0.5, [&] { return board.identity && board.identity->query_nonce[0] == 77; });
  }
  ASSERT_TRUE(board.identity.has_value());
  const std::string program = GetParam();
  EXPECT_STREQ(board.identity->board_name, program == "native" ? "posix" : "lm3s6965evb");
  EXPECT_GE(std::string(board.identity->firmware_id).size(), 7u);
  EXPECT_EQ(board.identity->reset_cause, FF_RESET_POWER);
  EXPECT_EQ(board.identity->joint_count, 2);
  EXPECT_EQ(board.identity->parameters_hash, ff_hash_servo_parameters(&ff_servo_parameters));
  EXPECT_EQ(board.identity->flags, 0);
}

TEST_P(ServoBoard, FollowsARateAndStops) {
  BoardProcess board(GetParam());
  ASSERT_TRUE(start(board, 500000));
  EXPECT_EQ(board.drive.state, FF_STATE_RUN);
  EXPECT_LT(std::abs(board.motors[1].rate), 0.01);
  board.flags = FF_COMMAND_STOP;
  EXPECT_TRUE(board.run(kLong, [&] {
    return board.drive.state == FF_STATE_STOP && (board.drive.flags & FF_DRIVE_ENERGISED) == 0;
  }));
  EXPECT_LT(std::abs(board.motors[0].rate), kTenthDegree);
}

TEST_P(ServoBoard, TimesOutInBoardTimeWhenCommandsEnd) {
  BoardProcess board(GetParam());
  ASSERT_TRUE(start(board, 500000));
  board.commanding = false;
  ASSERT_TRUE(board.run(kLong, [&] { return board.drive.state == FF_STATE_TIMEOUT; }));
  ASSERT_TRUE(board.run(kLong, [&] { return board.drive.tick > board.drive.accepted_us / 1000u + 300u; }));
  // The frames tell when the newest command came: no clock of the test's own is needed.
  for (const BoardProcess::Tick& tick : board.trace) {
    if (tick.drive.accepted_us != board.drive.accepted_us) continue;
    // Negative while ticks are made up that a stall of the host delayed.
    const int age_ms = static_cast<int>(tick.drive.tick) - static_cast<int>(tick.drive.accepted_us / 1000u);
    if (age_ms < 200) {
      EXPECT_EQ(tick.drive.state, FF_STATE_RUN) << age_ms;
    } else if (age_ms > 200) {
      EXPECT_EQ(tick.drive.state, FF_STATE_TIMEOUT) << age_ms;
    }
    // 20 ms later than promised: where a host stalls, the servo works with old samples.
    if (age_ms >= 260) {
      EXPECT_LT(std::abs(tick.rate), kTenthDegree) << age_ms;
    }
  }
}

TEST_P(ServoBoard, WithoutPlantItsSensorsAreBroken) {
  BoardProcess board(GetParam());
  ASSERT_TRUE(start(board));
  board.answering = false;
  ASSERT_TRUE(board.run(kLong, [&] { return board.drive.state == FF_STATE_FAULT; }));
  EXPECT_TRUE(
      board.run(kLong, [&] { return board.status && (board.status->faults & FF_FAULT_POT_RANGE) != 0; }));
}

TEST_P(ServoBoard, AFirmwareThatHangsIsResetByTheWatchdogWithTheDrivesOff) {
  BoardProcess board(GetParam());
  ASSERT_TRUE(start(board, 500000));
  const std::uint32_t boot_id = board.drive.boot_id;
  board.identity.reset();
  board.hang = true;
  board.run(0.05, [] { return false; });
  board.hang = false;
  ASSERT_TRUE(board.run(kLong, [&] { return board.drive.boot_id != boot_id; }));
  ASSERT_TRUE(board.run(kLong, [&] { return board.identity.has_value(); }));
  EXPECT_EQ(board.identity->reset_cause, FF_RESET_WATCHDOG);
  // The stream goes on, and the board stays off until it is told otherwise.
  EXPECT_TRUE(board.run(kLong, [&] { return board.motors[0].rate == 0.0; })) << "runs out by friction alone";
  EXPECT_EQ(board.drive.state, FF_STATE_OFF);
  EXPECT_EQ(board.drive.flags & FF_DRIVE_ENERGISED, 0);
}

TEST_P(ServoBoard, AReaderThatSleepsDoesNotHoldItUp) {
  BoardProcess board(GetParam());
  ASSERT_TRUE(board.run(kLong, [&] { return board.drives > 50; }));
  const std::uint32_t boot_id = board.drive.boot_id;
  const std::uint32_t tick = board.drive.tick;
  std::this_thread::sleep_for(std::chrono::seconds(6));
  ASSERT_TRUE(board.run(kLong, [&] { return board.drive.tick > tick + 5900; }));
  EXPECT_EQ(board.drive.boot_id, boot_id) << "no reset by the watchdog";
  EXPECT_TRUE(board.run(kLong, [&] { return board.status && board.status->faults == 0; }))
      << "and it recovers";
}

TEST_P(ServoBoard, WithAKeyRefusesWhatIsNotTagged) {
  const std::string path =
      ::testing::TempDir() + "freefloat_board_test_key_" + GetParam() + std::to_string(getpid());
  std::ofstream(path) << std::string(64, '7') << "\n";
  BoardProcess board(GetParam(), path);
  ASSERT_TRUE(board.run(kLong, [&] { return board.drives > 50; }));
  board.flags = FF_COMMAND_ENABLE;
  board.run(0.5, [] { return false; });
  EXPECT_EQ(board.drive.state, FF_STATE_OFF);
  EXPECT_EQ(board.drive.flags & FF_DRIVE_ACCEPTED, 0);
  EXPECT_TRUE(
      board.run(kLong, [&] { return board.status && board.status->rejects.by_cause[FF_REJECT_TAG] > 0; }));
  std::remove(path.c_str());
}

#ifdef FF_HAS_EMULATOR  // tools/setup hil installs compiler and emulator
// The emulated board's watchdog first opens the bridges. A host that keeps the emulator from running for half
// a second hides that now and then.
TEST(EmulatedBoard, AWatchdogOpensTheBridgesBeforeItResets) {
  BoardProcess board("emulated");
  bool opened = false;
  for (int attempt = 0; attempt < 5 && !opened; ++attempt) {
    ASSERT_TRUE(board.run(kLong, [&] { return board.status && board.status->faults == 0; }));
    board.flags = 0;
    board.run(0.2, [] { return false; });
    board.flags = FF_COMMAND_ENABLE;
    if (!board.run(2.0, [&] { return board.drive.state == FF_STATE_ENABLED; })) continue;
    const std::uint32_t boot_id = board.drive.boot_id;
    board.hang = true;
    board.run(0.05, [] { return false; });
    board.hang = false;
    ASSERT_TRUE(board.run(kLong, [&] { return board.drive.boot_id != boot_id; }));
    const auto is_of_old_start = [&](const BoardProcess::Tick& tick) {
      return tick.drive.boot_id == boot_id;
    };
    const auto last = std::find_if(board.trace.rbegin(), board.trace.rend(), is_of_old_start);
    opened = (last->drive.flags & FF_DRIVE_ENERGISED) == 0 && last->drive.state == FF_STATE_ENABLED;
  }
  EXPECT_TRUE(opened);
}
#endif

INSTANTIATE_TEST_SUITE_P(Native, ServoBoard, ::testing::Values("native"));
#ifdef FF_HAS_EMULATOR
INSTANTIATE_TEST_SUITE_P(Emulated, ServoBoard, ::testing::Values("emulated"));
#endif

}  // namespace
}  // namespace freefloat
