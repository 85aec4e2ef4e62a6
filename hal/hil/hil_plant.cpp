#include "hal/hil/hil_plant.h"

#include <algorithm>

namespace freefloat {

namespace {

constexpr Duration kTick = std::chrono::milliseconds(1);
constexpr double kFullDuty = 32767.0;  // FF_FULL_DUTY of servo/servo_parameters.h

BoardDrives to_drives(const ff_drive_frame& frame) {
  BoardDrives drives;
  drives.energised = (frame.flags & FF_DRIVE_ENERGISED) != 0;
  drives.close_gripper = (frame.flags & FF_DRIVE_CLOSE_GRIPPER) != 0;
  std::transform(std::begin(frame.duties), std::end(frame.duties), drives.duties.begin(),
                 [](std::int16_t duty) { return std::max(duty / kFullDuty, -1.0); });
  return drives;
}

ff_sensor_frame to_frame(const BoardSensors& sensors, std::uint32_t tick) {
  ff_sensor_frame frame{};
  frame.flags = sensors.gripper_contact ? FF_SENSOR_CONTACT : 0;
  frame.tick = static_cast<std::uint16_t>(tick);
  std::copy(sensors.pot_counts.begin(), sensors.pot_counts.end(), frame.pot_counts);
  std::copy(sensors.tacho_counts.begin(), sensors.tacho_counts.end(), frame.tacho_counts);
  std::copy(sensors.current_counts.begin(), sensors.current_counts.end(), frame.current_counts);
  return frame;
}

}  // namespace

HilPlant::HilPlant(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
                   const CameraParameters& camera, const SerialPortConfig& port, Clock& clock)
    : true_(draw_world(sim, robot, table, camera)),
      belief_{robot.markers, CameraModel(camera)},
      clock_(clock),
      port_(port, robot.joint_count()),
      stage_(make_stage()) {
  timeline_.start(Time{}, clock_.now());
}

std::shared_ptr<HilPlant::Stage> HilPlant::make_stage() const {
  auto stage = std::make_shared<Stage>(Stage{SimWorld(true_.sim, true_.robot, true_.table),
                                             SimCamera(true_.sim, true_.robot, true_.camera, belief_)});
  stage->camera.expose(stage->world);
  return stage;
}

void HilPlant::release() {
  const std::lock_guard lock(mutex_);
  timeline_.start(stage_->world.now(), clock_.now());
  held_ = false;
}

void HilPlant::put_back() {
  auto stage = make_stage();
  const std::lock_guard lock(mutex_);
  stage_ = std::move(stage);
  timeline_.start(stage_->world.now(), clock_.now());
}

void HilPlant::serve_once(const TickListener& on_tick) {
  port_.wait(kTick);
  const Time now = clock_.now();
  while (const auto drive = port_.receive()) port_.send(answer(*drive, now, on_tick));
  follow_silently(now);
  world_moved_.notify_all();
}

ff_sensor_frame HilPlant::answer(const ff_drive_frame& drive, Time arrival, const TickListener& on_tick) {
  const std::lock_guard lock(mutex_);
  ++frames_;
  if (!held_) {
    const Time begin = timeline_.begin_tick(drive.boot_id, drive.tick, stage_->world.now(), arrival);
    advance_to(begin);
    drives_ = to_drives(drive);
    advance_to(begin + kTick);
  }
  if (on_tick) on_tick(drive, stage_->world);
  return to_frame(stage_->world.read_sensors(), drive.tick);
}

void HilPlant::follow_silently(Time now) {
  const std::lock_guard lock(mutex_);
  if (held_) return;
  if (timeline_.is_dead(now)) drives_ = BoardDrives{};
  advance_to(timeline_.reach_silently(now));
}

void HilPlant::advance_to(Time world_time) {
  while (stage_->world.now() < world_time) {
    stage_->world.step(drives_);
    stage_->camera.expose(stage_->world);
  }
}

std::optional<Exposure> HilPlant::take_exposure(Duration limit) {
  std::optional<Exposure> exposure;
  std::unique_lock lock(mutex_);
  world_moved_.wait_for(lock, limit, [&] {
    exposure = stage_->camera.take_ready(stage_->world.now());
    return exposure.has_value();
  });
  if (!exposure) return std::nullopt;
  exposure->capture_time = timeline_.to_run_time(exposure->capture_time);
  pictured_ = stage_;
  return exposure;
}

Truth HilPlant::truth() const {
  const std::lock_guard lock(mutex_);
  return stage_->world.plant().truth();
}

bool HilPlant::is_energised() const {
  const std::lock_guard lock(mutex_);
  return drives_.energised;
}

std::uint64_t HilPlant::frames() const {
  const std::lock_guard lock(mutex_);
  return frames_;
}

std::string HilPlant::describe_disturbances() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  const auto add = [&text](std::uint64_t count, const char* what) {
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + what;
  };
  add(timeline_.boots() > 1 ? timeline_.boots() - 1 : 0, " restarts of the board");
  add(timeline_.left_out(), " ticks that the board left out");
  add(timeline_.jumps(), " jumps of the board's clock");
  add(port_.rejected(), " refusals of bytes at the instrument port");
  return text;
}

}  // namespace freefloat
