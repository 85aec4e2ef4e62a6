#include "export/simulation_video.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "export/video_file.h"
#include "spatial/simulation/tree_outline.h"

namespace freefloat {

namespace {

constexpr int kTreeWidth = 960;
constexpr int kTreeHeight = 720;
constexpr int kShift = 4;  // drawing in sixteenths of a pixel

const cv::Scalar kTreeBody(170, 150, 120);
const cv::Scalar kWayColours[] = {{176, 104, 23}, {8, 106, 207}, {119, 133, 15}, {179, 70, 116}};

using Places = std::vector<Vector3>;

class TreePainter {
 public:
  TreePainter(const TreeModel& model, const SimulationResult& result)
      : outline_(model), view_(usual_view(model.parameters())) {
    for (const SimulationSample& sample : result.samples) frames_.push_back(outline_.points(sample.state));
    Eigen::Vector2d low = view_.project(frames_[0][0]), high = low;
    for (const Places& frame : frames_) {
      for (const Vector3& point : frame) {
        low = low.cwiseMin(view_.project(point));
        high = high.cwiseMax(view_.project(point));
      }
    }
    constexpr double kPart = 0.88;  // of the picture
    middle_ = 0.5 * (low + high);
    const Eigen::Vector2d size = (high - low).cwiseMax(1e-6);
    scale_ = kPart * std::min(kTreeWidth / size.x(), kTreeHeight / size.y());
  }

  const cv::Mat& draw(std::size_t index, const std::string& text) {
    picture_.create(kTreeHeight, kTreeWidth, CV_8UC3);
    picture_ = kPaper;
    for (std::size_t end = 0; end < outline_.end_points.size(); ++end) {
      std::vector<cv::Point> way;
      for (std::size_t i = 0; i <= index; ++i) way.push_back(pixel(frames_[i][outline_.end_points[end]]));
      cv::polylines(picture_, way, false, kWayColours[end % std::size(kWayColours)], 1, cv::LINE_AA, kShift);
    }
    const Places& places = frames_[index];
    lines(outline_.base, places, kTreeBody, 2);
    lines(outline_.links, places, kInk, 4);
    for (const int joint : outline_.joints) {
      cv::circle(picture_, pixel(places[joint]), 5 << kShift, kInk, cv::FILLED, cv::LINE_AA, kShift);
    }
    cv::putText(picture_, text, {20, 36}, cv::FONT_HERSHEY_SIMPLEX, 0.7, kInk, 1, cv::LINE_AA);
    return picture_;
  }

 private:
  cv::Point pixel(const Vector3& point) const {
    const Eigen::Vector2d at = scale_ * (view_.project(point) - middle_);
    return {cvRound((0.5 * kTreeWidth + at.x()) * (1 << kShift)),
            cvRound((0.5 * kTreeHeight - at.y()) * (1 << kShift))};
  }

  void lines(const std::vector<TreeOutline::Line>& all, const Places& places, const cv::Scalar& colour,
             int width) {
    for (const TreeOutline::Line& line : all) {
      cv::line(picture_, pixel(places[line.from]), pixel(places[line.to]), colour, width, cv::LINE_AA,
               kShift);
    }
  }

  TreeOutline outline_;
  ViewDirection view_;
  std::vector<Places> frames_;
  Eigen::Vector2d middle_ = Eigen::Vector2d::Zero();
  double scale_ = 1.0;  // pixels a metre
  cv::Mat picture_;
};

}  // namespace

tl::expected<std::size_t, std::string> write_simulation_video(const TreeSimulationConfig& config,
                                                              const SimulationResult& result,
                                                              const SimulationVideo& video) {
  if (result.samples.empty()) return tl::unexpected("no video " + video.path + ": there is no result");
  try {
    const TreeModel model(config.tree);
    TreePainter painter(model, result);
    const auto writer = open_video(video.path, video.frame_rate, {kTreeWidth, kTreeHeight});
    std::size_t sample = 0, count = 0;
    for (double time = 0.0; time <= result.samples.back().time + 1e-9; ++count) {
      while (sample + 1 < result.samples.size() && result.samples[sample + 1].time <= time + 1e-9) ++sample;
      writer->write(painter.draw(sample, fmt::format("{}   {:.2f} s", config.name, time)));
      time = static_cast<double>(count + 1) / video.frame_rate;
    }
    return count;
  } catch (const std::exception& error) {  // of OpenCV
    return tl::unexpected("no video " + video.path + ": " + error.what());
  }
}

}  // namespace freefloat
