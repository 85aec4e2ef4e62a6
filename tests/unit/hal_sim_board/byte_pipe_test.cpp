#include "hal/sim/byte_pipe.h"

#include <gtest/gtest.h>

#include <bit>

namespace freefloat {
namespace {

using namespace std::chrono_literals;

BytePipe make_pipe(double loss, double corruption) {
  WireParameters wire;
  wire.latency = 2ms;
  wire.loss = loss;
  wire.corruption = corruption;
  return BytePipe(wire, Random(1, "pipe"));
}

TEST(BytePipe, DeliversInOrderAfterTheLatency) {
  BytePipe pipe = make_pipe(0.0, 0.0);
  const std::array<std::uint8_t, 3> first{1, 2, 3};
  const std::array<std::uint8_t, 1> second{4};
  EXPECT_TRUE(pipe.send(first, Time{10ms}));
  EXPECT_TRUE(pipe.send(second, Time{11ms}));
  Time arrival;
  EXPECT_TRUE(pipe.receive(Time{11999us}, arrival).empty());
  const auto received = pipe.receive(Time{15ms}, arrival);
  EXPECT_TRUE(std::equal(received.begin(), received.end(), first.begin(), first.end()));
  EXPECT_EQ(arrival, Time{12ms});
  EXPECT_EQ(pipe.receive(Time{15ms}, arrival)[0], 4);
  EXPECT_TRUE(pipe.receive(Time{15ms}, arrival).empty());
}

TEST(BytePipe, RefusesWhenItsBufferIsFull) {
  BytePipe pipe = make_pipe(0.0, 0.0);
  const std::array<std::uint8_t, 1> byte{1};
  int taken = 0;
  while (taken < 1000 && pipe.send(byte, Time{})) ++taken;
  EXPECT_EQ(taken, 64);
}

TEST(BytePipe, LosesAndDamagesTheConfiguredShares) {
  BytePipe pipe = make_pipe(0.1, 0.2);
  const std::array<std::uint8_t, 20> sent{};
  int arrived = 0;
  int damaged = 0;
  for (int i = 0; i < 20000; ++i) {
    pipe.send(sent, Time{});
    Time arrival;
    const auto received = pipe.receive(Time{1s}, arrival);
    if (received.empty()) continue;
    ++arrived;
    int bits = 0;
    for (const std::uint8_t byte : received) bits += std::popcount(byte);
    EXPECT_LE(bits, 1);
    damaged += bits;
  }
  EXPECT_NEAR(arrived, 18000, 250);
  EXPECT_NEAR(damaged, 3600, 250);
}

}  // namespace
}  // namespace freefloat
