// Board time, the world's time and this PC's: which follows which, and when.
#include "hal/hil/board_timeline.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr std::uint32_t kBoot = 77;

Time ms(double milliseconds) {
  return Time{} + from_seconds(1e-3 * milliseconds);
}

TEST(BoardTimeline, WorldMovesByTheBoardsTicksHoweverLateTheyCome) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(1000));
  EXPECT_EQ(timeline.begin_tick(kBoot, 500, ms(0), ms(1000.3)), ms(0));
  EXPECT_EQ(timeline.begin_tick(kBoot, 501, ms(1), ms(1001.2)), ms(1));
  EXPECT_EQ(timeline.begin_tick(kBoot, 502, ms(2), ms(1009.0)), ms(2));  // this PC was busy
  EXPECT_EQ(timeline.begin_tick(kBoot, 503, ms(3), ms(1009.0)), ms(3));
}

TEST(BoardTimeline, TicksThatTheBoardLeftOutStillTakeTheirTime) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(0));
  timeline.begin_tick(kBoot, 10, ms(0), ms(0));
  EXPECT_EQ(timeline.begin_tick(kBoot, 14, ms(1), ms(4)), ms(4));
  EXPECT_EQ(timeline.left_out(), 3u);
}

TEST(BoardTimeline, SilentBoardDoesNotStopTheWorld) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(0));
  timeline.begin_tick(kBoot, 10, ms(0), ms(100));
  EXPECT_LE(timeline.reach_silently(ms(104.9)), ms(0));
  EXPECT_EQ(timeline.reach_silently(ms(105)), ms(5));
  EXPECT_EQ(timeline.reach_silently(ms(180)), ms(80));
  EXPECT_FALSE(timeline.is_dead(ms(349)));
  EXPECT_TRUE(timeline.is_dead(ms(350)));
}

TEST(BoardTimeline, BoardThatWasOnlyLateFindsTheWorldWhereItsClockIs) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(0));
  timeline.begin_tick(kBoot, 10, ms(0), ms(100));
  // 20 ms of silence: the world went on by this PC's clock. The board's ticks of that time come in a burst,
  // and ask for nothing that has not been.
  EXPECT_EQ(timeline.begin_tick(kBoot, 11, ms(20), ms(120)), ms(1));
  EXPECT_EQ(timeline.begin_tick(kBoot, 31, ms(20), ms(121)), ms(21));
  EXPECT_EQ(timeline.jumps(), 0u);
}

TEST(BoardTimeline, RestartedBoardBeginsWhereTheWorldIs) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(0));
  timeline.begin_tick(kBoot, 5000, ms(0), ms(0));
  EXPECT_EQ(timeline.begin_tick(kBoot + 1, 3, ms(400), ms(400)), ms(400));
  EXPECT_EQ(timeline.begin_tick(kBoot + 1, 4, ms(401), ms(401)), ms(401));
  EXPECT_EQ(timeline.boots(), 2u);
}

TEST(BoardTimeline, ClockThatStoodStillDoesNotStopTheWorld) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(0));
  timeline.begin_tick(kBoot, 10, ms(0), ms(0));
  // The emulator was stopped for ten seconds, and its clock with it.
  EXPECT_EQ(timeline.begin_tick(kBoot, 11, ms(10'000), ms(10'000)), ms(10'000));
  EXPECT_EQ(timeline.begin_tick(kBoot, 12, ms(10'001), ms(10'001)), ms(10'001));
  EXPECT_EQ(timeline.jumps(), 1u);
}

TEST(BoardTimeline, CaptureTimesDoNotShowTheDelayOfSingleFrames) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(1000));
  for (int i = 0; i < 1000; ++i) {
    const double delay = i % 7 == 0 ? 0.1 : 0.4 + 0.3 * (i % 5);
    timeline.begin_tick(kBoot, static_cast<std::uint32_t>(i), ms(i), ms(1000 + i + delay));
    if (i > 7) {
      EXPECT_EQ(timeline.to_run_time(ms(i)), ms(1000 + i + 0.1)) << i;
    }
  }
}

TEST(BoardTimeline, CaptureTimesFollowABoardWhoseClockIsSlow) {
  BoardTimeline timeline;
  timeline.start(ms(0), ms(0));
  constexpr double kSlow = 1.0 + 100e-6;
  for (int i = 0; i < 20'000; ++i)
    timeline.begin_tick(kBoot, static_cast<std::uint32_t>(i), ms(i), ms(kSlow * i));
  EXPECT_NEAR(to_seconds(timeline.to_run_time(ms(20'000)) - ms(kSlow * 20'000)), 0.0, 60e-6);
}

}  // namespace
}  // namespace freefloat
