#include "app/commands/track_source.h"

#include "hal/device_camera.h"
#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/make/make_hal.h"

namespace freefloat {

namespace {

OpenCvCameraConfig recording(const TrackArguments& arguments, const CameraParameters& camera) {
  OpenCvCameraConfig config;
  config.width = camera.width;
  config.height = camera.height;
  config.exposure = camera.exposure;
  config.rate = camera.rate;
  if (!arguments.pictures.empty()) {
    config.source = MarkerSource::kFolder;
    config.path = arguments.pictures;
  } else {
    config.source = MarkerSource::kVideo;
    config.path = arguments.video;
    config.rate = 0.0;  // the file's own
  }
  if (arguments.rate > 0.0) config.rate = arguments.rate;
  config.paced = !arguments.publish.empty();  // a run wants pictures when they would have come
  return config;
}

/// The camera that the arguments name, else the testbed's own. It is opened without link and board.
Hal open_camera(const TrackArguments& arguments, const RunConfig& config) {
  HardwareConfig hardware = config.hardware;
  if (!arguments.device.empty()) {
    hardware.camera.emplace();
    hardware.camera->path = arguments.device;
  }
  const bool of_plant = hardware.plant && !hardware.camera;  // the simulated one behind a board
  if (!of_plant && (!hardware.camera || hardware.camera->tells_markers())) {
    throw HalError("testbed '" + config.testbed_name +
                   "' has no camera that gives pictures; name one under hardware.camera, or with --device");
  }
  CameraParameters camera = config.camera;
  if (arguments.rate > 0.0) camera.rate = arguments.rate;
  return make_camera_alone({hardware, config.sim, config.controller.robot, config.controller.table, camera});
}

/// A recording whose pictures come when they were taken: waits for them as a camera does.
class WaitingCamera final : public Camera {
 public:
  WaitingCamera(Camera& recording, Clock& clock) : recording_(recording), clock_(clock) {}

  ReadStatus read(CameraPicture& picture) override {
    constexpr Duration kLongestWait = std::chrono::milliseconds(100);
    constexpr Duration kPause = std::chrono::microseconds(500);
    const Time end = clock_.now() + kLongestWait;
    ReadStatus status = recording_.read(picture);
    while (status == ReadStatus::kNone && clock_.now() < end) {
      clock_.sleep_until(clock_.now() + kPause);
      status = recording_.read(picture);
    }
    return status;
  }

 private:
  Camera& recording_;
  Clock& clock_;
};

/// The simulated robot and its camera, in place of real ones that others command by the network.
std::unique_ptr<NetworkedRobot> open_robot(const TrackArguments& arguments, const RunConfig& config) {
  if (arguments.board_key.empty() && !arguments.insecure) {
    throw HalError(
        "--board needs --board-key FILE, which the run's link has too (openssl rand -hex 32 > FILE; chmod "
        "600 FILE), or --insecure: anybody may then command it");
  }
  SimConfig sim = config.sim;
  sim.imaging.render = true;
  return std::make_unique<NetworkedRobot>(sim, config.controller.robot, config.controller.table,
                                          config.camera, arguments.board,
                                          read_optional_key(arguments.board_key));
}

}  // namespace

std::string TrackSource::complaints() const {
  if (recording) return recording->problem();
  const auto* device = dynamic_cast<const DeviceCamera*>(camera);
  return device == nullptr ? std::string() : describe_complaints(device->health());
}

std::unique_ptr<TrackSource> open_source(const TrackArguments& arguments, const RunConfig& config) {
  auto source = std::make_unique<TrackSource>();
  if (!arguments.board.empty()) {
    source->robot = open_robot(arguments, config);
    source->camera = source->robot.get();
    source->clock = source->robot.get();
    source->name = kSimulated;
  } else if (arguments.pictures.empty() && arguments.video.empty()) {
    source->hal = open_camera(arguments, config);
    source->camera = source->hal.camera;
    source->clock = source->hal.clock;
    source->name = !arguments.device.empty() ? arguments.device
                   : config.hardware.camera  ? config.hardware.camera->path
                                             : kSimulated;
  } else {
    source->clock = &source->recorded_time;
    if (!arguments.publish.empty()) source->clock = &source->real_time;
    source->recording = std::make_unique<OpenCvCamera>(recording(arguments, config.camera), *source->clock);
    source->camera = source->recording.get();
    if (!arguments.publish.empty()) {
      source->paced = std::make_unique<WaitingCamera>(*source->recording, *source->clock);
      source->camera = source->paced.get();
    }
  }
  return source;
}

}  // namespace freefloat
