#include "drawn_camera.h"

#include <Eigen/Geometry>
#include <cmath>

#include "types/angle.h"
#include "vision/lens_distortion.h"

namespace freefloat::testing_support {
namespace {

double between_drawn(double low, double high, std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

std::optional<Vector2> ray_of(const CameraParameters& lens, const Vector2& uv) {
  return LensDistortion{lens.distortion_model, lens.distortion}.unbend(
      {(uv.x() - lens.cx) / lens.fx, (uv.y() - lens.cy) / lens.fy});
}

bool shows_whole_picture(const CameraParameters& lens) {
  for (const double u : {0.0, 0.5, 1.0}) {
    for (const double v : {0.0, 0.5, 1.0}) {
      if (!ray_of(lens, {u * (lens.width - 1), v * (lens.height - 1)})) return false;
    }
  }
  return true;
}

}  // namespace

DrawnCamera draw_camera(LensModel model, std::mt19937_64& random) {
  const auto draw = [&](double low, double high) { return between_drawn(low, high, random); };
  for (;;) {
    const bool large = draw(0.0, 1.0) < 0.5;
    const int width = large ? 1280 : 640;
    const int height = large ? 1024 : 480;
    std::vector<double> intrinsics(static_cast<std::size_t>(intrinsic_count(model)), 0.0);
    const bool fisheye = model == LensModel::kFisheye;
    const double half = 0.5 * deg_to_rad(fisheye ? draw(80.0, 140.0) : draw(35.0, 95.0));
    const double f = 0.5 * width / (fisheye ? half : std::tan(half));
    intrinsics[0] = f;
    intrinsics[1] = f * draw(0.99, 1.01);
    intrinsics[2] = 0.5 * width + draw(-0.03, 0.03) * width;
    intrinsics[3] = 0.5 * height + draw(-0.03, 0.03) * height;
    if (fisheye) {
      intrinsics[4] = draw(-0.06, 0.06);
      intrinsics[5] = draw(-0.02, 0.02);
      intrinsics[6] = draw(-0.005, 0.005);
      intrinsics[7] = draw(-0.001, 0.001);
    } else {
      intrinsics[4] = draw(-0.35, 0.1);
      intrinsics[5] = draw(-0.05, 0.15);
      intrinsics[6] = draw(-0.002, 0.002);
      intrinsics[7] = draw(-0.002, 0.002);
      intrinsics[8] = draw(-0.03, 0.03);
    }
    if (intrinsic_count(model) > 9) {
      intrinsics[9] = draw(0.0, 0.4);
      intrinsics[10] = draw(-0.05, 0.1);
      intrinsics[11] = draw(-0.02, 0.02);
    }
    for (std::size_t i = 12; i < intrinsics.size(); ++i) intrinsics[i] = draw(-0.01, 0.01);
    const CameraParameters lens = make_lens(model, intrinsics, width, height);
    if (shows_whole_picture(lens)) return {model, lens};
  }
}

std::vector<BoardCorner> see_board(const CameraParameters& lens, const BoardLayout& layout,
                                   const BoardPose& pose, double noise, std::mt19937_64& random) {
  std::normal_distribution<double> gauss(0.0, 1.0);
  std::vector<BoardCorner> corners;
  for (int id = 0; id < layout.corner_count(); ++id) {
    const auto uv = project_corner(lens, pose, layout.corner(id));
    if (!uv || uv->x() < 3.0 || uv->y() < 3.0 || uv->x() > lens.width - 4.0 || uv->y() > lens.height - 4.0)
      return {};
    // Where the lens has folded, the ray of the pixel is another one.
    const Eigen::Vector3d p = rotation_of(pose.turn) * layout.corner(id) + pose.place;
    const auto ray = ray_of(lens, *uv);
    if (!ray || (*ray - p.head<2>() / p.z()).norm() > 1e-6) return {};
    corners.push_back({id, *uv + noise * Vector2(gauss(random), gauss(random))});
  }
  return corners;
}

std::vector<BoardView> draw_views(const CameraParameters& lens, const BoardLayout& layout, int count,
                                  double noise, double most_tilt, std::mt19937_64& random) {
  const auto draw = [&](double low, double high) { return between_drawn(low, high, random); };
  const Eigen::Vector3d middle = 0.5 * layout.corner(layout.corner_count() - 1);
  const double board_width = layout.square * (layout.columns - 1);
  std::vector<BoardView> views;
  while (static_cast<int>(views.size()) < count) {
    const Vector2 uv(draw(0.0, lens.width), draw(0.0, lens.height));
    const auto ray = ray_of(lens, uv);
    if (!ray) continue;
    // So far away that the board would fill this share of the picture in its middle.
    const double distance = board_width * lens.fx / (draw(0.2, 0.7) * lens.width);
    const Eigen::Vector3d place = distance * Eigen::Vector3d(ray->x(), ray->y(), 1.0).normalized();
    const double azimuth = draw(-kPi, kPi);
    const Eigen::Matrix3d facing =
        Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), place.normalized()).toRotationMatrix();
    const Eigen::Matrix3d tilt = Eigen::AngleAxisd(most_tilt * draw(0.0, 1.0),
                                                   Eigen::Vector3d(std::cos(azimuth), std::sin(azimuth), 0.0))
                                     .toRotationMatrix();
    const Eigen::Matrix3d spin =
        Eigen::AngleAxisd(draw(-kPi, kPi), Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const Eigen::Matrix3d rotation =
        (most_tilt > 0.0 ? facing : Eigen::Matrix3d::Identity().eval()) * tilt * spin;
    const BoardPose pose{turn_of(rotation), place - rotation * middle};
    std::vector<BoardCorner> corners = see_board(lens, layout, pose, noise, random);
    if (corners.empty()) continue;
    views.push_back(
        {"view " + std::to_string(views.size() + 1), lens.width, lens.height, std::move(corners), 0.0});
  }
  return views;
}

}  // namespace freefloat::testing_support
