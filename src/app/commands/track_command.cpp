#include <filesystem>
#include <iostream>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/commands/track_source.h"
#include "app/output/track_output.h"
#include "config/load/load_experiment.h"
#include "hal/hal_error.h"
#include "hal/link_key.h"
#include "hal/opencv/picture_times.h"
#include "hal/udp/marker_publisher.h"
#include "runtime/marker_input.h"
#include "runtime/real_time.h"
#include "runtime/track_markers.h"
#include "vision/draw_markers.h"

namespace freefloat {

namespace {

namespace fs = std::filesystem;

/// Of the LEDs in the order of the scene; those of each target are numbered.
std::vector<std::string> marker_names(const RunConfig& config) {
  std::vector<std::string> names;
  for (const MarkerParameters& marker : config.controller.robot.markers) names.push_back(marker.name);
  const auto add = [&](const TargetParameters& target) {
    const std::string name = target.name.empty() ? "target" : target.name;
    for (std::size_t i = 1; i <= target.markers.size(); ++i)
      names.push_back(target.markers.size() == 1 ? name : name + "_" + std::to_string(i));
  };
  add(config.sim.target);
  for (const TargetParameters& target : config.sim.more_targets) add(target);
  return names;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw HalError("folder '" + folder + "' cannot be made: " + error.message());
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

bool track(const TrackArguments& arguments) {
  const RunConfig config = load_experiment(arguments.experiment, settings_over(arguments));
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
  bool heard = false;  // by a run
  std::string drawing_problem;
  const auto show = [&](const CameraPicture& picture, const MarkerFrame& frame) {
    if (publisher) {
      publisher->send(frame);
      if (!arguments.json && publisher->is_heard() != heard) {
        heard = !heard;
        std::cout << (heard ? "a run listens\n" : "the run is gone\n") << std::flush;
      }
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
      "--key markers.key\n"
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
  add_testbed_option(command, arguments);
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
