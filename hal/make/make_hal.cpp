#include "hal/make/make_hal.h"

#include "hal/hal_error.h"
#include "hal/hil/hil_testbed.h"
#include "hal/make/make_link.h"
#include "hal/monotonic_clock.h"
#include "hal/opencv/opencv_camera.h"
#include "hal/serial/emulated_port.h"
#include "hal/sim/real_time_testbed.h"
#include "hal/sim/sim_testbed.h"
#include "hal/udp/marker_stream.h"

namespace freefloat {

namespace {

/// A simulated robot, seen by its simulated camera.
template <class Testbed>
void connect_simulation(Hal& hal, Testbed& testbed, bool render) {
  hal.clock = &testbed;
  hal.truth = &testbed;
  if (render) {
    hal.camera = &testbed;
  } else {
    hal.marker_sensor = &testbed;
  }
}

Hal make_simulation(const HalConfig& config) {
  Hal hal;
  if (config.sim.pace == SimPace::kRealTime) {
    auto testbed = std::make_shared<RealTimeTestbed>(config.sim, config.robot, config.table, config.camera);
    connect_simulation(hal, *testbed, config.sim.imaging.render);
    hal.link = testbed.get();
    hal.arrange = [at = testbed.get()](const Arrangement& wanted) { at->arrange(wanted); };
    hal.owner = std::move(testbed);
  } else {
    auto testbed = std::make_shared<SimTestbed>(config.sim, config.robot, config.table, config.camera);
    connect_simulation(hal, *testbed, config.sim.imaging.render);
    hal.link = &testbed->link();
    hal.arrange = [at = testbed.get()](const Arrangement& wanted) { at->arrange(wanted); };
    hal.owner = std::move(testbed);
    hal.lockstep = true;
  }
  return hal;
}

/// A real board that drives a simulated robot.
struct HilParts {
  std::unique_ptr<JointLink> link;
  HilTestbed testbed;
};

/// Adds to what `open` throws where a board can be had.
template <class Open>
auto open_for_hil(Open&& open) {
  try {
    return open();
  } catch (const HalError& error) {
    throw HalError(std::string(error.what()) +
                   "; for an emulated board start tools/board_emulator first, or use tools/run --hil");
  }
}

Hal make_hil(const HalConfig& config) {
  const HilPlantConfig& plant = *config.hardware.plant;
  auto parts = open_for_hil([&] {
    const SerialPortConfig port{.path = find_serial_port(plant.instrument_port, "instrument"),
                                .baud_rate = plant.baud_rate};
    std::unique_ptr<JointLink> link = make_link(*config.hardware.link, config.robot.joint_count());
    return std::shared_ptr<HilParts>(
        new HilParts{std::move(link), {config.sim, config.robot, config.table, config.camera, port}});
  });
  Hal hal;
  connect_simulation(hal, parts->testbed, config.sim.imaging.render);
  hal.link = parts->link.get();
  hal.describe_disturbances = [testbed = &parts->testbed] { return testbed->describe_disturbances(); };
  hal.owner = std::move(parts);
  return hal;
}

OpenCvCameraConfig make_camera_config(const MarkerSourceConfig& source, const CameraParameters& camera) {
  OpenCvCameraConfig config;
  config.source = source.source;
  config.path = source.path;
  config.width = camera.width;
  config.height = camera.height;
  config.rate = source.source == MarkerSource::kVideo ? 0.0 : camera.rate;  // a video says its own
  config.exposure = camera.exposure;
  config.transfer = source.transfer;
  config.paced = true;
  return config;
}

/// LEDs of robot and target.
int count_markers(const HalConfig& config) {
  const TargetParameters& target = config.sim.target;
  const std::size_t of_target = target.mount == TargetMount::kNone ? 0 : target.markers.size();
  return static_cast<int>(config.robot.markers.size() + of_target);
}

/// Nothing is simulated here, or it is in another process.
struct RealParts {
  MonotonicClock clock;
  std::unique_ptr<JointLink> link;
  std::unique_ptr<Camera> camera;
  std::unique_ptr<MarkerReceiver> markers;
};

Hal make_real(const HalConfig& config) {
  const HardwareConfig& hardware = config.hardware;
  auto parts = std::make_shared<RealParts>();
  parts->link = make_link(*hardware.link, config.robot.joint_count());
  Hal hal;
  hal.clock = &parts->clock;
  if (hardware.plant || hardware.camera->source == MarkerSource::kMarkers) {
    const std::string& address = hardware.plant ? hardware.plant->markers_to : hardware.camera->listen;
    parts->markers = std::make_unique<MarkerReceiver>(address, count_markers(config), parts->clock);
    hal.marker_sensor = parts->markers.get();
    hal.describe_disturbances = [markers = parts->markers.get()] { return markers->describe_refusals(); };
  } else {
    const OpenCvCameraConfig camera = make_camera_config(*hardware.camera, config.camera);
    parts->camera = std::make_unique<OpenCvCamera>(camera, parts->clock);
    hal.camera = parts->camera.get();
  }
  hal.link = parts->link.get();
  hal.owner = std::move(parts);
  return hal;
}

}  // namespace

Hal make_hal(const HalConfig& config) {
  if (!config.hardware.link) return make_simulation(config);
  const bool plant_inside = config.hardware.plant && config.hardware.plant->markers_to.empty();
  Hal hal = plant_inside ? make_hil(config) : make_real(config);
  hal.real_board = true;
  return hal;
}

}  // namespace freefloat
