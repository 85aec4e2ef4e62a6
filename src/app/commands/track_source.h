#pragma once

#include <memory>
#include <string>

#include "app/command_line/find_testbed.h"
#include "hal/hil/networked_robot.h"
#include "hal/make/make_hal.h"
#include "hal/monotonic_clock.h"
#include "hal/opencv/opencv_camera.h"
#include "hal/virtual_clock.h"
#include "runtime/run_config.h"

namespace freefloat {

inline constexpr const char* kSimulated = "simulated";  // name of the camera over a plant

struct TrackArguments : ExperimentArguments {
  std::string pictures;
  std::string video;
  std::string device;
  bool camera = false;  ///< the testbed's own
  std::string board;    ///< where the simulated robot's listens
  std::string board_key;
  std::string publish;  ///< where a run listens
  std::string key;
  bool insecure = false;
  std::string overlay;
  double rate = 0.0;
  bool json = false;
};

/// Where the pictures come from, and what is to be said of it in the end.
struct TrackSource {
  VirtualClock recorded_time;  // recordings carry their own time,
  MonotonicClock real_time;    // but where they are published
  std::unique_ptr<OpenCvCamera> recording;
  std::unique_ptr<Camera> paced;
  Hal hal;
  std::unique_ptr<NetworkedRobot> robot;
  Camera* camera = nullptr;
  Clock* clock = nullptr;  ///< of the pictures' times
  std::string name;

  /// @return What is wrong with the camera; empty: nothing.
  std::string complaints() const;
};

/// Opens what the arguments name: recorded pictures, a camera, or the simulated robot's.
/// @throws HalError What is missing.
std::unique_ptr<TrackSource> open_source(const TrackArguments& arguments, const RunConfig& config);

}  // namespace freefloat
