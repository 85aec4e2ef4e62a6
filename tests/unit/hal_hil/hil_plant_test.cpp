// The simulated robot behind an instrument port. The test is the board, at the other end of a
// pseudo-terminal; the run's clock stands where the test puts it.
#include "hal/hil/hil_plant.h"

#include <gtest/gtest.h>

#include "instrument/instrument_parser.h"
#include "support/pseudo_terminal.h"
#include "unit/hal_sim/testbed_cases.h"

namespace freefloat {
namespace {

constexpr int kJoints = 2;

class FixedClock final : public Clock {
 public:
  Time now() override { return now_; }
  void sleep_until(Time deadline) override { now_ = deadline; }
  void set_ms(int milliseconds) { now_ = at_ms(milliseconds); }

 private:
  Time now_{};
};

class HilPlantTest : public testing::Test {
 protected:
  HilPlantTest()
      : plant_(case_.config, case_.robot, case_.table, case_.camera, {.path = terminal_.path()}, clock_) {
    ff_start_instrument_parser(&parser_, FF_INSTRUMENT_SENSORS, kJoints);
  }

  /// Sends a drive frame. The plant gets it at its next `serve`.
  void send(std::uint32_t tick, std::int16_t duty = 0, bool energised = false, std::uint32_t boot = 1) {
    ff_drive_frame frame{};
    frame.boot_id = boot;
    frame.tick = tick;
    frame.flags = energised ? FF_DRIVE_ENERGISED : 0;
    frame.duties[0] = duty;
    std::array<std::uint8_t, FF_MAX_INSTRUMENT_FRAME_SIZE> bytes{};
    const std::size_t size = ff_encode_drive_frame(&frame, kJoints, bytes.data());
    ASSERT_EQ(terminal_.write({bytes.data(), size}), size);
  }

  /// @return The plant's answers.
  std::vector<ff_sensor_frame> serve() {
    plant_.serve_once();
    std::vector<ff_sensor_frame> answers;
    for (const std::uint8_t byte : terminal_.read()) {
      if (!ff_parse_instrument_byte(&parser_, byte)) continue;
      ff_decode_sensor_frame(parser_.bytes, kJoints, &answers.emplace_back());
    }
    return answers;
  }

  double joint() const { return plant_.truth().robot.joints[0]; }
  double joint_rate() const { return plant_.truth().robot.joint_rates[0]; }

  TestbedCase case_;
  PseudoTerminal terminal_;
  FixedClock clock_;
  HilPlant plant_;
  ff_instrument_parser parser_{};
};

TEST_F(HilPlantTest, AnswersEveryDriveFrameWithTheTickItBelongsTo) {
  for (const std::uint32_t tick : {1000u, 1001u, 70'000u}) {
    send(tick);
    const auto answers = serve();
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].tick, tick & FF_SENSOR_TICK_MASK);
  }
  EXPECT_EQ(plant_.frames(), 3u);
}

TEST_F(HilPlantTest, HoldsTheRobotUntilItIsReleased) {
  const double start = joint();
  for (std::uint32_t tick = 0; tick < 50; ++tick) {
    send(tick, 16'000, true);
    serve();
  }
  EXPECT_EQ(joint(), start);
  plant_.release();
  for (std::uint32_t tick = 50; tick < 100; ++tick) {
    send(tick, 16'000, true);
    serve();
  }
  EXPECT_GT(joint(), start + 0.01);
}

TEST_F(HilPlantTest, MovesTheSameHoweverTheFramesAreBunched) {
  plant_.release();
  for (std::uint32_t tick = 0; tick < 60; ++tick) {
    send(tick, static_cast<std::int16_t>(200 * tick), true);
    serve();
  }
  const double one_by_one = joint();

  PseudoTerminal terminal;
  HilPlant bunched(case_.config, case_.robot, case_.table, case_.camera, {.path = terminal.path()}, clock_);
  bunched.release();
  for (std::uint32_t tick = 0; tick < 60; ++tick) {
    ff_drive_frame frame{};
    frame.boot_id = 1;
    frame.tick = tick;
    frame.flags = FF_DRIVE_ENERGISED;
    frame.duties[0] = static_cast<std::int16_t>(200 * tick);
    std::array<std::uint8_t, FF_MAX_INSTRUMENT_FRAME_SIZE> bytes{};
    const std::size_t size = ff_encode_drive_frame(&frame, kJoints, bytes.data());
    ASSERT_EQ(terminal.write({bytes.data(), size}), size);
    if (tick % 12 == 11) bunched.serve_once();
  }
  while (bunched.frames() < 60) bunched.serve_once();
  EXPECT_EQ(bunched.truth().robot.joints[0], one_by_one);
}

TEST_F(HilPlantTest, SilentBoardsBridgesStayAsTheyWereAndThenOpen) {
  plant_.release();
  for (std::uint32_t tick = 0; tick < 100; ++tick) {
    clock_.set_ms(static_cast<int>(tick));
    send(tick, 8'000, true);
    serve();
  }
  const double turning = joint_rate();
  ASSERT_GT(turning, 0.1);
  clock_.set_ms(99 + 200);
  serve();
  EXPECT_NEAR(joint_rate(), turning, 0.5 * turning);  // still driven
  EXPECT_TRUE(plant_.is_energised());
  clock_.set_ms(99 + 260);
  serve();
  EXPECT_FALSE(plant_.is_energised());
}

TEST_F(HilPlantTest, CaptureTimesAreOfTheRunsClock) {
  clock_.set_ms(5000);
  plant_.release();
  MarkerFrame frame;
  std::uint32_t tick = 0;
  while (plant_.read(frame, Duration::zero()) != ReadStatus::kFrame) {
    ASSERT_LT(tick, 100u);
    clock_.set_ms(5000 + static_cast<int>(tick));
    send(tick++);
    serve();
  }
  // The first picture's middle is 10 ms after the world's start, at 100 Hz.
  EXPECT_EQ(frame.capture_time, at_ms(5010));
}

TEST_F(HilPlantTest, RobotThatIsPutBackStandsAtItsStart) {
  plant_.release();
  const double start = joint();
  for (std::uint32_t tick = 0; tick < 100; ++tick) {
    send(tick, 16'000, true);
    serve();
  }
  ASSERT_NE(joint(), start);
  plant_.put_back();
  EXPECT_EQ(joint(), start);
}

TEST_F(HilPlantTest, SaysWhatDisturbedIt) {
  EXPECT_EQ(plant_.describe_disturbances(), "");
  plant_.release();
  send(10);
  serve();
  send(12);
  serve();
  send(0, 0, false, 2);
  serve();
  const std::string text = plant_.describe_disturbances();
  EXPECT_NE(text.find("1 restarts of the board"), std::string::npos) << text;
  EXPECT_NE(text.find("1 ticks that the board left out"), std::string::npos) << text;
}

TEST_F(HilPlantTest, FramesForAnotherRobotAreRefused) {
  ff_drive_frame frame{};
  std::array<std::uint8_t, FF_MAX_INSTRUMENT_FRAME_SIZE> bytes{};
  const std::size_t size = ff_encode_drive_frame(&frame, 3, bytes.data());
  ASSERT_EQ(terminal_.write({bytes.data(), size}), size);
  EXPECT_TRUE(serve().empty());
  EXPECT_EQ(plant_.frames(), 0u);
  EXPECT_NE(plant_.describe_disturbances(), "");
}

}  // namespace
}  // namespace freefloat
