// What the doctor says of emulated servos, each with one defect.

#include "doctor/servo_examination.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hal/dynamixel/dynamixel_link.h"
#include "hal/emulated_servos/emulated_dynamixel_bus.h"
#include "hal/emulated_servos/emulated_odrive.h"
#include "hal/odrive/odrive_link.h"
#include "unit/hal_sim/testbed_cases.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

ServoLinkConfig two_servos(const TestbedCase& setup, const std::vector<ServoJoint>& joints) {
  ServoLinkConfig config;
  config.joints = joints;
  for (const JointLimits& limit : setup.robot.joint_limits)
    config.limits.push_back({limit.min, limit.max, limit.max_rate});
  config.time_to_live = std::chrono::milliseconds(60);
  config.latency = setup.config.link.latency;
  return config;
}

/// A clock that somebody looks on at whenever it has passed some time.
class WatchedClock final : public Clock {
 public:
  WatchedClock(Clock& clock, std::function<void()> watch) : clock_(clock), watch_(std::move(watch)) {}

  Time now() override { return clock_.now(); }
  void sleep_until(Time time) override {
    clock_.sleep_until(time);
    watch_();
  }

 private:
  Clock& clock_;
  std::function<void()> watch_;
};

/// @param spoil Before they are set up. @param later After that. @param meanwhile In each cycle of the
/// asking.
template <class Device, class Link, class Config>
Finding examine(const TestbedCase& setup, std::unique_ptr<Device> made, Config config,
                const std::function<void(Device&)>& spoil, const std::function<void(Device&)>& later,
                const std::function<void(Device&)>& meanwhile) {
  Device& device = *made;
  spoil(device);
  config.while_waiting = [&device] { device.serve_alone(); };
  SimTestbed testbed(setup.config, setup.robot, setup.table, setup.camera, std::move(made));
  const auto open = [&] {
    auto link = std::make_unique<Link>(config);
    later(device);
    return link;
  };
  WatchedClock clock(testbed, [&] { meanwhile(device); });
  const auto findings = examine_servos(open, clock);
  EXPECT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.at(0).subject, "servos");
  return findings.at(0);
}

template <class Device>
void leave(Device& /*device*/) {}

using OnBus = std::function<void(EmulatedDynamixelBus&)>;

Finding examine_dynamixels(const OnBus& spoil, const OnBus& later = leave<EmulatedDynamixelBus>,
                           const OnBus& meanwhile = leave<EmulatedDynamixelBus>) {
  const TestbedCase setup;
  const std::vector<ServoJoint> joints{{.id = 11}, {.id = 4}};
  auto bus = std::make_unique<EmulatedDynamixelBus>(setup.config, setup.robot,
                                                    *find_dynamixel_model(std::string_view("XM430-W350")),
                                                    joints, std::nullopt, 1000000);
  DynamixelLinkConfig config;
  config.port = {.path = bus->path(), .baud_rate = 1000000};
  config.servos = two_servos(setup, joints);
  return examine<EmulatedDynamixelBus, DynamixelLink>(setup, std::move(bus), config, spoil, later, meanwhile);
}

/// The second joint's servo shows this whatever it is told.
Finding examine_stuck(DynamixelItem item, std::uint32_t value) {
  return examine_dynamixels([&](EmulatedDynamixelBus& bus) { bus.servos()[1].stick(item, value); });
}

const DynamixelSeries& x_series() {
  return *find_dynamixel_model(std::string_view("XM430-W350"))->series;
}

TEST(ServoExamination, SoundDynamixelsAreGoodAndStayWithoutTorque) {
  bool torque = false;
  const Finding found = examine_dynamixels(
      leave<EmulatedDynamixelBus>, leave<EmulatedDynamixelBus>, [&](EmulatedDynamixelBus& bus) {
        torque = torque || bus.servos()[0].has_torque() || bus.servos()[1].has_torque();
      });
  EXPECT_EQ(found.grade, Grade::kGood);
  EXPECT_THAT(found.text, HasSubstr("joint 2: XM430-W350 with ID 4, firmware 46"));
  EXPECT_FALSE(torque);
}

TEST(ServoExamination, NamesTheDynamixelThatDoesNotAnswer) {
  const Finding found = examine_dynamixels([](EmulatedDynamixelBus& bus) { bus.servos()[1].mute(); });
  EXPECT_EQ(found.grade, Grade::kProblem);
  EXPECT_EQ(found.text, "joint 2 (servo 4): does not answer: check its ID, its power and the baud rate");
}

TEST(ServoExamination, NamesWhatADynamixelDoesNotTake) {
  const std::string who = "joint 2 (servo 4, XM430-W350): ";
  EXPECT_THAT(examine_stuck(kOperatingMode, 3).text, HasSubstr(who + "operating mode: told 1, it keeps 3"));
  EXPECT_THAT(examine_stuck(kDriveMode, 1).text, HasSubstr(who + "drive mode: told 0, it keeps 1"));
  EXPECT_THAT(examine_stuck(kVelocityLimit, 9).text, HasSubstr(who + "velocity limit: told"));
  const Finding old = examine_stuck(x_series().bus_watchdog, 0);
  EXPECT_EQ(old.grade, Grade::kProblem);
  EXPECT_THAT(old.text, HasSubstr(who + "bus watchdog: told 3, it keeps 0"));
  EXPECT_THAT(old.text, HasSubstr("firmware 46 lacks it"));
}

TEST(ServoExamination, TellsAnErrorThatADynamixelHadBefore) {
  const Finding found = examine_dynamixels([](EmulatedDynamixelBus& bus) { bus.servos()[1].fail(1u << 5); });
  EXPECT_EQ(found.grade, Grade::kProblem);
  EXPECT_THAT(found.text, HasSubstr("joint 2's servo: overloaded"));
  EXPECT_THAT(found.remedy, HasSubstr("clear the fault"));
}

TEST(ServoExamination, DynamixelsThatFallSilentAfterwardsAreAProblem) {
  const Finding found = examine_dynamixels(leave<EmulatedDynamixelBus>, [](EmulatedDynamixelBus& bus) {
    for (EmulatedDynamixel& servo : bus.servos()) servo.mute();
  });
  EXPECT_EQ(found.grade, Grade::kProblem);
  EXPECT_THAT(found.text, HasSubstr("answered nothing"));
}

using OnBoards = std::function<void(EmulatedOdrives&)>;

Finding examine_odrives(const OnBoards& spoil, const OnBoards& later = leave<EmulatedOdrives>,
                        const OnBoards& meanwhile = leave<EmulatedOdrives>) {
  const TestbedCase setup;
  const std::vector<ServoJoint> joints{{.id = 0, .gear_ratio = 20.0}, {.id = 1, .gear_ratio = 20.0}};
  auto odrives = std::make_unique<EmulatedOdrives>(setup.config, setup.robot, joints, std::nullopt, 921600);
  OdriveLinkConfig config;
  for (const std::string& path : odrives->paths())
    config.ports.push_back({.path = path, .baud_rate = 921600});
  config.servos = two_servos(setup, joints);
  return examine<EmulatedOdrives, OdriveLink>(setup, std::move(odrives), config, spoil, later, meanwhile);
}

TEST(ServoExamination, SoundOdrivesAreGoodAndStayUndriven) {
  bool driven = false;
  const Finding found =
      examine_odrives(leave<EmulatedOdrives>, leave<EmulatedOdrives>,
                      [&](EmulatedOdrives& boards) { driven = driven || boards.axis(0).is_driven(); });
  EXPECT_EQ(found.grade, Grade::kGood);
  EXPECT_THAT(found.text, HasSubstr("1 ODrive, joint 1: axis 0, joint 2: axis 1, watchdog 60 ms"));
  EXPECT_FALSE(driven);
}

TEST(ServoExamination, SilentOdriveIsAskedForPortFirmwareAndBaudRate) {
  const Finding found = examine_odrives([](EmulatedOdrives& boards) { boards.mute(); });
  EXPECT_EQ(found.grade, Grade::kProblem);
  EXPECT_THAT(found.text, HasSubstr("check its port, its firmware (0.5) and its baud rate"));
}

TEST(ServoExamination, NamesWhatAnOdriveDoesNotKnowOrTake) {
  const auto forgets = [](EmulatedOdrives& boards) { boards.axis(1).forget("config.watchdog_timeout"); };
  EXPECT_THAT(examine_odrives(forgets).text,
              HasSubstr("joint 2 (axis 1): axis1.config.watchdog_timeout: it says 'invalid property'; is its "
                        "firmware 0.5?"));
  const auto keeps = [](EmulatedOdrives& boards) { boards.axis(1).stick("controller.config.control_mode"); };
  EXPECT_THAT(examine_odrives(keeps).text, HasSubstr("control_mode: told 2, it keeps 3"));
}

TEST(ServoExamination, OdriveThatIsNotCalibratedIsNamedWithWhatToDo) {
  const Finding motor =
      examine_odrives([](EmulatedOdrives& boards) { boards.axis(1).lose_calibration(true); });
  EXPECT_EQ(motor.grade, Grade::kProblem);
  EXPECT_THAT(motor.text,
              HasSubstr("joint 2 (axis 1): its motor is not calibrated (axis1.motor.is_calibrated is 0)"));
  EXPECT_THAT(motor.text, HasSubstr("requested_state = 4"));
  const Finding encoder =
      examine_odrives([](EmulatedOdrives& boards) { boards.axis(0).lose_calibration(false); });
  EXPECT_EQ(encoder.grade, Grade::kProblem);
  EXPECT_THAT(encoder.text, HasSubstr("joint 1 (axis 0): its encoder is not ready"));
  EXPECT_THAT(encoder.text, HasSubstr("axis0.encoder.is_ready is 0"));
  const Finding other =
      examine_odrives([](EmulatedOdrives& boards) { boards.axis(0).forget("encoder.is_ready"); });
  EXPECT_THAT(other.text,
              HasSubstr("axis0.encoder.is_ready: it says 'invalid property'; is its firmware 0.5?"));
}

TEST(ServoExamination, TellsAnErrorThatAnOdriveHadBefore) {
  const auto found = [](std::uint32_t error) {
    return examine_odrives([error](EmulatedOdrives& boards) { boards.axis(1).fail(error); });
  };
  EXPECT_EQ(found(0x100).grade, Grade::kProblem);
  EXPECT_THAT(found(0x100).text, HasSubstr("joint 2's axis: encoder failed"));
  EXPECT_EQ(found(0x1).grade, Grade::kProblem);
  EXPECT_THAT(found(0x1).text, HasSubstr("joint 2's axis: a state that it cannot enter"));
}

}  // namespace
}  // namespace freefloat
