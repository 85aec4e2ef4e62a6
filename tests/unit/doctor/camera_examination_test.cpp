// What the doctor says of a camera: the emulated one, healthy and with the defects of real ones.
#include "doctor/camera_examination.h"

#include <gmock/gmock.h>

#include "hal/aravis/genicam_camera.h"
#include "unit/hal_aravis/stand_in_world.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing_support::StandInWorld;

/// Lets time go on, unevenly as on a busy PC, before each look at the camera.
class BusyReader final : public DeviceCamera {
 public:
  BusyReader(DeviceCamera& camera, VirtualClock& clock) : camera_(camera), clock_(clock) {}

  ReadStatus read(CameraPicture& picture) override {
    constexpr int kSteps[] = {10'000, 11'300, 8'900, 10'400, 9'400};  // us
    clock_.sleep_until(clock_.now() + std::chrono::microseconds(kSteps[count_++ % 5]));
    return camera_.read(picture);
  }
  CameraHealth health() const override { return camera_.health(); }

 private:
  DeviceCamera& camera_;
  VirtualClock& clock_;
  std::size_t count_ = 0;
};

std::vector<Finding> findings_of(const EmulatedCameraConfig& emulated) {
  VirtualClock clock;
  StandInWorld world(clock);
  DeviceCameraConfig config;
  config.path = "emulated";
  config.width = StandInWorld::kWidth;
  config.height = StandInWorld::kHeight;
  config.rate = 100.0;
  config.exposure = StandInWorld::kExposure;
  GenicamCamera camera(config, clock, {.config = emulated, .world = &world, .lockstep = true});
  BusyReader reader(camera, clock);
  CameraExamination found = examine_camera(reader, clock, std::chrono::seconds(3), false);
  found.name = config.path;
  return judge_camera(found);
}

EmulatedCameraConfig with_defect(CameraDefect defect, double end_s) {
  EmulatedCameraConfig emulated;
  emulated.defects = {{defect, Time{} + from_seconds(1.0), Time{} + from_seconds(end_s)}};
  return emulated;
}

auto finding(Grade grade, const char* words) {
  return AllOf(Field(&Finding::grade, grade), Field(&Finding::text, HasSubstr(words)));
}

TEST(CameraExamination, SaysHowAHealthyCameraIsSet) {
  const std::vector<Finding> findings = findings_of({});
  EXPECT_THAT(findings, Each(Field(&Finding::grade, Grade::kGood)));
  EXPECT_THAT(findings, Contains(finding(Grade::kGood, "Aravis Fake")));
  EXPECT_THAT(findings, Contains(finding(Grade::kGood, "exposure_ms 2, rate_hz 100")));
  EXPECT_THAT(findings, Contains(finding(Grade::kGood, "which was asked for its time")));
}

TEST(CameraExamination, NamesDroppedPictures) {
  EXPECT_THAT(findings_of(with_defect(CameraDefect::kPicturesLost, 2.0)),
              Contains(finding(Grade::kWarning, "dropped on the way")));
}

TEST(CameraExamination, NamesWrongSizesAndFormats) {
  EXPECT_THAT(findings_of(with_defect(CameraDefect::kOtherSize, 2.0)),
              Contains(finding(Grade::kWarning, "32x48, the camera file says 64x48")));
  EXPECT_THAT(findings_of(with_defect(CameraDefect::kColour, 2.0)),
              Contains(finding(Grade::kWarning, "grey is needed")));
}

TEST(CameraExamination, NamesStampsThatAreArrivalTimes) {
  EmulatedCameraConfig emulated;
  emulated.stamps = EmulatedStamps::kArrival;
  EXPECT_THAT(findings_of(emulated), Contains(finding(Grade::kWarning, "the time stamps are arrival times")));
  emulated.stamps = EmulatedStamps::kNone;
  EXPECT_THAT(findings_of(emulated), Contains(finding(Grade::kWarning, "carry no time stamp")));
}

TEST(CameraExamination, NamesACameraThatIsGone) {
  EXPECT_THAT(findings_of(with_defect(CameraDefect::kUnplugged, 9.0)),
              Contains(finding(Grade::kProblem, "the camera is gone")));
}

TEST(CameraExamination, NamesACameraThatCannotBeOpened) {
  HardwareConfig hardware;
  hardware.camera.emplace();
  hardware.camera->source = MarkerSource::kDevice;
  hardware.camera->path = "/dev/video987";
  const SimConfig sim;
  const RobotParameters robot;
  const TableParameters table;
  const CameraParameters camera;
  const CameraExamination found =
      examine_camera(HalConfig{hardware, sim, robot, table, camera}, std::chrono::seconds(1), false);
  EXPECT_THAT(judge_camera(found), Contains(finding(Grade::kProblem, "ls /dev/video*")));
}

}  // namespace
}  // namespace freefloat
