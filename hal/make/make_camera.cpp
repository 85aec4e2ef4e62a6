#include "hal/make/make_camera.h"

#include "hal/opencv/opencv_camera.h"
#include "hal/v4l2/v4l2_camera.h"
#include "vision/readout.h"

namespace freefloat {

namespace {

DeviceCameraConfig device_config(const MarkerSourceConfig& source, const CameraParameters& camera) {
  DeviceCameraConfig config;
  config.path = source.path;
  config.settings = source.settings;
  config.width = camera.width;
  config.height = camera.height;
  config.rate = camera.rate;
  config.exposure = camera.exposure;
  config.readout = from_seconds(readout_span(camera));
  config.transfer = source.transfer;
  return config;
}

OpenCvCameraConfig opencv_config(const MarkerSourceConfig& source, const CameraParameters& camera) {
  OpenCvCameraConfig config;
  config.source = source.source;
  config.path = source.path;
  config.width = camera.width;
  config.height = camera.height;
  config.rate = source.source == MarkerSource::kVideo ? 0.0 : camera.rate;  // a video says its own
  config.exposure = camera.exposure;
  config.paced = true;
  return config;
}

}  // namespace

std::unique_ptr<Camera> make_camera(const MarkerSourceConfig& source, const CameraParameters& camera,
                                    Clock& clock) {
  if (source.source == MarkerSource::kGenicam)
    return std::make_unique<GenicamCamera>(device_config(source, camera), clock);
  if (source.source == MarkerSource::kDevice)
    return std::make_unique<V4l2Camera>(device_config(source, camera), clock);
  return std::make_unique<OpenCvCamera>(opencv_config(source, camera), clock);
}

std::unique_ptr<DeviceCamera> make_emulated_camera(const MarkerSourceConfig& source,
                                                   const CameraParameters& camera, Clock& clock,
                                                   const CameraEmulation& emulation) {
  return std::make_unique<GenicamCamera>(device_config(source, camera), clock, emulation);
}

}  // namespace freefloat
