#include <filesystem>
#include <iostream>

#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/track_output.h"
#include "config/load/load_experiment.h"
#include "hal/hal_error.h"
#include "hal/monotonic_clock.h"
#include "hal/opencv/opencv_camera.h"
#include "hal/opencv/picture_times.h"
#include "hal/virtual_clock.h"
#include "runtime/marker_input.h"
#include "vision/draw_markers.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

struct TrackArguments {
  std::string experiment;
  std::string pictures;
  std::string video;
  std::string device;
  std::string overlay;
  std::vector<std::string> settings;
  double rate = 0.0;
  bool json = false;
};

OpenCvCameraConfig source_config(const TrackArguments& arguments, const CameraParameters& camera) {
  OpenCvCameraConfig config;
  config.width = camera.width;
  config.height = camera.height;
  config.exposure = camera.exposure;
  config.rate = camera.rate;
  if (!arguments.pictures.empty()) {
    config.source = MarkerSource::kFolder;
    config.path = arguments.pictures;
  } else if (!arguments.video.empty()) {
    config.source = MarkerSource::kVideo;
    config.path = arguments.video;
    config.rate = 0.0;  // the file's own
  } else {
    config.path = arguments.device;
  }
  if (arguments.rate > 0.0) config.rate = arguments.rate;
  return config;
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
  VisionPipeline vision = make_vision(config);
  const std::vector<std::string> names = marker_names(config);

  // Recordings carry their own time; only a camera shares this PC's.
  VirtualClock recorded_time;
  MonotonicClock real_time;
  Clock& clock = arguments.device.empty() ? static_cast<Clock&>(recorded_time) : real_time;
  OpenCvCamera camera(source_config(arguments, config.camera), clock);
  if (!arguments.overlay.empty()) make_folder(arguments.overlay);

  const StopRequest stop;
  TrackOutput output(std::cout, arguments.json, names);
  std::string drawing_problem;
  const auto show = [&](const CameraPicture& picture, const MarkerFrame& frame) {
    output.show(frame);
    if (arguments.overlay.empty()) return true;
    const std::string path = (fs::path(arguments.overlay) / picture_file_name(frame.sequence)).string();
    if (!draw_markers(path, picture.image, frame, vision, names)) drawing_problem = path;
    return drawing_problem.empty();
  };
  const TrackSummary summary = track_markers(camera, vision, show, stop.flag());
  output.show(summary);

  if (!drawing_problem.empty())
    throw HalError("'" + drawing_problem + "' cannot be written; is the disk full?");
  if (summary.end == ReadStatus::kFailed) throw HalError(camera.problem());
  if (summary.end == ReadStatus::kNone && !stop) {
    throw HalError("camera '" + arguments.device + "' has given no picture for five seconds");
  }
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
  source.add_option("--device", arguments.device, "camera: N for /dev/videoN, or a path");
  command
      .add_option("--rate-hz", arguments.rate,
                  "pictures a second, instead of the camera file's or the video's")
      .positive();
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's, e.g. vision.threshold=25");
  command.add_option("--overlay", arguments.overlay, "draw what was found into PNGs in this folder");
  command.add_flag("--json", arguments.json, "one JSON object a line: each picture, then the summary");
}

}  // namespace freefloat
