#pragma once

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "hal/sim/servo_tuning.h"
#include "sample_frames.h"
#include "servo/dispatch.h"

namespace freefloat {

using TestKey = std::array<std::uint8_t, FF_KEY_SIZE>;
using TestNonce = std::array<std::uint8_t, FF_NONCE_SIZE>;

/// A board of two joints at rest, between bytes and bytes.
struct TestBoard {
  ff_dispatch board{};
  std::uint64_t now_us = 0;
  ff_servo_outputs outputs{};

  explicit TestBoard(const ff_board_description* description = nullptr, std::uint32_t boot_session = 7) {
    DriveParameters drive;
    drive.servo_inertia = 0.1;
    const ff_servo_parameters parameters =
        tune_servo(std::vector{drive, drive}, std::vector<JointLimits>{{-3.0, 3.0, 1.0}, {-3.0, 3.0, 1.0}});
    EXPECT_TRUE(ff_dispatch_start(&board, &parameters, boot_session, description));
  }

  void receive(const Bytes& bytes) {
    for (const std::uint8_t byte : bytes) ff_dispatch_receive(&board, byte, now_us);
  }

  /// One tick. @return The status frame that became due; empty: none.
  Bytes tick() {
    ff_servo_inputs inputs{};
    for (int i = 0; i < 2; ++i)
      inputs.pot_counts[i] = inputs.tacho_counts[i] = inputs.current_counts[i] = 2048;
    now_us += 1000;
    ff_dispatch_tick(&board, &inputs, now_us, &outputs);
    Bytes frame(FF_STATUS_FRAME_SIZE);
    frame.resize(ff_dispatch_take_status(&board, frame.data()));
    return frame;
  }

  std::optional<ff_status> tick_status() {
    const Bytes frame = tick();
    if (frame.empty()) return std::nullopt;
    ff_parser parser = make_parser(FF_ACCEPT_STATUSES | FF_ACCEPT_TAGGED);
    EXPECT_EQ(count_accepted(parser, frame), 1);
    ff_status status;
    EXPECT_TRUE(ff_decode_status(frame.data(), &status));
    return status;
  }

  /// @return The identity frame that is due; empty: none.
  Bytes take_identity() {
    Bytes frame(FF_IDENTITY_FRAME_SIZE);
    frame.resize(ff_dispatch_take_identity(&board, frame.data()));
    return frame;
  }

  int rejected(ff_reject cause) const { return board.parser.rejects.by_cause[cause]; }
};

/// @param entropy Another one for every start.
inline TestBoard make_keyed_board(const TestKey& key, std::uint8_t entropy = 1) {
  const TestNonce seed{entropy};
  ff_board_description description{};
  description.key = key.data();
  description.entropy = seed.data();
  return TestBoard(&description);
}

}  // namespace freefloat
