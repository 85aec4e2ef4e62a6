#include "rendered_board.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/fit_lens.h"
#include "vision/lens_distortion.h"

namespace freefloat::testing_support {
namespace {

constexpr double kBackground = 90.0;
constexpr double kWhite = 220.0;
constexpr double kBlack = 30.0;

cv::Mat mat_of(const RenderedBoard& picture) {
  return {picture.height, picture.width, CV_8UC1, const_cast<std::uint8_t*>(picture.pixels.data())};
}

/// Pixels that can show the board and its rim; those around it are background.
cv::Rect find_box(const CameraParameters& lens, const BoardPose& pose, const BoardLayout& layout) {
  const cv::Rect picture(0, 0, lens.width, lens.height);
  std::vector<cv::Point2d> rim;
  constexpr int kSteps = 8;
  for (int i = 0; i <= kSteps; ++i) {
    for (const double side : {0.0, 1.0}) {
      const double along = static_cast<double>(i) / kSteps;
      for (const Vector2& share : {Vector2(along, side), Vector2(side, along)}) {
        const Eigen::Vector3d place(layout.square * (share.x() * (layout.columns + 3) - 2.0),
                                    layout.square * (share.y() * (layout.rows + 3) - 2.0), 0.0);
        const auto uv = project_corner(lens, pose, place);
        if (!uv) return picture;
        rim.emplace_back(uv->x(), uv->y());
      }
    }
  }
  const auto [left, right] =
      std::minmax_element(rim.begin(), rim.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(rim.begin(), rim.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
  const auto inside = [](double value, int size) {
    return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(size)));
  };
  const cv::Point first(inside(left->x - 5.0, lens.width), inside(top->y - 5.0, lens.height));
  const cv::Point last(inside(right->x + 5.0, lens.width), inside(bottom->y + 5.0, lens.height));
  return {first, last};
}

RenderedBoard rendered_of(const cv::Mat& mat) {
  return {{mat.data, mat.data + mat.total()}, mat.cols, mat.rows};
}

}  // namespace

BoardPattern chess_pattern(const BoardLayout& layout) {
  return [layout](double x, double y) {
    const double column = std::floor(x / layout.square);
    const double row = std::floor(y / layout.square);
    if (column < -2 || row < -2 || column > layout.columns || row > layout.rows) return kBackground;
    if (column < -1 || row < -1 || column > layout.columns - 1 || row > layout.rows - 1) return kWhite;
    return std::fmod(std::abs(column + row), 2.0) == 0.0 ? kBlack : kWhite;
  };
}

BoardPattern charuco_pattern(const BoardLayout& layout) {
  constexpr int kSide = 80;  // pixels of a square
  const auto board = cv::aruco::CharucoBoard::create(
      layout.columns + 1, layout.rows + 1, static_cast<float>(layout.square),
      static_cast<float>(layout.marker), cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50));
  auto drawn = std::make_shared<cv::Mat>();
  board->draw({kSide * (layout.columns + 1), kSide * (layout.rows + 1)}, *drawn, 0, 1);
  return [layout, drawn](double x, double y) {
    const double u = (x / layout.square + 1.0) * kSide;
    const double v = (y / layout.square + 1.0) * kSide;
    if (u < -kSide || v < -kSide || u >= drawn->cols + kSide || v >= drawn->rows + kSide) return kBackground;
    if (u < 0.0 || v < 0.0 || u >= drawn->cols || v >= drawn->rows) return kWhite;
    return drawn->at<std::uint8_t>(static_cast<int>(v), static_cast<int>(u)) > 127 ? kWhite : kBlack;
  };
}

RenderedBoard render_board(const CameraParameters& lens, const BoardPose& pose, const BoardPattern& pattern,
                           const std::optional<BoardLayout>& layout) {
  constexpr int kRays = 3;
  const LensDistortion bending{lens.distortion_model, lens.distortion};
  const Eigen::Matrix3d rotation = rotation_of(pose.turn);
  const Eigen::Vector3d normal = rotation.col(2);
  const cv::Rect box = layout ? find_box(lens, pose, *layout) : cv::Rect(0, 0, lens.width, lens.height);
  RenderedBoard picture{{}, lens.width, lens.height};
  picture.pixels.reserve(static_cast<std::size_t>(lens.width) * static_cast<std::size_t>(lens.height));
  for (int v = 0; v < lens.height; ++v) {
    for (int u = 0; u < lens.width; ++u) {
      if (!box.contains({u, v})) {
        picture.pixels.push_back(static_cast<std::uint8_t>(kBackground));
        continue;
      }
      double sum = 0.0;
      for (int ray = 0; ray < kRays * kRays; ++ray) {
        const Vector2 uv(u + (ray % kRays + 0.5) / kRays - 0.5, v + (ray / kRays + 0.5) / kRays - 0.5);
        const auto xy = bending.unbend({(uv.x() - lens.cx) / lens.fx, (uv.y() - lens.cy) / lens.fy});
        double value = kBackground;
        if (xy) {
          const Eigen::Vector3d direction(xy->x(), xy->y(), 1.0);
          const double depth = normal.dot(pose.place) / normal.dot(direction);
          if (depth > 0.0) {
            const Eigen::Vector3d p = rotation.transpose() * (depth * direction - pose.place);
            value = pattern(p.x(), p.y());
          }
        }
        sum += value;
      }
      picture.pixels.push_back(static_cast<std::uint8_t>(std::lround(sum / (kRays * kRays))));
    }
  }
  // No lens is sharper.
  return blurred(picture, 0.7);
}

RenderedBoard blurred(const RenderedBoard& picture, double sigma) {
  cv::Mat result;
  cv::GaussianBlur(mat_of(picture), result, {0, 0}, sigma);
  return rendered_of(result);
}

RenderedBoard mirrored(const RenderedBoard& picture) {
  cv::Mat result;
  cv::flip(mat_of(picture), result, 1);
  return rendered_of(result);
}

void write_picture(const RenderedBoard& picture, const std::string& path) {
  cv::imwrite(path, mat_of(picture));
}

BoardLayout charuco_board(double square) {
  BoardLayout layout;
  layout.kind = BoardKind::kCharuco;
  layout.columns = 6;
  layout.rows = 4;
  layout.square = square;
  layout.marker = 0.75 * square;
  return layout;
}

CameraParameters test_lens() {
  CameraParameters lens;
  lens.width = 640;
  lens.height = 480;
  lens.fx = 520.0;
  lens.fy = 522.0;
  lens.cx = 316.0;
  lens.cy = 243.0;
  lens.distortion = {-0.25, 0.08, 0.0005, -0.0003, 0.0};
  return lens;
}

BoardPose hold_board(const BoardLayout& layout, const Eigen::Vector3d& turn, const Eigen::Vector3d& middle) {
  const Eigen::Matrix3d rotation = rotation_of(turn);
  return {turn, middle - rotation * (0.5 * layout.corner(layout.corner_count() - 1))};
}

}  // namespace freefloat::testing_support
