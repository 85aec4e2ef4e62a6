#include "runtime/marker_input.h"

#include <limits>
#include <utility>

namespace freefloat {

namespace {

/// @return The targets' own source as if it were the testbed's only one.
Hal only_targets(const Hal& hal) {
  Hal targets = hal;
  targets.camera = nullptr;
  targets.marker_sensor = std::exchange(targets.target_sensor, nullptr);
  targets.marker_path_health = std::exchange(targets.target_path_health, nullptr);
  return targets;
}

}  // namespace

VisionPipeline make_vision(const RunConfig& config, bool joints_told) {
  const TargetParameters& target = config.sim.target;
  if (config.hardware.target_source) {
    MarkerScene scene = make_marker_scene(config.controller.robot, {}, target.marker_height);
    scene.joints_told = joints_told;
    return {config.vision, config.camera, scene};
  }
  MarkerScene scene = make_marker_scene(config.controller.robot, target.markers, target.marker_height);
  scene.table_size = config.controller.table.size;
  if (target.search.radius > 0.0) {
    scene.target_place = target.search.expected_at.value_or(target.start.p);
    scene.target_radius = target.search.radius;
  }
  for (const TargetParameters& other : config.sim.more_targets)
    add_target(other.markers, other.marker_height, scene);
  scene.joints_told = joints_told;
  return {config.vision, config.camera, scene};
}

LengthCheck make_length_check(const RunConfig& config) {
  const HardwareConfig& hardware = config.hardware;
  const bool tells_no_pixels = hardware.plant || (hardware.camera && hardware.camera->tells_markers());
  return {config.controller.robot, config.camera, config.controller.estimator.marker_sigma_floor,
          config.controller.safety.check_lengths && !tells_no_pixels};
}

MarkerInput::MarkerInput(Hal& hal, VisionPipeline* vision, PictureListener on_picture,
                         MarkerListener on_markers)
    : hal_(hal),
      target_hal_(hal.target_sensor != nullptr ? only_targets(hal) : Hal{}),
      target_(hal.target_sensor != nullptr ? std::make_unique<MarkerInput>(target_hal_, nullptr) : nullptr),
      vision_(vision),
      on_picture_(std::move(on_picture)),
      on_markers_(std::move(on_markers)) {
  if (!hal_.lockstep) thread_ = std::thread([this] { run_vision(); });
}

MarkerInput::~MarkerInput() {
  closing_ = true;
  if (thread_.joinable()) thread_.join();
}

bool MarkerInput::read_one(MarkerFrame& frame) {
  ReadStatus status = ReadStatus::kNone;
  if (hal_.marker_sensor != nullptr) {
    frame.prediction = prediction_;
    status = hal_.marker_sensor->read(frame);
  } else {
    CameraPicture picture;
    status = hal_.camera->read(picture);
    if (status == ReadStatus::kFrame) {
      const int pictures_since_scan = vision_->pictures_since_scan();
      spots_before_ = vision_->spots();
      frame = vision_->process(picture.image, picture.capture_time, picture.sequence, prediction_);
      if (on_picture_) on_picture_({picture, frame, *vision_, pictures_since_scan, &spots_before_});
    }
  }
  if (status == ReadStatus::kEnded || status == ReadStatus::kFailed) ended_ = true;
  return status == ReadStatus::kFrame;
}

std::optional<MarkerFrame> MarkerInput::take() {
  if (!hal_.lockstep) return newest_frame_.take();
  std::optional<MarkerFrame> newest;
  MarkerFrame frame;
  while (read_one(frame)) {
    if (on_markers_) on_markers_(frame);
    newest = frame;
  }
  look_at_path();
  return newest;
}

void MarkerInput::expect(const MarkerPrediction& expected) {
  if (target_) target_->expect(expected);
  MarkerPrediction prediction = expected;
  if (!joints_told_) {
    prediction.joints.resize(0);
    prediction.joint_sigma = std::numeric_limits<double>::infinity();  // no waiting for the first angles
  }
  if (hal_.lockstep) {
    prediction_ = prediction;
  } else {
    newest_prediction_.try_put(prediction);
  }
}

void MarkerInput::run_vision() {
  MarkerFrame frame;
  while (!closing_ && !ended_) {
    if (const auto prediction = newest_prediction_.take()) prediction_ = *prediction;
    const bool any = read_one(frame);
    look_at_path();
    if (!any) continue;
    newest_frame_.put(frame);
    if (on_markers_) on_markers_(frame);
  }
}

void MarkerInput::look_at_path() {
  constexpr Duration kPeriod = std::chrono::milliseconds(100);
  if (!hal_.marker_path_health) return;
  const Time now = hal_.clock->now();
  if (looked_at_path_ && now - *looked_at_path_ < kPeriod) return;
  looked_at_path_ = now;
  newest_path_health_.put(hal_.marker_path_health());
}

}  // namespace freefloat
