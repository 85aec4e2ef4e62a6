#include <fmt/format.h>

#include <stdexcept>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/commands/read_board.h"
#include "app/commands/take_views.h"
#include "app/output/answer.h"
#include "app/output/expect_kind.h"
#include "app/output/file_edits.h"
#include "calibration/camera_calibration.h"
#include "calibration/camera_report.h"
#include "calibration/lens_model.h"
#include "calibration/write_lens.h"
#include "config/fields/loader.h"
#include "config/files/camera_file.h"
#include "config/load/load_parts.h"

namespace freefloat {

namespace {

struct CalibrateCameraArguments {
  std::vector<std::string> sources;
  BoardArguments board;
  std::string model;
  double table_distance = 2.5;
  std::string name = "camera";
  std::string ros;
  std::string opencv;
  std::string camera;
  std::string report;
  std::string compare;
  bool json = false;
};

std::optional<LensComparison> compare_with(const std::string& path, const CameraParameters& lens) {
  if (path.empty()) return std::nullopt;
  const CameraParameters other = load_camera(path);
  const auto scaled = scale_lens(other, lens.width, lens.height);
  if (!scaled) {
    throw std::runtime_error(path + " is of pictures of " + std::to_string(other.width) + "x" +
                             std::to_string(other.height) + " pixels, these have " +
                             std::to_string(lens.width) + "x" + std::to_string(lens.height) +
                             ": the sides have another ratio, so it cannot be scaled to them");
  }
  return LensComparison{path, compare_lenses(lens, *scaled), other.width != lens.width};
}

std::string name_of_distortion(DistortionModel model) {
  for (const auto& [name, named] : kDistortionModels) {
    if (named == model) return name;
  }
  return {};
}

/// Refuses before hours of pictures what could not be written behind them.
void check_camera_file(const std::string& path) {
  if (path.empty()) return;
  load_camera(path);
  Loader loader;
  const std::string named = path_behind(loader.open(path, nullptr), "calibration");
  if (named.empty()) return;
  throw std::runtime_error("--write-camera " + path + ": its lens stands in " + named +
                           "; write that file: --ros " + named);
}

/// @throws std::runtime_error when the file is of a camera of another size than a picture of the lens.
void check_size(const std::string& path, int width, int height) {
  const CameraParameters file = load_camera(path);
  if (file.width == width && file.height == height) return;
  throw std::runtime_error(fmt::format(
      "--write-camera {}: it is of a camera of {}x{} pixels, the pictures have {}x{}; take pictures of the "
      "size that the testbed works with, or give the file width_px: {} and height_px: {} if that is wrong",
      path, file.width, file.height, width, height, width, height));
}

/// Puts the lens into a camera's file; pose and timing stay.
void write_camera_file(const std::string& path, const CameraParameters& lens,
                       const Eigen::MatrixXd& covariance, const std::string& found) {
  if (path.empty()) return;
  check_size(path, lens.width, lens.height);
  const std::size_t terms = coefficient_count(model_of(lens));
  std::string distortion;
  for (std::size_t i = 0; i < terms; ++i)
    distortion += fmt::format("{}{:.9g}", i == 0 ? "" : ", ", lens.distortion[i]);
  const std::string text =
      edited_text(path, {{"focal_length_px", fmt::format("[{:.4f}, {:.4f}]", lens.fx, lens.fy)},
                         {"principal_point_px", fmt::format("[{:.4f}, {:.4f}]", lens.cx, lens.cy)},
                         {"distortion_model", name_of_distortion(lens.distortion_model)},
                         {"distortion", "[" + distortion + "]"},
                         {"lens_covariance", lens_covariance_text(covariance)}});
  // The camera's pose was found with the lens as it was.
  write_if_named(with_note(without_note(text, "calibrate table"), {"calibrate camera", found}), path);
  load_camera(path);  // throws where it is not sound
}

bool calibrate_camera_from(const CalibrateCameraArguments& arguments) {
  expect_kind("--write-camera", arguments.camera, "camera");
  expect_kind("--ros", arguments.ros, "calibration");
  expect_kind("--opencv", arguments.opencv, "calibration");
  check_camera_file(arguments.camera);
  CameraQuestion question{read_board(arguments.board), std::nullopt, arguments.table_distance, 5};
  for (const LensModel model : kLensModels) {
    if (name_of(model) == arguments.model) question.model = model;
  }
  const StopRequest stop;
  PictureSearch search = take_views(arguments.sources, question.layout, stop.flag(),
                                    [](const std::string& line) { say_info(line); });
  if (!arguments.camera.empty() && !search.views.empty())
    check_size(arguments.camera, search.views.front().width, search.views.front().height);
  const auto calibration =
      value_or_throw(calibrate_camera(std::move(search.views), std::move(search.rejected), question),
                     fmt::format("{}: ", fmt::join(arguments.sources, ", ")));
  CameraParameters lens = calibration.fit.lens;
  lens.name = arguments.name;
  const auto comparison = compare_with(arguments.compare, lens);
  print_answer(arguments.json, camera_calibration_json(calibration, arguments.table_distance, comparison),
               describe_camera_calibration(calibration, arguments.table_distance, comparison));
  for (const std::string& warning : calibration.warnings) say_warning(warning);
  const std::string found = describe_camera_calibration(calibration, arguments.table_distance, std::nullopt);
  const std::string comment = "Made by freefloat calibrate camera.\n" + found;
  write_if_named(write_camera_info(lens, comment, calibration.fit.covariance), arguments.ros);
  write_if_named(write_opencv_calibration(lens, comment, calibration.fit.covariance), arguments.opencv);
  write_camera_file(arguments.camera, lens, calibration.fit.covariance, found);
  if (!arguments.report.empty()) {
    write_if_named(make_camera_report(calibration, lens.name, arguments.table_distance, comparison),
                   arguments.report);
  }
  return true;
}

}  // namespace

void add_calibrate_camera_command(Command& parent) {
  auto [command, arguments] = parent.add_subcommand(
      "camera", "Lens of a camera from pictures of a board, a video, or the camera itself",
      calibrate_camera_from);
  command.footer(
      "Example: freefloat calibrate camera pictures --board 9x6 --square-mm 25 --ros lens.yaml --report "
      "lens.html\n"
      "         freefloat calibrate camera mylab.yaml --charuco 7x5 --square-mm 40 --write-camera "
      "camera.yaml\n"
      "A testbed's file stands for its camera, with the settings of a run: hold the board before it, and it "
      "says\n"
      "which pose is missing; Ctrl-C ends with what was taken.\n"
      "The camera's file then names it: `calibration: lens.yaml`, or has the lens itself: --write-camera. "
      "Exit code 1: the pictures do not tell the lens, and why.");
  command
      .add_option("PICTURES", arguments.sources,
                  "pictures, folders of them, videos, or a live camera: a testbed's file, or /dev/video0")
      .required();
  add_board_options(command, arguments.board);
  command
      .add_option("--model", arguments.model, "lens model, instead of the one that cross-validation chooses")
      .one_of({"pinhole5", "pinhole8", "pinhole12", "fisheye"});
  command
      .add_option("--table-distance-m", arguments.table_distance,
                  "from camera to table, for the uncertainty in mm")
      .positive()
      .show_default();
  command.add_option("--name", arguments.name, "of the camera, in files and report").show_default();
  command.add_option("--ros", arguments.ros, "write a camera_info file of ROS");
  command.add_option("--opencv", arguments.opencv, "write a file of OpenCV");
  command.add_option("--write-camera", arguments.camera, "put the lens into the camera's file of a testbed");
  command.add_option("--report", arguments.report, "write the report, an HTML page");
  command.add_option("--compare", arguments.compare,
                     "another calibration or camera file: show how far it differs");
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

}  // namespace freefloat
