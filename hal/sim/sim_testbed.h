#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "hal/clock.h"
#include "hal/marker_sensor.h"
#include "hal/sim/kinematic_link.h"
#include "hal/sim/sim_camera.h"
#include "hal/sim/simulated_board.h"
#include "hal/sim/simulated_drives.h"
#include "hal/sim/simulated_link.h"
#include "hal/sim/target_sensor.h"
#include "hal/sim/true_world.h"

namespace freefloat {

/// The whole simulated testbed behind the interfaces of the HAL. Its clock is virtual: sleeping advances
/// world, board, wire and camera in lockstep, so a run depends on nothing but configuration and seed.
class SimTestbed final : public Clock, public Camera, public MarkerSensor, public TruthSource {
 public:
  /// The world is as the files say but for `config.truth`; board and wire are set up by the files.
  /// @param drives What drives the joints instead of the simulated board; the way to it is not part of this.
  SimTestbed(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera, std::unique_ptr<SimulatedDrives> drives = nullptr)
      : SimTestbed(config, robot, table, camera, draw_world(config, robot, table, camera),
                   std::move(drives)) {}

  Time now() override { return world_.now(); }
  void sleep_until(Time deadline) override;
  ReadStatus read(CameraPicture& picture) override { return look(picture); }
  ReadStatus read(MarkerFrame& frame) override {
    const ReadStatus status = look(frame);
    if (status == ReadStatus::kFrame) camera_.merge_spots(frame);
    return status;
  }
  /// What sees the targets alone. @return kNone also where nothing does.
  ReadStatus read_targets(MarkerFrame& frame) {
    return target_sensor_ ? target_sensor_->read(world_.now(), frame) : ReadStatus::kNone;
  }
  /// @return The same as a tracker; null: the camera sees the targets.
  MarkerSensor* target_sensor() { return target_sensor_ ? &target_view_ : nullptr; }
  Truth truth() const override { return world_.plant().truth(); }
  std::vector<ContactEvent> take_contacts() override { return world_.take_contacts(); }

  /// @return The link to the simulated board, or to ideal joints.
  JointLink& link();

  /// Between sleeps: see Hal::arrange. Pictures that are still on their way show what was there before, and
  /// are thrown away.
  void arrange(const Arrangement& wanted);

 private:
  SimTestbed(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera, const TrueWorld& world, std::unique_ptr<SimulatedDrives> drives);

  template <class Frame>
  ReadStatus look(Frame& frame) {
    return camera_.develop(camera_.take_ready(world_.now()), frame);
  }
  void look_at_world();
  void step();
  void step_board();
  void step_ideal_joints();
  void reset_board();
  void tell_ideal_joints();

  const SimConfig config_;
  std::chrono::steady_clock::time_point wall_start_;
  SimWorld world_;
  SimCamera camera_;
  std::optional<TargetSensor> target_sensor_;
  TargetView<SimTestbed> target_view_{*this};
  std::unique_ptr<SimulatedDrives> drives_;
  std::unique_ptr<SimulatedBoard> board_;
  std::unique_ptr<SimulatedLink> board_link_;
  KinematicLink kinematic_link_;
  std::vector<bool> board_was_reset_;
};

}  // namespace freefloat
