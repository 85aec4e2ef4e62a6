#include "app/commands/take_views.h"

#include <algorithm>
#include <stdexcept>

#include "app/command_line/find_testbed.h"
#include "calibration/watch_camera.h"
#include "config/load/load_testbed.h"
#include "hal/device_camera.h"
#include "hal/make/make_camera.h"
#include "hal/make/make_hal.h"
#include "hal/monotonic_clock.h"

namespace freefloat {

namespace {

bool is_device(const std::string& source) {
  const bool numbered = !source.empty() && source.find_first_not_of("0123456789") == std::string::npos;
  return numbered || source.starts_with("/dev/");
}

bool is_testbed(const std::string& source) {
  return source.ends_with(".yaml") || source.ends_with(".yml");
}

std::string complaints_of(const Camera& camera) {
  const auto* device = dynamic_cast<const DeviceCamera*>(&camera);
  return device == nullptr ? std::string() : describe_complaints(device->health());
}

/// @return A camera of the operating system as it is: no file says its size or rate.
Hal open_device(const std::string& path) {
  struct Parts {
    MonotonicClock clock;
    std::unique_ptr<Camera> camera;
  };
  MarkerSourceConfig source;
  source.source = MarkerSource::kDevice;
  source.path = path;
  CameraParameters as_it_is;
  as_it_is.width = as_it_is.height = 0;
  as_it_is.rate = 0.0;
  as_it_is.exposure = {};
  auto parts = std::make_shared<Parts>();
  parts->camera = make_camera(source, as_it_is, parts->clock);
  Hal hal;
  hal.clock = &parts->clock;
  hal.camera = parts->camera.get();
  hal.owner = std::move(parts);
  return hal;
}

/// @return The camera that a run in this testbed would see by, with its settings.
Hal open_testbed_camera(const std::string& path, std::string& name) {
  const LoadedTestbed testbed = load_testbed(path);
  const auto& camera = testbed.file.hardware.camera;
  if (!camera || (camera->source != MarkerSource::kDevice && camera->source != MarkerSource::kGenicam)) {
    throw std::runtime_error(
        path +
        ": this testbed has no camera before which a board could be held; name one under "
        "hardware.camera (source: genicam or device), or give pictures");
  }
  name = camera->path;
  return make_camera_alone(
      {testbed.file.hardware, testbed.file.sim, testbed.robot, testbed.table, testbed.camera});
}

void watch(const std::string& source, const BoardLayout& layout, const std::atomic<bool>& stop,
           PictureSearch& result, const SearchNews& news) {
  std::string name = source;
  const Hal hal = is_device(source) ? open_device(source) : open_testbed_camera(source, name);
  watch_camera({name, *hal.camera, *hal.clock, [&] { return complaints_of(*hal.camera); }}, layout, stop,
               result, news);
}

}  // namespace

PictureSearch take_views(const std::vector<std::string>& sources, const BoardLayout& layout,
                         const std::atomic<bool>& stop, const SearchNews& news) {
  PictureSearch result;
  for (const std::string& source : sources) {
    if (is_device(source) || is_testbed(source)) {
      watch(source, layout, stop, result, news);
    } else {
      search_pictures(source, layout, stop, result, news);
    }
    if (stop) break;
  }
  return result;
}

}  // namespace freefloat
