#include "runtime/marker_input.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "hal/monotonic_clock.h"

namespace freefloat {
namespace {

/// Hands over frames when the test says so, from whatever thread reads.
class FakeSensor final : public MarkerSensor {
 public:
  ReadStatus read(MarkerFrame& frame) override {
    std::unique_lock lock(mutex_);
    more_.wait_for(lock, std::chrono::milliseconds(20), [this] { return given_ < allowed_ || ended_; });
    if (given_ >= allowed_) return ended_ ? ReadStatus::kEnded : ReadStatus::kNone;
    last_prediction_ = frame.prediction.at;
    frame.sequence = ++given_;
    idle_.notify_all();
    return ReadStatus::kFrame;
  }

  void allow(std::uint64_t frames) {
    const std::lock_guard lock(mutex_);
    allowed_ += frames;
    more_.notify_all();
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    more_.notify_all();
  }

  void wait_until_given(std::uint64_t frames) {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return given_ >= frames; });
  }

  Time last_prediction() {
    const std::lock_guard lock(mutex_);
    return last_prediction_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::condition_variable idle_;
  std::uint64_t allowed_ = 0;
  std::uint64_t given_ = 0;
  bool ended_ = false;
  Time last_prediction_{};
};

MarkerPrediction prediction_at(int milliseconds) {
  MarkerPrediction prediction;
  prediction.at = Time{} + std::chrono::milliseconds(milliseconds);
  return prediction;
}

MarkerFrame take_one(MarkerInput& input) {
  for (;;) {
    if (const auto frame = input.take()) return *frame;
    std::this_thread::yield();
  }
}

TEST(MarkerInput, WayFromATrackerIsAskedBesideTheLoop) {
  FakeSensor sensor;
  MonotonicClock clock;
  Hal hal;
  hal.clock = &clock;
  hal.marker_sensor = &sensor;
  std::atomic<std::thread::id> asked_by;
  hal.marker_path_health = [&] {
    asked_by = std::this_thread::get_id();
    MarkerPathHealth health;
    health.late = 3;
    return health;
  };
  MarkerInput input(hal, nullptr);
  std::optional<MarkerPathHealth> health;
  // No picture comes; how the way is, is told all the same.
  while (!health) {
    health = input.take_path_health();
    std::this_thread::yield();
  }
  EXPECT_EQ(health->late, 3u);
  EXPECT_NE(asked_by.load(), std::this_thread::get_id());
}

TEST(MarkerInput, NewestFrameOfTheCameraThreadWins) {
  FakeSensor sensor;
  Hal hal;
  hal.marker_sensor = &sensor;
  MarkerInput input(hal, nullptr);
  EXPECT_FALSE(input.take());  // does not wait
  sensor.allow(5);
  sensor.wait_until_given(5);
  MarkerFrame frame = take_one(input);
  while (frame.sequence < 5) frame = take_one(input);  // the last may still be on its way into the slot
  EXPECT_EQ(frame.sequence, 5u);
  EXPECT_FALSE(input.take());
}

TEST(MarkerInput, PredictionReachesTheCameraThread) {
  FakeSensor sensor;
  Hal hal;
  hal.marker_sensor = &sensor;
  MarkerInput input(hal, nullptr);
  // The offer is dropped while the other side is reading, as the newest comes with every cycle.
  for (int i = 0; i < 100; ++i) {
    input.expect(prediction_at(42));
    sensor.allow(1);
    take_one(input);
    if (sensor.last_prediction() == prediction_at(42).at) break;
  }
  EXPECT_EQ(sensor.last_prediction(), prediction_at(42).at);
}

TEST(MarkerInput, EndOfTheRecordingIsTold) {
  FakeSensor sensor;
  Hal hal;
  hal.marker_sensor = &sensor;
  MarkerInput input(hal, nullptr);
  EXPECT_FALSE(input.ended());
  sensor.end();
  while (!input.ended()) std::this_thread::yield();
  EXPECT_TRUE(input.ended());
}

TEST(MarkerInput, ClosesWhileTheCameraIsSilent) {
  FakeSensor sensor;
  Hal hal;
  hal.marker_sensor = &sensor;
  { const MarkerInput input(hal, nullptr); }
  SUCCEED();
}

TEST(MarkerInput, ReadsInsideTheCycleInLockstep) {
  FakeSensor sensor;
  Hal hal;
  hal.marker_sensor = &sensor;
  hal.lockstep = true;
  MarkerInput input(hal, nullptr);
  input.expect(prediction_at(7));
  sensor.allow(3);
  const auto frame = input.take();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->sequence, 3u);
  EXPECT_EQ(frame->prediction.at, prediction_at(7).at);
  EXPECT_FALSE(input.take());
}

}  // namespace
}  // namespace freefloat
