#include <filesystem>
#include <iostream>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/track_output.h"
#include "config/load/load_experiment.h"
#include "hal/device_camera.h"
#include "hal/hal_error.h"
#include "hal/make/make_hal.h"
#include "hal/opencv/opencv_camera.h"
#include "hal/opencv/picture_times.h"
#include "hal/virtual_clock.h"
#include "runtime/marker_input.h"
#include "runtime/track_markers.h"
#include "vision/draw_markers.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

struct TrackArguments {
  std::string experiment;
  std::string pictures;
  std::string video;
  std::string device;
  bool camera = false;  ///< the testbed's own
  std::string overlay;
  std::vector<std::string> settings;
  double rate = 0.0;
  bool json = false;
};

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
  return config;
}

/// The camera that the arguments name, else the testbed's own. It is opened without link and board.
Hal open_camera(const TrackArguments& arguments, const RunConfig& config) {
  HardwareConfig hardware = config.hardware;
  if (!arguments.device.empty()) {
    hardware.camera.emplace();
    hardware.camera->path = arguments.device;
  }
  if (!hardware.camera || hardware.camera->tells_markers()) {
    throw HalError("testbed '" + config.testbed_name +
                   "' has no camera that gives pictures; name one under hardware.camera, or with --device");
  }
  CameraParameters camera = config.camera;
  if (arguments.rate > 0.0) camera.rate = arguments.rate;
  return make_camera_alone({hardware, config.sim, config.controller.robot, config.controller.table, camera});
}

/// Where the pictures come from, and what is to be said of it in the end.
struct TrackSource {
  VirtualClock recorded_time;  // recordings carry their own time
  std::unique_ptr<OpenCvCamera> recording;
  Hal hal;
  Camera* camera = nullptr;
  std::string name;

  /// @return What is wrong with the camera; empty: nothing.
  std::string complaints() const {
    if (recording) return recording->problem();
    const auto* device = dynamic_cast<const DeviceCamera*>(camera);
    return device == nullptr ? std::string() : describe_complaints(device->health());
  }
};

std::unique_ptr<TrackSource> open_source(const TrackArguments& arguments, const RunConfig& config) {
  auto source = std::make_unique<TrackSource>();
  if (arguments.pictures.empty() && arguments.video.empty()) {
    source->hal = open_camera(arguments, config);
    source->camera = source->hal.camera;
    source->name = arguments.device.empty() ? config.hardware.camera->path : arguments.device;
  } else {
    source->recording =
        std::make_unique<OpenCvCamera>(recording(arguments, config.camera), source->recorded_time);
    source->camera = source->recording.get();
  }
  return source;
}

/// Of the LEDs in the order of the scene; those of the target are numbered.
std::vector<std::string> marker_names(const RunConfig& config) {
  std::vector<std::string> names;
  for (const MarkerParameters& marker : config.controller.robot.markers) names.push_back(marker.name);
  const std::size_t target_count = config.sim.target.markers.size();
  for (std::size_t i = 1; i <= target_count; ++i) {
    names.push_back(target_count == 1 ? "target" : "target_" + std::to_string(i));
  }
  return names;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw HalError("folder '" + folder + "' cannot be made: " + error.message());
}

bool track(const TrackArguments& arguments) {
  const RunConfig config = load_experiment(arguments.experiment, arguments.settings);
  VisionPipeline vision = make_vision(config, false);
  const std::vector<std::string> names = marker_names(config);

  const std::unique_ptr<TrackSource> source = open_source(arguments, config);
  if (!arguments.overlay.empty()) make_folder(arguments.overlay);

  const StopRequest stop;
  TrackOutput output(std::cout, arguments.json, names);
  std::string drawing_problem;
  const auto show = [&](const CameraPicture& picture, const MarkerFrame& frame) {
    output.show(frame, vision.reasons());
    if (arguments.overlay.empty()) return true;
    const std::string path = (fs::path(arguments.overlay) / picture_file_name(frame.sequence)).string();
    if (!draw_markers(path, picture.image, frame, vision, names)) drawing_problem = path;
    return drawing_problem.empty();
  };
  const TrackSummary summary = track_markers(*source->camera, vision, show, stop.flag());
  output.show(summary);

  if (!drawing_problem.empty())
    throw HalError("'" + drawing_problem + "' cannot be written; is the disk full?");
  const std::string complaints = source->complaints();
  if (summary.end == ReadStatus::kFailed) throw HalError(complaints);
  if (summary.end == ReadStatus::kNone && !stop) {
    throw HalError("camera '" + source->name + "' has given no picture for five seconds" +
                   (complaints.empty() ? "" : ": " + complaints));
  }
  if (!complaints.empty()) say_warning(complaints);
  return true;
}

}  // namespace

void add_track_command(Command& program) {
  auto [command, arguments] =
      program.add_subcommand("track", "Find the LEDs in recorded pictures or before a real camera", track);
  command.footer(
      "Example: freefloat run configs/experiments/standing_target.yaml --save-pictures pictures\n"
      "         freefloat track configs/experiments/standing_target.yaml --pictures pictures --overlay "
      "drawn\n"
      "Times come from times.csv in the folder, from the video, or else from the rate. Ctrl-C ends with the "
      "summary.");
  command.add_file("EXPERIMENT.yaml", arguments.experiment,
                   "camera, LEDs of robot and target, and vision settings are taken from it");
  Command source = command.add_choice("Source", "where the pictures come from; one of");
  source.add_option("--pictures", arguments.pictures, "folder of pictures, in the order of their names");
  source.add_option("--video", arguments.video, "video file");
  source.add_option("--device", arguments.device, "camera of this PC: N for /dev/videoN, or a path");
  source.add_flag("--camera", arguments.camera, "the camera that the testbed names under hardware.camera");
  command
      .add_option("--rate-hz", arguments.rate,
                  "pictures a second, instead of the camera file's or the video's")
      .positive();
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's, e.g. vision.threshold=25");
  command.add_option("--overlay", arguments.overlay, "draw what was found into PNGs in this folder");
  command.add_flag("--json", arguments.json, "one JSON object a line: each picture, then the summary");
}

}  // namespace freefloat
