#include "runtime/latest_value.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace freefloat {
namespace {

TEST(LatestValue, GivesTheNewestOnceOnly) {
  LatestValue<int> slot;
  EXPECT_FALSE(slot.take());
  slot.put(1);
  slot.put(2);
  EXPECT_EQ(slot.take(), 2);
  EXPECT_FALSE(slot.take());
  EXPECT_TRUE(slot.try_put(3));
  EXPECT_EQ(slot.take(), 3);
}

TEST(LatestValue, IsNeverTornAndNeverGoesBackBetweenTwoThreads) {
  struct Wide {
    std::array<std::uint64_t, 64> words{};
  };
  LatestValue<Wide> slot;
  constexpr std::uint64_t kLast = 200'000;
  std::atomic<bool> torn{false};
  std::thread writer([&] {
    Wide value;
    for (std::uint64_t i = 1; i <= kLast; ++i) {
      value.words.fill(i);
      slot.put(value);
    }
  });
  std::uint64_t newest = 0;
  while (newest < kLast) {
    const auto value = slot.take();
    if (!value) continue;
    for (const std::uint64_t word : value->words) torn = torn || word != value->words[0];
    EXPECT_GT(value->words[0], newest);
    newest = value->words[0];
  }
  writer.join();
  EXPECT_FALSE(torn);
}

}  // namespace
}  // namespace freefloat
