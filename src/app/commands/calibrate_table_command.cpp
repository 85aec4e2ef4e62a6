#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

#include "app/command_line/messages.h"
#include "app/command_line/number_list.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/commands/read_board.h"
#include "app/commands/read_table_input.h"
#include "app/commands/take_views.h"
#include "app/output/answer.h"
#include "app/output/expect_kind.h"
#include "app/output/file_edits.h"
#include "bring_up/table_check.h"
#include "calibration/table_calibration.h"
#include "calibration/table_report.h"
#include "calibration/table_uncertainty.h"
#include "config/load/load_parts.h"
#include "replay/replay_controller.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr std::size_t kFewestPlaces = 10;  // of the robot, in pictures that differ

struct CalibrateTableArguments {
  std::string camera;
  std::vector<std::string> boards;
  std::string points;
  std::string run;
  std::string robot;
  BoardArguments board;
  std::string board_at = "0,0,0";
  double thickness_mm = 0.0;
  double height = 0.0;  // of the camera, m; 0: the file's
  std::vector<std::string> hold;
  std::vector<std::string> release;
  int pictures = 500;
  bool check = false;
  double sigma = 0.2;
  std::string record;
  std::string write_camera;
  std::string write_robot;
  std::string report;
  bool json = false;
};

/// @throws std::runtime_error where the log's pictures have another size than the camera's.
void check_resolution(const std::string& log, const CameraParameters& camera, const std::string& path) {
  CameraParameters of_run;
  try {
    of_run = ControllerReplay(log, {}).config().camera;
  } catch (const ReplayError&) {
    return;  // a log that does not say of which camera it is
  } catch (const ConfigError&) {
    return;
  }
  if (of_run.width == camera.width && of_run.height == camera.height) return;
  throw std::runtime_error(fmt::format(
      "{} is of a run with pictures of {}x{} pixels, {} is of {}x{}: name the camera's file of that run, or "
      "record one with this camera",
      log, of_run.width, of_run.height, path, camera.width, camera.height));
}

std::string six_digits(const Eigen::VectorXd& numbers) {
  return fmt::format("[{:.6f}]", fmt::join(numbers.begin(), numbers.end(), ", "));
}

std::vector<FileEdit> camera_edits(const CameraParameters& camera) {
  return {{"position_m", six_digits(camera.p_WC)},
          {"rotation_deg", six_digits(camera.rpy_WC * rad_to_deg(1.0))}};
}

std::vector<FileEdit> robot_edits(const RobotParameters& robot) {
  std::vector<FileEdit> edits{{"satellite.to_joint_m", six_digits(robot.satellite_to_joint)}};
  for (std::size_t i = 0; i < robot.links.size(); ++i)
    edits.push_back({fmt::format("links[{}].to_end_m", i), six_digits(robot.links[i].to_end)});
  for (std::size_t i = 0; i < robot.markers.size(); ++i) {
    edits.push_back({fmt::format("markers[{}].position_m", i), six_digits(robot.markers[i].position)});
    edits.push_back({fmt::format("markers[{}].height_m", i), fmt::format("{:.6f}", robot.markers[i].height)});
  }
  return edits;
}

/// @return Whether the result is good; nothing is written but the report where it is not.
bool write_results(const CalibrateTableArguments& arguments, const TableCalibration& found) {
  if (!arguments.report.empty())
    write_if_named(make_table_report(found, arguments.run.empty() ? found.camera.name : arguments.run),
                   arguments.report);
  if (!found.doubt.empty()) {
    const bool writes = !arguments.write_camera.empty() || !arguments.write_robot.empty();
    say_error((writes ? "no file is changed: " : "") + found.doubt);
    return false;
  }
  const FileNote note{"calibrate table", describe_table_calibration(found)};
  if (!arguments.write_camera.empty()) {
    write_if_named(with_note(edited_text(arguments.camera, camera_edits(found.camera)), note),
                   arguments.write_camera);
    load_camera(arguments.write_camera);  // throws where it is not sound
  }
  if (!arguments.write_robot.empty()) {
    if (arguments.run.empty())
      throw std::runtime_error("--write-robot needs --run: boards and points tell no lengths");
    RobotParameters robot = load_robot(arguments.robot);
    apply_chain(found.chain, robot);
    write_if_named(with_note(edited_text(arguments.robot, robot_edits(robot)), note), arguments.write_robot);
    load_robot(arguments.write_robot);
  }
  return true;
}

/// @return Whether every picture agrees with what the files say.
bool check_table(const CalibrateTableArguments& arguments, const CameraParameters& camera) {
  const RobotChain chain = chain_of(load_robot(arguments.robot));
  int wrong = 0;
  std::string first;
  const auto pictures = read_led_pictures(arguments.run, chain.leds.size(), arguments.pictures);
  for (const LedPicture& picture : pictures) {
    const std::string contradiction = find_contradiction(camera, chain, picture, arguments.sigma);
    if (contradiction.empty()) continue;
    if (wrong++ == 0) first = contradiction;
  }
  const int count = static_cast<int>(pictures.size());
  // Single pictures may be noisy or blurred by motion.
  const bool agrees = 20 * wrong <= count;
  const std::string words =
      agrees ? fmt::format("camera and robot agree with {} of {} pictures", count - wrong, count)
             : fmt::format("{} of {} pictures contradict {} or {}: {}", wrong, count, arguments.camera,
                           arguments.robot, first);
  if (!arguments.record.empty()) {
    write_if_named(table_check_text({agrees, words, fingerprint_of_files(arguments.camera, arguments.robot)}),
                   arguments.record);
  }
  if (!agrees) throw std::runtime_error(words);
  std::cout << words << "\n";
  return true;
}

/// Counts what the file says of how well its lens is known.
TableAnswer with_lens_uncertainty(TableAnswer answer, const std::string& camera, const TableSolver& solve) {
  if (!answer || !answer->doubt.empty()) return answer;
  const Eigen::MatrixXd covariance = load_lens_covariance(camera);
  if (covariance.size() == 0) return answer;
  if (const std::string why = add_lens_uncertainty(*answer, covariance, solve); !why.empty())
    throw std::runtime_error(camera + ": " + why);
  return answer;
}

TableAnswer calibrate_from(const CalibrateTableArguments& arguments, const CameraParameters& camera) {
  const auto solved = [&](const TableSolver& solve) {
    return with_lens_uncertainty(solve(camera), arguments.camera, solve);
  };
  if (!arguments.points.empty()) {
    const std::vector<SurveyedPoint> points = read_points(arguments.points);
    return solved([&](const CameraParameters& c) { return calibrate_from_points(c, points); });
  }
  if (!arguments.run.empty()) {
    const RobotChain chain = chain_of(load_robot(arguments.robot));
    const auto pictures = read_led_pictures(arguments.run, chain.leds.size(), arguments.pictures);
    if (pictures.size() < kFewestPlaces) {
      return tl::unexpected(fmt::format(
          "the robot hardly moved: {} of its pictures differ{} by more than 1 px, at least {} must; "
          "push it over the whole table, turn it, and move all joints",
          pictures.size(), pictures.size() == 1 ? "s" : "", kFewestPlaces));
    }
    return solved([&](const CameraParameters& c) {
      return calibrate_from_robot(c, chain, pictures, arguments.hold, arguments.release);
    });
  }
  const BoardLayout layout = read_board(arguments.board);
  const StopRequest stop;
  const PictureSearch search =
      take_views(arguments.boards, layout, stop.flag(), [](const std::string& line) { say_info(line); });
  const Eigen::VectorXd at = read_number_list("--board-at", arguments.board_at, 3, "x_m,y_m,yaw_deg");
  for (const BoardView& view : search.views) {
    if (view.width == camera.width && view.height == camera.height) continue;
    throw std::runtime_error(view.name + " has " + std::to_string(view.width) + "x" +
                             std::to_string(view.height) + " pixels, " + arguments.camera + " is of " +
                             std::to_string(camera.width) + "x" + std::to_string(camera.height) +
                             ": take pictures of that size, or calibrate the lens with pictures of this one "
                             "(`freefloat calibrate camera`)");
  }
  TableBoard first{{at[0], at[1]}, deg_to_rad(at[2]), 1e-3 * arguments.thickness_mm};
  if (search.views.empty())
    return tl::unexpected("no picture shows the board" + list_reasons(search.rejected));
  TableAnswer answer = solved(
      [&](const CameraParameters& c) { return calibrate_from_boards(c, layout, search.views, first); });
  if (!answer) return answer;
  if (answer->doubt.empty()) {
    const bool measured = arguments.height > 0.0;
    answer->doubt =
        find_wrong_square(*answer, layout.square, measured ? arguments.height : camera.p_WC.z(), measured);
  }
  if (!search.rejected.empty())
    answer->warnings.push_back("pictures left out:" + list_reasons(search.rejected));
  return answer;
}

/// @return What the pose was to be told by, as it was given.
std::string source_of(const CalibrateTableArguments& arguments) {
  if (!arguments.points.empty()) return arguments.points;
  if (!arguments.run.empty()) return arguments.run;
  return fmt::format("{}", fmt::join(arguments.boards, ", "));
}

bool calibrate_table(const CalibrateTableArguments& arguments) {
  if (!arguments.write_camera.empty()) expect_kind("CAMERA.yaml", arguments.camera, "camera");
  expect_kind("--write-camera", arguments.write_camera, "camera");
  expect_kind("--write-robot", arguments.write_robot, "robot");
  const CameraParameters camera = load_camera(arguments.camera);
  if (!arguments.run.empty() && arguments.robot.empty())
    throw std::runtime_error("--run needs --robot: the file whose LEDs and lengths are looked for");
  if (arguments.check && arguments.run.empty()) throw std::runtime_error("--check needs --run");
  if (!arguments.run.empty()) check_resolution(arguments.run, camera, arguments.camera);
  if (arguments.check) return check_table(arguments, camera);
  const TableCalibration found =
      value_or_throw(calibrate_from(arguments, camera), source_of(arguments) + ": ");
  print_answer(arguments.json, table_calibration_json(found), describe_table_calibration(found));
  for (const std::string& warning : found.warnings) say_warning(warning);
  return write_results(arguments, found);
}

}  // namespace

void add_calibrate_table_command(Command& parent) {
  auto [command, arguments] = parent.add_subcommand(
      "table", "Pose of the camera over the table, and the robot's lengths and LEDs", calibrate_table);
  command.footer(
      "Example: freefloat calibrate table camera.yaml --boards pictures --board 9x6 --square-mm 40 "
      "--board-at 0,0,0 --write-camera camera.yaml\n"
      "         freefloat calibrate table camera.yaml --run RUN.mcap --robot robot.yaml --write-camera "
      "camera.yaml --write-robot robot.yaml\n"
      "A robot tells neither where the table's origin is (camera.x, camera.y, camera.yaw are held) nor how "
      "long a metre is: the distance of the satellite's first two LEDs is held, as the robot's file says "
      "it.");
  command.add_file("CAMERA.yaml", arguments.camera, "camera whose lens is known");
  Command source = command.add_choice("Source", "what the pose is told by; one of");
  source.add_option("--boards", arguments.boards, "pictures of a board that lies flat, or folders of them");
  source.add_option("--points", arguments.points, "CSV of surveyed points: name, x_m, y_m, z_m, u_px, v_px");
  source.add_option("--run", arguments.run,
                    "log of a run in which the robot is pushed about and moves its joints");
  add_board_options(command, arguments.board);
  command
      .add_option("--board-at", arguments.board_at,
                  "x_m,y_m,yaw_deg: first corner and rows of the board in the first picture")
      .show_default();
  command.add_option("--thickness-mm", arguments.thickness_mm, "of the board").non_negative();
  command
      .add_option(
          "--height-m", arguments.height,
          "of the camera's lens above the table, by a tape measure: shows wrong squares; left out, the "
          "file's position is taken for that")
      .positive();
  command.add_option("--robot", arguments.robot, "robot's file").configuration_file();
  command.add_option("--hold", arguments.hold, "numbers that are known, by name: tip.height")
      .comma_separated();
  command.add_option("--free", arguments.release, "numbers to find although they are held: camera.x")
      .comma_separated();
  command.add_option("--pictures", arguments.pictures, "of the run, at most")
      .in_range(10, 5000)
      .show_default();
  const Option check = command.add_flag("--check", arguments.check,
                                        "change nothing: exit code 1 where the run contradicts the files");
  command.add_option("--sigma-px", arguments.sigma, "noise of an LED's coordinate, for --check")
      .positive()
      .show_default();
  command.add_option("--record", arguments.record, "write what came of --check, for bring-up").needs(check);
  command.add_option("--write-camera", arguments.write_camera, "write the camera's file with its new pose");
  command.add_option("--write-robot", arguments.write_robot, "write the robot's file with its new lengths");
  command.add_option("--report", arguments.report, "write the report, an HTML page");
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

}  // namespace freefloat
