// A GigE Vision camera behind a network socket: Aravis's own, served by this process on the loopback.
#include <arv.h>
#include <gmock/gmock.h>

#include <thread>

#include "hal/aravis/genicam_camera.h"
#include "hal/aravis/gobject.h"
#include "hal/hal_error.h"
#include "hal/monotonic_clock.h"

namespace freefloat {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

using NetworkCamera = GObjectOwner<ArvGvFakeCamera>;

NetworkCamera plug_in() {
  return NetworkCamera(arv_gv_fake_camera_new("127.0.0.1", "FF01"));
}

/// The protocol has one port of a host, which another run of the tests may be using.
NetworkCamera plug_in_when_the_port_is_free() {
  constexpr int kMostTries = 600;
  for (int i = 0; i < kMostTries; ++i) {
    NetworkCamera camera = plug_in();
    if (camera && arv_gv_fake_camera_is_running(camera.get()) != FALSE) return camera;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return {};
}

/// Reads until `done`, at most a few hundred times. @return Whether it came to that.
template <class Done>
bool read_until(GenicamCamera& camera, const Done& done) {
  constexpr int kMostReads = 600;
  CameraPicture picture;
  for (int i = 0; i < kMostReads; ++i) {
    const ReadStatus status = camera.read(picture);
    if (done(status, picture)) return true;
  }
  return false;
}

// One case: the protocol has one port, and cases may run side by side.
TEST(GigeCamera, PicturesComeByTheNetworkAndAgainAfterTheCableWasOut) {
  NetworkCamera network_camera = plug_in_when_the_port_is_free();
  ASSERT_TRUE(network_camera)
      << "UDP port 3956 of 127.0.0.1 is taken: end the program that serves GigE Vision there";
  MonotonicClock clock;
  DeviceCameraConfig config;
  config.path = "127.0.0.1";
  config.width = 256;
  config.height = 128;
  config.rate = 50.0;
  config.exposure = std::chrono::milliseconds(2);
  config.settings.packet_size = 1200;
  GenicamCamera camera(config, clock);

  int count = 0;
  Time last{};
  std::uint64_t number = 0;
  EXPECT_TRUE(read_until(camera, [&](ReadStatus status, const CameraPicture& picture) {
    if (status != ReadStatus::kFrame) return false;
    EXPECT_EQ(picture.image.width, 256);
    EXPECT_GT(picture.capture_time, last);
    EXPECT_LT(picture.capture_time, clock.now());
    last = picture.capture_time;
    number = picture.sequence;
    return ++count == 30;
  }));
  CameraHealth health = camera.health();
  EXPECT_THAT(health.settings, Contains(AllOf(Field(&CameraSetting::name, "packet_size_bytes"),
                                              Field(&CameraSetting::got, "1200"))));
  EXPECT_THAT(health.name, HasSubstr("FF01"));
  EXPECT_EQ(health.stamps, StampSource::kCameraPictures);

  network_camera.reset();
  EXPECT_TRUE(
      read_until(camera, [&](ReadStatus, const CameraPicture&) { return !camera.health().connected; }));
  network_camera = plug_in();
  EXPECT_TRUE(read_until(
      camera, [](ReadStatus status, const CameraPicture&) { return status == ReadStatus::kFrame; }));
  CameraPicture picture;
  EXPECT_TRUE(read_until(camera, [&](ReadStatus status, const CameraPicture& newest) {
    return status == ReadStatus::kFrame && newest.sequence > number;
  }));
  EXPECT_EQ(camera.health().unplugged, 1U);
}

TEST(GigeCamera, ACameraThatDoesNotAnswerIsNamed) {
  MonotonicClock clock;
  DeviceCameraConfig config;
  config.path = "No-Such-Camera-1";
  try {
    GenicamCamera camera(config, clock);
    FAIL();
  } catch (const HalError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("No-Such-Camera-1"), HasSubstr("freefloat doctor")));
  }
}

}  // namespace
}  // namespace freefloat
