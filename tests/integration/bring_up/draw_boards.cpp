// Pictures of a ChArUco board as the true camera of a simulated testbed would take them: what people do in a
// lab.
//
//   draw_boards CAMERA.yaml FOLDER COUNT     so many into FOLDER/lens, held anywhere; FOLDER/table, lying
//   flat
#include <Eigen/Geometry>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>

#include "config/load/load_parts.h"
#include "drawn_camera.h"
#include "rendered_board.h"
#include "types/angle.h"

namespace freefloat::testing_support {
namespace {

constexpr int kFlatBoards = 5;

/// Whether the white rim is seen as well.
bool is_whole(const CameraParameters& camera, const BoardLayout& layout, const BoardPose& pose,
              std::mt19937_64& random) {
  BoardLayout wider = layout;
  wider.columns += 4;
  wider.rows += 4;
  const Eigen::Vector3d corner(-2.0 * layout.square, -2.0 * layout.square, 0.0);
  return !see_board(camera, wider, {pose.turn, pose.place + rotation_of(pose.turn) * corner}, 0.0, random)
              .empty();
}

/// @return A board before the camera, tilted by up to 40 deg.
BoardPose hold(const CameraParameters& camera, const BoardLayout& layout, std::mt19937_64& random) {
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (;;) {
    const double width = layout.square * (layout.columns + 3);
    const double depth = width * camera.fx / (draw(0.3, 0.65) * camera.width);
    const Eigen::Vector3d middle((draw(0.0, camera.width) - camera.cx) / camera.fx * depth,
                                 (draw(0.0, camera.height) - camera.cy) / camera.fy * depth, depth);
    const double azimuth = draw(-kPi, kPi);
    const Eigen::Matrix3d rotation =
        (Eigen::AngleAxisd(deg_to_rad(draw(0.0, 40.0)),
                           Eigen::Vector3d(std::cos(azimuth), std::sin(azimuth), 0.0)) *
         Eigen::AngleAxisd(draw(-0.6, 0.6), Eigen::Vector3d::UnitZ()))
            .toRotationMatrix();
    const BoardPose pose = hold_board(layout, turn_of(rotation), middle);
    if (is_whole(camera, layout, pose, random)) return pose;
  }
}

/// @param yaw From the table's x to the rows of corners. @return A board on the table, its pattern up.
BoardPose lay(const CameraParameters& camera, double x, double y, double yaw) {
  const Eigen::Vector3d rpy = camera.rpy_WC;
  const Eigen::Matrix3d r_WC = (Eigen::AngleAxisd(rpy.z(), Eigen::Vector3d::UnitZ()) *
                                Eigen::AngleAxisd(rpy.y(), Eigen::Vector3d::UnitY()) *
                                Eigen::AngleAxisd(rpy.x(), Eigen::Vector3d::UnitX()))
                                   .toRotationMatrix() *
                               Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  Eigen::Matrix3d r_WB;
  r_WB.col(0) = Eigen::Vector3d(std::cos(yaw), std::sin(yaw), 0.0);
  r_WB.col(1) = Eigen::Vector3d(std::sin(yaw), -std::cos(yaw), 0.0);
  r_WB.col(2) = Eigen::Vector3d(0.0, 0.0, -1.0);
  return {turn_of(r_WC.transpose() * r_WB), r_WC.transpose() * (Eigen::Vector3d(x, y, 0.0) - camera.p_WC)};
}

void draw_boards(const std::string& camera_file, const std::filesystem::path& folder, int held) {
  const CameraParameters camera = load_camera(camera_file);
  const BoardLayout layout = charuco_board(0.08);
  const BoardPattern pattern = charuco_pattern(layout);
  std::mt19937_64 random(7);
  const auto draw = [&](const BoardPose& pose, const std::filesystem::path& into, int number) {
    write_picture(render_board(camera, pose, pattern, layout),
                  (into / (std::to_string(100 + number) + ".png")).string());
  };
  for (int i = 0; i < held; ++i) draw(hold(camera, layout, random), folder / "lens", i);
  for (int i = 0; i < kFlatBoards;) {
    const auto anywhere = [&](double most) {
      return std::uniform_real_distribution<double>(-most, most)(random);
    };
    const BoardPose pose =
        i == 0 ? lay(camera, 0.0, 0.0, 0.0) : lay(camera, anywhere(0.7), anywhere(0.6), anywhere(kPi));
    if (is_whole(camera, layout, pose, random)) draw(pose, folder / "table", i++);
  }
}

}  // namespace
}  // namespace freefloat::testing_support

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "draw_boards CAMERA.yaml FOLDER COUNT\n";
    return EXIT_FAILURE;
  }
  try {
    freefloat::testing_support::draw_boards(argv[1], argv[2], std::atoi(argv[3]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
