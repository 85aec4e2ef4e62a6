#include "export/export_video.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "export/camera_view.h"
#include "export/video_file.h"
#include "picture_files/codecs.h"
#include "replay/logged_configuration.h"
#include "report/robot_drawing.h"
#include "runlog/run_reader.h"
#include "runlog/wall_time.h"

namespace freefloat {
namespace {

constexpr int kTable = 720;  // pixels, the table's square
constexpr int kWidth = 1280;
constexpr int kPanel = kWidth - kTable;

const cv::Scalar kGrid(230, 230, 230), kBody(214, 205, 190), kHand(176, 94, 32), kTarget(40, 70, 200),
    kLight(150, 150, 150);

/// Draws the run's frames from its cycles.
class RunPainter {
 public:
  RunPainter(const RunConfig& config, std::int64_t clock_offset_ns)
      : config_(config),
        camera_(config.camera.width, config.camera.height, clock_offset_ns),
        scale_(kTable / (1.04 * config.controller.table.size.maxCoeff())) {}

  void set_phase(const PhaseEvent& event) {
    if (event.moment == PhaseMoment::kBegin) phase_ = event.name.view();
  }

  /// Where there are several targets.
  void set_targets(TargetPlaces targets) { targets_ = std::move(targets); }

  /// Every message, for what is kept of the camera's pictures.
  void follow(const McapMessage& message) { camera_.take(message); }

  /// Every cycle, drawn or not: paths and the newest picture's LEDs.
  void follow(const CycleRecord& cycle) {
    if (cycle.input.markers) camera_.take(*cycle.input.markers);
    const StateEstimate& estimate = cycle.output.estimate;
    if (!estimate.valid) return;
    hand_path_.push_back(pixel(estimate.p_WE));
    if (estimate.target.valid && targets_.targets.empty())
      target_path_.push_back(pixel(estimate.target.p_WT));
  }

  const cv::Mat& draw(const CycleRecord& cycle) {
    picture_.create(kTable, kWidth, CV_8UC3);
    picture_ = kPaper;
    draw_table();
    draw_robot(cycle.output.estimate);
    draw_names();
    draw_camera(cycle.output.now);
    draw_texts(cycle);
    return picture_;
  }

 private:
  cv::Point pixel(const Vector2& p_WX) const {
    const double middle = 0.5 * kTable;
    return {cvRound((middle + scale_ * p_WX.x()) * (1 << kSubpixelBits)),
            cvRound((middle - scale_ * p_WX.y()) * (1 << kSubpixelBits))};
  }

  std::vector<cv::Point> pixels(const std::vector<Vector2>& points) const {
    std::vector<cv::Point> result;
    for (const Vector2& point : points) result.push_back(pixel(point));
    return result;
  }

  void line(const std::vector<cv::Point>& points, const cv::Scalar& colour, int width, bool closed = false) {
    if (points.size() > 1) cv::polylines(picture_, points, closed, colour, width, cv::LINE_AA, kSubpixelBits);
  }

  void dot(const cv::Point& at, int radius, const cv::Scalar& colour) {
    cv::circle(picture_, at, radius << kSubpixelBits, colour, cv::FILLED, cv::LINE_AA, kSubpixelBits);
  }

  void draw_table() {
    const Vector2 half = 0.5 * config_.controller.table.size;
    const double step = 0.2;
    for (double x = -std::floor(half.x() / step) * step; x <= half.x(); x += step)
      line({pixel({x, -half.y()}), pixel({x, half.y()})}, kGrid, 1);
    for (double y = -std::floor(half.y() / step) * step; y <= half.y(); y += step)
      line({pixel({-half.x(), y}), pixel({half.x(), y})}, kGrid, 1);
    line({pixel({-half.x(), -half.y()}), pixel({half.x(), -half.y()}), pixel({half.x(), half.y()}),
          pixel({-half.x(), half.y()})},
         kLight, 2, true);
  }

  void draw_robot(const StateEstimate& estimate) {
    line(target_path_, kTarget, 1);
    line(hand_path_, kHand, 1);
    if (!estimate.valid) return;
    const RobotParameters& robot = config_.controller.robot;
    const auto outline = pixels(satellite_outline(robot, estimate.robot));
    cv::fillConvexPoly(picture_, outline, kBody, cv::LINE_AA, kSubpixelBits);
    line(outline, kInk, 2, true);
    const auto arm = pixels(arm_points(robot, estimate.robot));
    line(arm, kInk, 4);
    for (std::size_t i = 0; i + 1 < arm.size(); ++i) dot(arm[i], 5, kInk);
    if (estimate.target.valid) dot(pixel(estimate.target.p_WT), 8, kTarget);
    dot(pixel(estimate.p_WE), 5, kHand);
    cv::circle(picture_, pixel(estimate.p_WG), 6 << kSubpixelBits, kInk, 1, cv::LINE_AA, kSubpixelBits);
  }

  /// Of several targets; the one that is followed is drawn with the robot, the others are rings.
  void draw_names() {
    for (std::size_t i = 0; i < targets_.targets.size(); ++i) {
      const TargetPlace& target = targets_.targets[i];
      if (!target.known) continue;
      const cv::Point at = pixel(target.p_WT);
      if (i != targets_.followed)
        cv::circle(picture_, at, 7 << kSubpixelBits, kTarget, 2, cv::LINE_AA, kSubpixelBits);
      const cv::Point beside((at.x >> kSubpixelBits) + 12, (at.y >> kSubpixelBits) - 8);
      cv::putText(picture_, target.name, beside, cv::FONT_HERSHEY_SIMPLEX, 0.5, kInk, 1, cv::LINE_AA);
    }
  }

  void draw_camera(Time now) {
    constexpr int kMargin = 20;
    constexpr int kStrip = 70;
    constexpr int kLine = 30;
    constexpr int kSpan = kPanel - 2 * kMargin;
    const int height = kSpan * config_.camera.height / config_.camera.width;
    const cv::Rect field(kTable + kMargin, kTable - kMargin - height, kSpan, height);
    camera_.draw(picture_, field, {field.x, field.y - kLine - kStrip, field.width, kStrip});
    cv::putText(picture_, camera_.caption(now), {field.x, field.y - 8}, cv::FONT_HERSHEY_SIMPLEX, 0.5, kInk,
                1, cv::LINE_AA);
  }

  void text(int number, const std::string& words) {
    cv::putText(picture_, words, {kTable + 20, 40 + 32 * number}, cv::FONT_HERSHEY_SIMPLEX, 0.65, kInk, 1,
                cv::LINE_AA);
  }

  void draw_texts(const CycleRecord& cycle) {
    text(0, config_.experiment.name + ", seed " + std::to_string(config_.sim.seed));
    text(1, fmt::format("{:.2f} s   {}", to_seconds(cycle.output.now), phase_));
    text(2, std::string(kEnumeratorNames<SupervisorState>[static_cast<std::size_t>(cycle.output.state)]));
    if (cycle.output.guidance.status == TaskStatus::kIdle) return;
    text(3, fmt::format("hand to target {:.1f} mm at {:.1f} mm/s", 1e3 * cycle.output.guidance.distance,
                        1e3 * cycle.output.guidance.closing_speed));
  }

  const RunConfig& config_;
  CameraView camera_;
  double scale_;  // pixels a metre
  cv::Mat picture_;
  std::string phase_;
  TargetPlaces targets_;
  std::vector<cv::Point> hand_path_, target_path_;
};

/// Where the frames go.
class FrameFiles {
 public:
  explicit FrameFiles(const VideoOptions& options) : options_(options) {
    if (!options.png_folder.empty()) std::filesystem::create_directories(options.png_folder);
    if (options.video_path.empty()) return;
    video_ = open_video(options.video_path, options.frame_rate, {kWidth, kTable});
  }

  void add(const cv::Mat& picture) {
    if (video_) video_->write(picture);
    if (!options_.png_folder.empty()) {
      const std::string name = fmt::format("frame_{:05}.png", count_);
      const std::string path = (std::filesystem::path(options_.png_folder) / name).string();
      if (!codecs().write(path, picture)) throw std::runtime_error("cannot write " + path);
    }
    ++count_;
  }

  std::uint64_t count() const { return count_; }

 private:
  const VideoOptions& options_;
  std::unique_ptr<cv::VideoWriter> video_;
  std::uint64_t count_ = 0;
};

}  // namespace

tl::expected<std::uint64_t, std::string> export_video(const std::string& log_path,
                                                      const VideoOptions& options) {
  try {
    auto first = RunReader::open(log_path);
    if (!first) return tl::make_unexpected(first.error());
    LoggedConfiguration logged;
    std::int64_t offset_ns = 0;
    while (const RunItem* item = first->next()) {
      if (item->attachment != nullptr) logged.add(*item->attachment);
      if (item->metadata == nullptr) continue;
      logged.add(*item->metadata);
      if (item->metadata->name == kIdentityMetadata) offset_ns = clock_offset_ns(item->metadata->values);
    }
    if (first->result().merged)
      return tl::make_unexpected("no video of " + log_path + ": " + first->result().problem);
    if (!logged.present())
      return tl::make_unexpected("no video of " + log_path + ": the log holds no configuration");
    const RunConfig config = logged.load();
    RunPainter painter(config, offset_ns);
    FrameFiles files(options);
    const Duration step = from_seconds(1.0 / options.frame_rate);
    Time next{};
    auto reader = RunReader::open(log_path);
    if (!reader) return tl::make_unexpected(reader.error());
    while (const RunItem* item = reader->next()) {
      if (item->message != nullptr) painter.follow(*item->message);
      if (const auto phase = reader->take(kPhaseTopic)) painter.set_phase(*phase);
      if (auto targets = reader->take(kTargetsTopic)) painter.set_targets(std::move(*targets));
      const CycleRecord* cycle = reader->record();
      if (cycle == nullptr) continue;
      painter.follow(*cycle);
      for (; next <= cycle->output.now; next += step) files.add(painter.draw(*cycle));
    }
    if (files.count() == 0) {
      return tl::make_unexpected("no video of " + log_path + ": it holds no cycle that can be read" +
                                 (reader->result().problem.empty() ? "" : ": " + reader->result().problem));
    }
    return files.count();
  } catch (const std::exception& error) {  // of the configuration, the file system or OpenCV
    return tl::make_unexpected(std::string("no video of ") + log_path + ": " + error.what());
  }
}

}  // namespace freefloat
