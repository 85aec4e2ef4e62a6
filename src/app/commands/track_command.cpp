#include <filesystem>
#include <iostream>

#include "app/command_line/find_testbed.h"
#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/track_output.h"
#include "config/load/load_experiment.h"
#include "hal/device_camera.h"
#include "hal/hal_error.h"
#include "hal/hil/networked_robot.h"
#include "hal/link_key.h"
#include "hal/make/make_hal.h"
#include "hal/monotonic_clock.h"
#include "hal/opencv/opencv_camera.h"
#include "hal/opencv/picture_times.h"
#include "hal/udp/marker_publisher.h"
#include "hal/virtual_clock.h"
#include "runtime/marker_input.h"
#include "runtime/real_time.h"
#include "runtime/track_markers.h"
#include "vision/draw_markers.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSimulated = "simulated";  // name of the camera over a plant

struct TrackArguments {
  std::string experiment;
  std::string pictures;
  std::string video;
  std::string device;
  bool camera = false;  ///< the testbed's own
  std::string testbed;
  std::string board;  ///< where the simulated robot's listens
  std::string board_key;
  std::string publish;  ///< where a run listens
  std::string key;
  bool insecure = false;
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
        "600 "
        "FILE), or --insecure: anybody may then command it");
  }
  SimConfig sim = config.sim;
  sim.imaging.render = true;
  return std::make_unique<NetworkedRobot>(sim, config.controller.robot, config.controller.table,
                                          config.camera, arguments.board,
                                          read_optional_key(arguments.board_key));
}

/// Where the pictures come from, and what is to be said of it in the end.
struct TrackSource {
  VirtualClock recorded_time;  // recordings carry their own time,
  MonotonicClock real_time;    // but where they are published
  std::unique_ptr<OpenCvCamera> recording;
  std::unique_ptr<WaitingCamera> paced;
  Hal hal;
  std::unique_ptr<NetworkedRobot> robot;
  Camera* camera = nullptr;
  Clock* clock = nullptr;  ///< of the pictures' times
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

RunConfig load(const TrackArguments& arguments) {
  std::vector<std::string> overrides = arguments.settings;
  if (!arguments.testbed.empty())
    overrides.push_back("testbed=" + find_testbed(arguments.testbed, arguments.experiment));
  return load_experiment(arguments.experiment, overrides);
}

/// @return What sends the LEDs to a run; nothing where nobody wants that.
std::optional<MarkerPublisher> open_publisher(const TrackArguments& arguments, Clock& clock) {
  if (arguments.publish.empty()) return std::nullopt;
  if (arguments.key.empty() != arguments.insecure) {
    throw HalError(
        arguments.insecure
            ? "--insecure wants no --key"
            : "--publish needs --key FILE, which the run has too (openssl rand -hex 32 > FILE; "
              "chmod 600 FILE), or --insecure: anybody on the network may then say where the robot is");
  }
  if (arguments.insecure)
    say_warning("markers are not authenticated (--insecure): anybody may send others in their place");
  return std::optional<MarkerPublisher>(std::in_place, arguments.publish, read_optional_key(arguments.key),
                                        clock);
}

/// Says when a run begins or ends to listen.
class Audience {
 public:
  void look(const MarkerPublisher& publisher) {
    if (publisher.is_heard() == heard_) return;
    heard_ = !heard_;
    std::cout << (heard_ ? "a run listens\n" : "the run is gone\n") << std::flush;
  }

 private:
  bool heard_ = false;
};

bool track(const TrackArguments& arguments) {
  const RunConfig config = load(arguments);
  VisionPipeline vision = make_vision(config, false);
  const std::vector<std::string> names = marker_names(config);

  const std::unique_ptr<TrackSource> source = open_source(arguments, config);
  if (!arguments.overlay.empty()) make_folder(arguments.overlay);

  auto publisher = open_publisher(arguments, *source->clock);
  if (publisher) {
    // A simulated camera costs more than all vision, and the board that it looks at must not wait for it.
    if (source->name != kSimulated) enter_real_time();
    std::cout << "markers of '" << source->name << "' to " << arguments.publish << "\n" << std::flush;
  }

  const StopRequest stop;
  TrackOutput output(std::cout, arguments.json, names);
  Audience audience;
  std::string drawing_problem;
  const auto show = [&](const CameraPicture& picture, const MarkerFrame& frame) {
    if (publisher) {
      publisher->send(frame);
      if (!arguments.json) audience.look(*publisher);
    }
    if (publisher && !arguments.json) {
      output.count(frame, vision.reasons());
    } else {
      output.show(frame, vision.reasons());
    }
    if (arguments.overlay.empty()) return true;
    const std::string path = (fs::path(arguments.overlay) / picture_file_name(frame.sequence)).string();
    if (!draw_markers(path, picture.image, frame, vision, names)) drawing_problem = path;
    return drawing_problem.empty();
  };
  // Which LED is which, lengths alone do not always tell; the run's servo boards know the joints.
  constexpr double kToldJointSigma = 0.05;  // rad: they turn on while a question is under way
  const auto told = [&](MarkerPrediction& prediction) {
    if (!publisher) return;
    prediction.joints = publisher->joints();
    prediction.joint_sigma = kToldJointSigma;
  };
  const TrackSummary summary = track_markers(*source->camera, vision, show, stop.flag(), told);
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
      "         freefloat track configs/experiments/standing_target.yaml --camera --publish 10.0.0.2:7002 "
      "--key "
      "markers.key\n"
      "The last sends the LEDs to `freefloat run` on another computer, whose testbed says `camera: {source: "
      "markers,\n"
      "listen: \"10.0.0.2:7002\", key_file: markers.key}`.\n"
      "Times come from times.csv in the folder, from the video, or else from the rate. Ctrl-C ends with the "
      "summary.");
  command.add_file("EXPERIMENT.yaml", arguments.experiment,
                   "camera, LEDs of robot and target, and vision settings are taken from it");
  Command source = command.add_choice("Source", "where the pictures come from; one of");
  source.add_option("--pictures", arguments.pictures, "folder of pictures, in the order of their names");
  source.add_option("--video", arguments.video, "video file");
  source.add_option("--device", arguments.device, "camera of this PC: N for /dev/videoN, or a path");
  source.add_flag("--camera", arguments.camera, "the camera that the testbed names under hardware.camera");
  source.add_option(
      "--board", arguments.board,
      "no camera, but the simulated robot and its camera in real time: its servo board listens at HOST:PORT");
  command.add_option("--board-key", arguments.board_key, "file of 64 hex digits that the run's link has too");
  command
      .add_option("--testbed", arguments.testbed,
                  "testbed file, or its name in testbeds/, instead of the experiment's")
      .configuration_file();
  command.add_option("--publish", arguments.publish,
                     "send the LEDs to a run that listens at HOST:PORT; PORT alone: on this computer");
  command.add_option("--key", arguments.key,
                     "file of 64 hex digits that the run has too: the LEDs are authenticated");
  command.add_flag("--insecure", arguments.insecure, "publish without a key");
  command
      .add_option("--rate-hz", arguments.rate,
                  "pictures a second, instead of the camera file's or the video's")
      .positive();
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's, e.g. vision.threshold=25");
  command.add_option("--overlay", arguments.overlay, "draw what was found into PNGs in this folder");
  command.add_flag("--json", arguments.json, "one JSON object a line: each picture, then the summary");
}

}  // namespace freefloat
