#include "hal/sim/sim_camera.h"

#include <cmath>

#include "vision/readout.h"

namespace freefloat {
namespace {

constexpr int kNoCarrier = -1;  // of the robot's bodies
// Spots nearer than so many of their standard deviations are one: with the default brightness and threshold
// the sky between two of them lies above the threshold.
constexpr double kOneSpotSigmas = 4.5;

}  // namespace

SimCamera::SimCamera(const SimConfig& config, const RobotParameters& robot, const CameraParameters& camera,
                     CameraBelief belief)
    : imaging_(config.imaging),
      targets_(config.target_sight ? std::vector<TargetParameters>() : all_targets(config)),
      robot_markers_(robot.markers),
      parameters_(camera),
      span_(camera.exposure + from_seconds(readout_span(camera))),
      model_(camera),
      cover_(config.imaging, robot, camera.p_WC),
      belief_(std::move(belief)),
      differs_(config.truth.has_value()),
      stamp_(config.truth ? config.truth->delays.stamp : Duration::zero()),
      frame_random_(config.seed, "frames"),
      marker_random_(config.seed, "markers"),
      fault_random_(config.seed, "camera faults") {
  if (imaging_.render) renderer_ = std::make_unique<RenderedCamera>(camera, imaging_, config.seed);
  next_capture_ = capture_time(next_frame_);
}

Time SimCamera::instant_time(Time capture_time, int instant) const {
  const double share = static_cast<double>(instant) / (kInstants - 1) - 0.5;  // of the span, from its middle
  return capture_time + from_seconds(share * to_seconds(span_));
}

Time SimCamera::capture_time(std::uint64_t frame) const {
  return Time{} + from_seconds(static_cast<double>(frame + 1) / parameters_.rate);
}

void SimCamera::open_shutter(const SimWorld& world) {
  Exposure exposure;
  exposure.sequence = next_frame_++;
  exposure.capture_time = next_capture_;
  exposure.lost = frame_random_.uniform() < imaging_.frame_loss;
  if (!world.faults().empty()) fail(world, exposure);
  exposures_.push_back(exposure);
  next_capture_ = capture_time(next_frame_);
}

void SimCamera::fail(const SimWorld& world, Exposure& exposure) {
  for (const ScheduledFault& fault : world.faults()) {
    const auto [part, mode] = failure_of(fault);
    if (fault.fault == SimFault::kMarkersSwapped && is_active(fault, world.now()))
      exposure.swapped = fault.index;
    if (part != SimFault::kCamera || !is_active(fault, world.now())) continue;
    exposure.lost = exposure.lost || mode == FaultMode::kOff ||
                    (mode == FaultMode::kSlow && passed_ && exposure.capture_time - *passed_ < fault.delay);
    exposure.stuck = exposure.stuck || mode == FaultMode::kStuck;
    exposure.garbage = exposure.garbage || mode == FaultMode::kGarbage;
    exposure.doubled = exposure.doubled || mode == FaultMode::kDuplicated;
    if (mode == FaultMode::kDelayed) exposure.late += fault.delay;
    if (mode == FaultMode::kWrong) exposure.stamp += fault.delay;
  }
  if (!exposure.lost) passed_ = exposure.capture_time;
}

void SimCamera::expose(const SimWorld& world) {
  const Time now = world.now();
  if (now >= instant_time(next_capture_, 0)) open_shutter(world);
  for (auto exposure = exposures_.rbegin(); exposure != exposures_.rend(); ++exposure) {
    if (exposure->instants_taken == kInstants) return;  // and so are all pictures before it
    while (exposure->instants_taken < kInstants) {
      const Time instant = instant_time(exposure->capture_time, exposure->instants_taken);
      if (now < instant) break;
      sample_scene(world, exposure->instants_taken, to_seconds(now - instant), exposure->scene);
      ++exposure->instants_taken;
    }
  }
}

void SimCamera::sample_scene(const SimWorld& world, int instant, double ago, SceneSamples& scene) const {
  scene.sample_count = kInstants;
  scene.led_count = 0;
  scene.glare_count = world.active(SimFault::kGlare) ? 1 : 0;
  const auto add = [&](const Vector2& p, double height, int carrier) {
    LedSamples& led = scene.leds[scene.led_count];
    led.p_WM[instant] = p;
    led.height = height;
    led.visible = !world.active(SimFault::kMarkerHidden, scene.led_count) &&
                  !cover_.hides(world.plant(), carrier, p, height);
    ++scene.led_count;
  };
  for (const MarkerParameters& marker : robot_markers_)
    add(world.plant().point(marker.body, marker.position, ago), marker.height, marker.body);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    for (const Vector2& offset : targets_[i].markers)
      add(world.plant().target_point(offset, ago, i), targets_[i].marker_height, kNoCarrier);
  }
}

std::optional<Exposure> SimCamera::take_ready(Time now) {
  while (!exposures_.empty()) {
    const Exposure& first = exposures_.front();
    if (first.instants_taken < kInstants || now < first.capture_time + parameters_.latency + first.late)
      return std::nullopt;
    Exposure exposure = first;
    if (first.doubled && !first.lost) {
      exposures_.front().doubled = false;
      exposures_.front().stuck = true;
      return exposure;
    }
    exposures_.pop_front();
    if (!exposure.lost) return exposure;
  }
  return std::nullopt;
}

void SimCamera::develop(const Exposure& exposure, CameraPicture& picture) {
  const Time stamp = exposure.capture_time + stamp_ + exposure.stamp;
  if (exposure.stuck && last_picture_.image.pixels != nullptr) {
    picture = last_picture_;
    picture.capture_time = stamp;
    picture.sequence = exposure.sequence;
    return;
  }
  picture = renderer_->render(exposure.scene, stamp, exposure.sequence);
  if (exposure.garbage) spoil(picture);
  last_picture_ = picture;
}

/// Random grey levels.
void SimCamera::spoil(CameraPicture& picture) {
  garbage_.resize(static_cast<std::size_t>(picture.image.width) * picture.image.height);
  for (std::uint8_t& pixel : garbage_) pixel = static_cast<std::uint8_t>(fault_random_.next() >> 56);
  picture.image.pixels = garbage_.data();
  picture.image.stride = picture.image.width;
}

/// LEDs anywhere within 1 m.
void SimCamera::spoil(MarkerFrame& frame) {
  for (int i = 0; i < frame.marker_count; ++i) {
    const double x = fault_random_.uniform(-1.0, 1.0);
    frame.markers[i].p_WM = {x, fault_random_.uniform(-1.0, 1.0)};
  }
}

void SimCamera::develop(const Exposure& exposure, MarkerFrame& frame) {
  const Time stamp = exposure.capture_time + stamp_ + exposure.stamp;
  if (exposure.stuck && last_frame_.marker_count > 0) {
    const MarkerPrediction prediction = frame.prediction;
    frame = last_frame_;
    frame.prediction = prediction;
    frame.capture_time = stamp;
    frame.sequence = exposure.sequence;
    return;
  }
  frame.capture_time = stamp;
  frame.sequence = exposure.sequence;
  frame.marker_count = exposure.scene.led_count;
  frame.blob_count = 0;
  for (int i = 0; i < exposure.scene.led_count; ++i) {
    const LedSamples& led = exposure.scene.leds[i];
    MarkerMeasurement& marker = frame.markers[i];
    marker = MarkerMeasurement{};
    const Vector2 middle = led.p_WM[kInstants / 2];
    const auto uv = model_.project(middle, led.height);
    if (!led.visible || !uv) continue;
    const double sigma = imaging_.marker_noise;
    const Matrix2 scale = model_.back_projection_jacobian(*uv, led.height);
    const double u = sigma * marker_random_.normal();
    const double v = sigma * marker_random_.normal();
    const Vector2 noise{u, v};
    marker.seen = true;
    marker.uv_px = *uv + noise;
    marker.p_WM = middle + scale * noise;
    marker.covariance = sigma * sigma * scale * scale.transpose();
    marker.peak = imaging_.led_peak;
    if (differs_) believe(i, led, marker);
    if (marker.seen) ++frame.blob_count;
  }
  if (exposure.swapped >= 0) std::swap(frame.markers[exposure.swapped], frame.markers[exposure.swapped + 1]);
  if (exposure.garbage) spoil(frame);
  last_frame_ = frame;
}

void SimCamera::merge_spots(MarkerFrame& frame) const {
  const double reach = kOneSpotSigmas * std::hypot(imaging_.psf_sigma, imaging_.defocus);
  const auto& expected = frame.prediction.markers;
  for (int b = 1; b < frame.marker_count; ++b) {
    for (int a = 0; a < b && frame.markers[b].seen; ++a) {
      const bool one =
          frame.markers[a].seen && (frame.markers[a].uv_px - frame.markers[b].uv_px).norm() < reach;
      if (!one || (expected[a].known && expected[b].known)) continue;
      frame.markers[b] = MarkerMeasurement{};
      --frame.blob_count;
    }
  }
}

/// Where the tracker takes an LED for that it sees at a pixel.
void SimCamera::believe(int led, const LedSamples& sample, MarkerMeasurement& marker) const {
  const std::size_t index = led;
  const double height = index < belief_.markers.size() ? belief_.markers[index].height : sample.height;
  const auto p_WM = belief_.camera.back_project(marker.uv_px, height);
  if (!p_WM) {
    marker = MarkerMeasurement{};
    return;
  }
  const Matrix2 scale = belief_.camera.back_projection_jacobian(marker.uv_px, height);
  marker.p_WM = *p_WM;
  marker.covariance = imaging_.marker_noise * imaging_.marker_noise * scale * scale.transpose();
}

}  // namespace freefloat
