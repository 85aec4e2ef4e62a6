#include <gtest/gtest.h>

#include "sample_frames.h"

namespace freefloat {
namespace {

void flip(Bytes& frame, std::size_t bit) {
  frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ (1u << (bit % 8)));
}

int accepted_alone(unsigned accept, const Bytes& bytes) {
  ff_parser parser = make_parser(accept);
  return count_accepted(parser, bytes);
}

// All damages by one and two flipped bits.
int count_accepted_flips(unsigned accept, Bytes frame) {
  int accepted = 0;
  const std::size_t bits = frame.size() * 8;
  for (std::size_t first = 0; first < bits; ++first) {
    flip(frame, first);
    accepted += accepted_alone(accept, frame);
    for (std::size_t second = first + 1; second < bits; ++second) {
      flip(frame, second);
      accepted += accepted_alone(accept, frame);
      flip(frame, second);
    }
    flip(frame, first);
  }
  return accepted;
}

TEST(FrameDamage, EveryOneAndTwoBitFlipOfCommandsIsRefused) {
  Random random(1, "command flips");
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(count_accepted_flips(FF_ACCEPT_COMMANDS, random_command_frame(random)), 0);
}

TEST(FrameDamage, EveryOneAndTwoBitFlipOfStatusesIsRefused) {
  Random random(2, "status flips");
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(count_accepted_flips(FF_ACCEPT_STATUSES, random_status_frame(random)), 0);
}

TEST(FrameDamage, RandomThreeToFiveBitFlipsAreRefused) {
  Random random(3, "more flips");
  for (int i = 0; i < 300000; ++i) {
    const Bytes frame = random_command_frame(random);
    Bytes damaged = frame;
    for (std::uint64_t count = 3 + random.next() % 3; count > 0; --count)
      flip(damaged, random.next() % (frame.size() * 8));
    if (damaged != frame) {
      ASSERT_EQ(accepted_alone(FF_ACCEPT_COMMANDS, damaged), 0);
    }
  }
}

TEST(FrameDamage, BurstsLostBytesAndInsertedBytesAreRefused) {
  Random random(4, "bursts");
  for (int i = 0; i < 300000; ++i) {
    Bytes frame = random_command_frame(random);
    const Bytes original = frame;
    const auto at = static_cast<std::ptrdiff_t>(random.next() % (frame.size() - 8));
    const auto length = static_cast<std::ptrdiff_t>(1 + random.next() % 8);
    const std::uint64_t kind = random.next() % 3;
    if (kind == 0) {
      for (std::ptrdiff_t k = at; k < at + length; ++k) frame[k] = static_cast<std::uint8_t>(random.next());
    } else if (kind == 1) {
      frame.erase(frame.begin() + at, frame.begin() + at + length);
      frame.insert(frame.end(), static_cast<std::size_t>(length), 0);
    } else {
      frame.insert(frame.begin() + at + 1, static_cast<std::size_t>(length),
                   static_cast<std::uint8_t>(random.next()));
      frame.resize(original.size());
    }
    if (frame != original) {
      ASSERT_EQ(accepted_alone(FF_ACCEPT_COMMANDS, frame), 0);
    }
  }
}

}  // namespace
}  // namespace freefloat
