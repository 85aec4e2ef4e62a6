// Poses from OpenCV; one of the files that use it.
#include "calibration/start_lens.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>

#include "algebra/dense_solvers.h"
#include "vision/lens_distortion.h"

namespace freefloat {
namespace {

constexpr int kFewestCorners = 4;
constexpr int kFocalLengths = 28;   // tried, from kShortest to kLongest
constexpr double kShortest = 0.22;  // of the picture's longer side
constexpr double kLongest = 8.0;
constexpr std::size_t kTriedViews = 12;
constexpr std::size_t kStarts = 3;

/// Sum of squares of one view, px^2.
double misfit(const CameraParameters& lens, const BoardLayout& layout, const BoardView& view,
              const BoardPose& pose) {
  double squares = 0.0;
  for (const BoardCorner& corner : view.corners) {
    const auto uv = project_corner(lens, pose, layout.corner(corner.id));
    squares += uv ? (*uv - corner.uv).squaredNorm() : 1e6;
  }
  return squares;
}

}  // namespace

std::optional<BoardPose> start_pose(const CameraParameters& lens, const BoardLayout& layout,
                                    const BoardView& view) {
  const LensDistortion bending{lens.distortion_model, lens.distortion};
  std::vector<cv::Point3d> board;
  std::vector<cv::Point2d> rays;
  for (const BoardCorner& corner : view.corners) {
    const auto xy =
        bending.unbend({(corner.uv.x() - lens.cx) / lens.fx, (corner.uv.y() - lens.cy) / lens.fy});
    if (!xy || xy->norm() > 20.0) continue;
    const Eigen::Vector3d p = layout.corner(corner.id);
    board.emplace_back(p.x(), p.y(), p.z());
    rays.emplace_back(xy->x(), xy->y());
  }
  if (static_cast<int>(rays.size()) <
      std::max<int>(kFewestCorners, static_cast<int>(view.corners.size()) / 2))
    return std::nullopt;
  std::vector<cv::Mat> turns;
  std::vector<cv::Mat> places;
  try {
    cv::solvePnPGeneric(board, rays, cv::Matx33d::eye(), cv::noArray(), turns, places, false,
                        cv::SOLVEPNP_IPPE);
  } catch (const cv::Exception&) {
    return std::nullopt;  // corners in a line
  }
  std::optional<BoardPose> best;
  double least = 0.0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const BoardPose pose{{turns[i].at<double>(0), turns[i].at<double>(1), turns[i].at<double>(2)},
                         {places[i].at<double>(0), places[i].at<double>(1), places[i].at<double>(2)}};
    if (!pose.turn.allFinite() || !pose.place.allFinite()) continue;
    const double squares = misfit(lens, layout, view, pose);
    if (best && squares >= least) continue;
    best = pose;
    least = squares;
  }
  return best;
}

std::vector<LensStart> start_fisheye(const BoardLayout& layout, const std::vector<BoardView>& views) {
  struct Tried {
    double misfit;
    double focal_length;
  };
  const int width = views.front().width;
  const int height = views.front().height;
  const auto lens_at = [&](double f) {
    const std::array<double, 8> intrinsics{f, f, 0.5 * (width - 1), 0.5 * (height - 1), 0, 0, 0, 0};
    return make_lens(LensModel::kFisheye, intrinsics, width, height);
  };
  const std::size_t stride = std::max<std::size_t>(1, views.size() / kTriedViews);
  std::vector<Tried> tried;
  for (int i = 0; i < kFocalLengths; ++i) {
    const double share = static_cast<double>(i) / (kFocalLengths - 1);
    const double f = std::max(width, height) * kShortest * std::pow(kLongest / kShortest, share);
    const CameraParameters lens = lens_at(f);
    double squares = 0.0;
    bool all = true;
    for (std::size_t v = 0; v < views.size() && all; v += stride) {
      const auto pose = start_pose(lens, layout, views[v]);
      all = pose.has_value();
      if (all) squares += misfit(lens, layout, views[v], *pose);
    }
    if (all) tried.push_back({squares, f});
  }
  std::sort(tried.begin(), tried.end(), [](const Tried& a, const Tried& b) { return a.misfit < b.misfit; });
  std::vector<LensStart> starts;
  for (const Tried& one : tried) {
    LensStart start{{one.focal_length, one.focal_length, 0.5 * (width - 1), 0.5 * (height - 1), 0, 0, 0, 0},
                    {}};
    const CameraParameters lens = lens_at(one.focal_length);
    for (const BoardView& view : views) {
      if (const auto pose = start_pose(lens, layout, view)) start.poses.push_back(*pose);
    }
    if (start.poses.size() == views.size()) starts.push_back(std::move(start));
    if (starts.size() == kStarts) break;
  }
  return starts;
}

LensStart start_pinhole(LensModel model, const BoardLayout& layout, const std::vector<BoardView>& views,
                        const LensFit& fisheye) {
  // u - cx = fx x (1 + k1 r^2 + k2 r^4 + k3 r^6), linear in fx and its products, the same for v.
  std::vector<Eigen::Vector4d> rows;
  std::vector<double> seen;
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (const BoardCorner& corner : views[v].corners) {
      const Eigen::Vector3d p_C =
          rotation_of(fisheye.poses[v].turn) * layout.corner(corner.id) + fisheye.poses[v].place;
      if (!(p_C.z() > 1e-6)) continue;
      const Vector2 xy = p_C.head<2>() / p_C.z();
      const double r2 = xy.squaredNorm();
      const Eigen::Vector4d powers(1.0, r2, r2 * r2, r2 * r2 * r2);
      rows.emplace_back(xy.x() * powers);
      seen.push_back(corner.uv.x() - fisheye.lens.cx);
      rows.emplace_back(xy.y() * powers * (fisheye.lens.fy / fisheye.lens.fx));
      seen.push_back(corner.uv.y() - fisheye.lens.cy);
    }
  }
  Eigen::MatrixXd matrix(rows.size(), 4);
  for (std::size_t i = 0; i < rows.size(); ++i)
    matrix.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  const Eigen::Vector4d found = dense::solve_least_squares(
      matrix, Eigen::Map<const Eigen::VectorXd>(seen.data(), static_cast<Eigen::Index>(seen.size())));
  LensStart start;
  start.intrinsics.assign(intrinsic_count(model), 0.0);
  start.intrinsics[0] = found[0];
  start.intrinsics[1] = found[0] * fisheye.lens.fy / fisheye.lens.fx;
  start.intrinsics[2] = fisheye.lens.cx;
  start.intrinsics[3] = fisheye.lens.cy;
  start.intrinsics[4] = found[1] / found[0];
  start.intrinsics[5] = found[2] / found[0];
  start.intrinsics[8] = found[3] / found[0];
  start.poses = fisheye.poses;
  return start;
}

}  // namespace freefloat
