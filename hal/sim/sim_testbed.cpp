#include "hal/sim/sim_testbed.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "hal/sim/converter.h"

namespace freefloat {

SimTestbed::SimTestbed(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
                       const CameraParameters& camera)
    : config_(config),
      robot_(robot),
      camera_parameters_(camera),
      camera_model_(camera),
      wall_start_(std::chrono::steady_clock::now()),
      plant_(robot, config, table.size),
      gripper_(config.gripper),
      kinematic_link_(robot.joint_count()),
      sensor_random_(config.seed, "sensors"),
      frame_random_(config.seed, "frames"),
      marker_random_(config.seed, "markers"),
      board_was_reset_(config.faults.size(), false) {
  if (config.servo == ServoModel::kFirmware) {
    board_ = std::make_unique<SimulatedBoard>(robot, config.drives);
    board_link_ = std::make_unique<SimulatedLink>(config.link, config.faults, config.seed, *board_);
  } else {
    kinematic_link_.set_feedback(plant_.joints(), plant_.joint_rates(), gripper_.state());
  }
  if (config.imaging.render)
    renderer_ = std::make_unique<RenderedCamera>(camera, config.imaging, config.seed);
  next_capture_ = capture_time(next_frame_);
  expose();
}

JointLink& SimTestbed::link() {
  if (board_link_) return *board_link_;
  return kinematic_link_;
}

void SimTestbed::sleep_until(Time deadline) {
  while (now_ < deadline) step();
  if (config_.pace == SimPace::kPaced) wait_for_wall(deadline);
}

void SimTestbed::wait_for_wall(Time time) const {
  std::this_thread::sleep_until(wall_start_ + time.time_since_epoch());
}

bool SimTestbed::active(SimFault fault, int index) const {
  return std::any_of(config_.faults.begin(), config_.faults.end(), [&](const ScheduledFault& scheduled) {
    return scheduled.fault == fault && scheduled.begin <= now_ && now_ < scheduled.end &&
           (index < 0 || scheduled.index == index);
  });
}

void SimTestbed::step() {
  PlantInput input;
  const auto joint_count = static_cast<Eigen::Index>(robot_.joint_count());
  bool close = false;
  if (!config_.faults.empty()) apply_faults();
  if (board_) {
    board_link_->deliver_to_board(now_);
    const BoardDrives drives = board_->tick(read_sensors(), now_);
    board_link_->collect_from_board(now_);
    input.motor_voltages.resize(joint_count);
    for (Eigen::Index j = 0; j < joint_count; ++j) {
      const auto i = static_cast<std::size_t>(j);
      input.motor_voltages[j] = drives.duties[i] * config_.drives[i].supply_voltage;
    }
    input.energised = drives.energised;
    close = drives.close_gripper;
  } else {
    input.joint_rates = kinematic_link_.command().rates;
    close = kinematic_link_.command().close_gripper;
  }
  plant_.step(input);
  now_ += config_.step;

  const GripperState gripper = step_gripper(close);
  if (!board_) kinematic_link_.set_feedback(plant_.joints(), plant_.joint_rates(), gripper);
  expose();
}

GripperState SimTestbed::step_gripper(bool close) {
  if (!close && gripper_.state() == GripperState::kOpen) return GripperState::kOpen;
  const bool present = config_.target.mount != TargetMount::kNone;
  const double distance = present ? plant_.hand_to_target().norm() : std::numeric_limits<double>::infinity();
  const double speed = plant_.hand_to_target_velocity().norm();
  const GripperState state = gripper_.step(close, distance, speed, config_.step);
  if (state == GripperState::kHolding) {
    plant_.attach_target();
  } else {
    plant_.detach_target();
  }
  return state;
}

void SimTestbed::apply_faults() {
  Vector2 push = Vector2::Zero();
  for (std::size_t i = 0; i < config_.faults.size(); ++i) {
    const ScheduledFault& fault = config_.faults[i];
    if (fault.fault == SimFault::kPush && fault.begin <= now_ && now_ < fault.end)
      push.x() += fault.magnitude;
    if (fault.fault == SimFault::kBoardReset && fault.begin <= now_ && !board_was_reset_[i] && board_) {
      board_->reset();
      board_was_reset_[i] = true;
    }
  }
  plant_.set_push(push);
}

BoardSensors SimTestbed::read_sensors() {
  BoardSensors sensors;
  sensors.gripper_contact = gripper_.state() == GripperState::kHolding;
  for (int j = 0; j < robot_.joint_count(); ++j) {
    const auto i = static_cast<std::size_t>(j);
    const DriveParameters& drive = config_.drives[i];
    const double angle = plant_.joints()[j] + drive.pot_noise * sensor_random_.normal();
    const double rate = plant_.joint_rates()[j] + drive.tacho_noise * sensor_random_.normal();
    sensors.pot_counts[i] = convert_to_count(angle, drive.pot_range, drive.converter_bits);
    sensors.tacho_counts[i] = convert_to_count(rate, 2.0 * drive.tacho_range, drive.converter_bits);
    if (config_.faults.empty()) continue;
    if (active(SimFault::kPotStuck, j)) sensors.pot_counts[i] = last_sensors_.pot_counts[i];
    if (active(SimFault::kTachoStuck, j)) sensors.tacho_counts[i] = last_sensors_.tacho_counts[i];
  }
  last_sensors_ = sensors;
  return sensors;
}

Time SimTestbed::instant_time(Time capture_time, int instant) const {
  const double share =
      static_cast<double>(instant) / (kInstants - 1) - 0.5;  // of the exposure, from its middle
  return capture_time + from_seconds(share * to_seconds(camera_parameters_.exposure));
}

Time SimTestbed::capture_time(std::uint64_t frame) const {
  return Time{} + from_seconds(static_cast<double>(frame + 1) / camera_parameters_.rate);
}

void SimTestbed::open_shutter() {
  Exposure exposure;
  exposure.sequence = next_frame_++;
  exposure.capture_time = next_capture_;
  exposure.lost = frame_random_.uniform() < config_.imaging.frame_loss || active(SimFault::kFramesDropped);
  exposures_.push_back(exposure);
  next_capture_ = capture_time(next_frame_);
}

void SimTestbed::expose() {
  if (now_ >= instant_time(next_capture_, 0)) open_shutter();
  for (auto exposure = exposures_.rbegin(); exposure != exposures_.rend(); ++exposure) {
    if (exposure->instants_taken == kInstants) return;  // and so are all pictures before it
    while (exposure->instants_taken < kInstants) {
      const Time instant = instant_time(exposure->capture_time, exposure->instants_taken);
      if (now_ < instant) break;
      sample_scene(exposure->instants_taken, to_seconds(now_ - instant), exposure->scene);
      ++exposure->instants_taken;
    }
  }
}

void SimTestbed::sample_scene(int instant, double ago, SceneSamples& scene) const {
  scene.sample_count = kInstants;
  scene.led_count = 0;
  scene.glare_count = active(SimFault::kGlare) ? 1 : 0;
  const auto add = [&](const Vector2& p, double height) {
    LedSamples& led = scene.leds[static_cast<std::size_t>(scene.led_count)];
    led.p_WM[static_cast<std::size_t>(instant)] = p;
    led.height = height;
    led.visible = !active(SimFault::kMarkerHidden, scene.led_count);
    ++scene.led_count;
  };
  for (const MarkerParameters& marker : robot_.markers)
    add(plant_.point(marker.body, marker.position, ago), marker.height);
  if (config_.target.mount == TargetMount::kNone) return;
  for (const Vector2& offset : config_.target.markers)
    add(plant_.target_point(offset, ago), config_.target.marker_height);
}

std::optional<SimTestbed::Exposure> SimTestbed::take_ready() {
  while (!exposures_.empty()) {
    const Exposure& first = exposures_.front();
    if (first.instants_taken < kInstants || now_ < first.capture_time + camera_parameters_.latency)
      return std::nullopt;
    Exposure exposure = first;
    exposures_.pop_front();
    if (!exposure.lost) return exposure;
  }
  return std::nullopt;
}

ReadStatus SimTestbed::read(CameraFrame& frame) {
  const auto exposure = take_ready();
  if (!exposure) return ReadStatus::kNone;
  frame = renderer_->render(exposure->scene, exposure->capture_time, exposure->sequence);
  return ReadStatus::kFrame;
}

ReadStatus SimTestbed::read(MarkerFrame& frame) {
  const auto exposure = take_ready();
  if (!exposure) return ReadStatus::kNone;
  frame.capture_time = exposure->capture_time;
  frame.sequence = exposure->sequence;
  frame.marker_count = exposure->scene.led_count;
  frame.blob_count = 0;
  for (int i = 0; i < exposure->scene.led_count; ++i) {
    const LedSamples& led = exposure->scene.leds[static_cast<std::size_t>(i)];
    MarkerMeasurement& marker = frame.markers[static_cast<std::size_t>(i)];
    marker = MarkerMeasurement{};
    const Vector2 middle = led.p_WM[kInstants / 2];
    const auto uv = camera_model_.project(middle, led.height);
    if (!led.visible || !uv) continue;
    const double sigma = config_.imaging.marker_noise;
    const Matrix2 scale = camera_model_.back_projection_jacobian(*uv, led.height);
    const double u = sigma * marker_random_.normal();
    const double v = sigma * marker_random_.normal();
    const Vector2 noise{u, v};
    marker.seen = true;
    marker.uv_px = *uv + noise;
    marker.p_WM = middle + scale * noise;
    marker.covariance = sigma * sigma * scale * scale.transpose();
    marker.peak = config_.imaging.led_peak;
    ++frame.blob_count;
  }
  return ReadStatus::kFrame;
}

}  // namespace freefloat
