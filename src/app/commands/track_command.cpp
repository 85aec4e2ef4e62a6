#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
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
#include "vision/marker_motion.h"

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

constexpr int kColumn = 16;

double rate(std::uint64_t pictures, std::chrono::duration<double> time) {
  return time.count() > 0.0 ? static_cast<double>(pictures) / time.count() : 0.0;
}

double share(const TrackSummary& summary, std::size_t marker) {
  return summary.pictures == 0
             ? 0.0
             : static_cast<double>(summary.seen[marker]) / static_cast<double>(summary.pictures);
}

/// Writes what was found: a table for people, or one JSON object a line for programs.
class TrackOutput {
 public:
  /// @param names Of the LEDs, in the order of the scene.
  TrackOutput(std::ostream& out, bool json, std::vector<std::string> names)
      : out_(out), json_(json), names_(std::move(names)) {}

  /// One line. Positions in the table frame at the LED's own height, `sigma_mm` as root mean square over the
  /// two directions; LEDs not seen are null in JSON and a dash in the table.
  /// @param reasons Why LEDs are not seen.
  void show(const MarkerFrame& frame, const Reasons& reasons) {
    for (std::size_t m = 0; m < names_.size(); ++m) {
      if (!frame.markers[m].seen) ++unseen_[m][static_cast<std::size_t>(reasons[m])];
    }
    if (json_) {
      show_json_line(frame, reasons);
    } else {
      show_table_line(frame);
    }
  }

  /// Pictures, share of them in which each LED was seen, and speed.
  void show(const TrackSummary& summary) {
    const double overall = rate(summary.pictures, summary.total_time);
    const double vision = rate(summary.pictures, summary.vision_time);
    if (json_) {
      nlohmann::ordered_json answer{{"pictures", summary.pictures},
                                    {"pictures_per_second", overall},
                                    {"vision_pictures_per_second", vision}};
      answer["seen_share"] = nlohmann::ordered_json::object();
      for (std::size_t m = 0; m < names_.size(); ++m) answer["seen_share"][names_[m]] = share(summary, m);
      out_ << nlohmann::ordered_json{{"summary", answer}}.dump() << "\n" << std::flush;
      return;
    }
    std::ostringstream text;
    text << std::fixed << std::setprecision(0) << "\n"
         << summary.pictures << " pictures, " << overall << " a second with reading and printing, " << vision
         << " a second in the vision alone\n";
    std::size_t width = 0;
    for (const std::string& name : names_) width = std::max(width, name.size());
    for (std::size_t m = 0; m < names_.size(); ++m) {
      text << "  " << std::left << std::setw(static_cast<int>(width)) << names_[m] << std::right
           << "  seen in " << std::setw(6) << std::setprecision(2) << 100.0 * share(summary, m) << " %";
      if (summary.seen[m] < summary.pictures) text << "; else mostly: " << main_reason(m);
      text << "\n";
    }
    const bool any = std::any_of(summary.seen.begin(), summary.seen.end(), [](auto n) { return n > 0; });
    if (!any && summary.pictures > 0) {
      text << "No LED was ever seen: are these pictures of this robot and camera, and are LEDs brighter than "
              "vision.threshold? --overlay shows what was found.\n";
    }
    out_ << text.str() << std::flush;
  }

 private:
  void show_table_line(const MarkerFrame& frame) {
    std::ostringstream line;
    line << std::fixed;
    if (!header_written_) {
      line << "LED positions on the table: x y in mm\n  time s   picture  search   spots";
      for (const std::string& name : names_) line << std::setw(kColumn) << name;
      line << "\n";
      header_written_ = true;
    }
    line << std::setw(8) << std::setprecision(3) << to_seconds(frame.capture_time) << std::setw(10)
         << frame.sequence << (frame.full_scan ? "  whole  " : "  windows") << std::setw(7)
         << frame.blob_count << std::setprecision(1);
    for (std::size_t m = 0; m < names_.size(); ++m) {
      const MarkerMeasurement& marker = frame.markers[m];
      if (marker.seen) {
        line << std::setw(kColumn - 7) << 1e3 * marker.p_WM.x() << std::setw(7) << 1e3 * marker.p_WM.y();
      } else {
        line << std::setw(kColumn) << "-";
      }
    }
    out_ << line.str() << "\n";
  }

  // The most frequent reason for which an LED was not seen.
  std::string_view main_reason(std::size_t marker) const {
    const auto& counts = unseen_[marker];
    const auto most = std::max_element(counts.begin(), counts.end());
    return explain(static_cast<Unseen>(most - counts.begin()));
  }

  void show_json_line(const MarkerFrame& frame, const Reasons& reasons) {
    nlohmann::ordered_json line{{"time_s", to_seconds(frame.capture_time)},
                                {"sequence", frame.sequence},
                                {"full_scan", frame.full_scan},
                                {"blobs", frame.blob_count}};
    line["markers"] = nlohmann::ordered_json::array();
    for (std::size_t m = 0; m < names_.size(); ++m) {
      const MarkerMeasurement& marker = frame.markers[m];
      nlohmann::ordered_json entry{{"name", names_[m]}, {"seen", marker.seen}};
      const auto put = [&](const char* key, double value) {
        entry[key] = marker.seen ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
      };
      put("u_px", marker.uv_px.x());
      put("v_px", marker.uv_px.y());
      put("x_m", marker.p_WM.x());
      put("y_m", marker.p_WM.y());
      put("sigma_mm", 1e3 * position_sigma(marker));
      if (!marker.seen) entry["why"] = explain(reasons[m]);
      line["markers"].push_back(std::move(entry));
    }
    out_ << line.dump() << "\n";
  }

  std::ostream& out_;
  bool json_;
  std::vector<std::string> names_;
  bool header_written_ = false;
  std::array<std::array<std::uint64_t, kUnseenReasons>, kMaxMarkers> unseen_{};
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
  if (!hardware.camera || hardware.camera->source == MarkerSource::kMarkers) {
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
  VisionPipeline vision = make_vision(config);
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
