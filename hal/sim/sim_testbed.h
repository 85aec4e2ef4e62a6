#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "hal/camera.h"
#include "hal/clock.h"
#include "hal/marker_sensor.h"
#include "hal/sim/kinematic_link.h"
#include "hal/sim/plant.h"
#include "hal/sim/rendered_camera.h"
#include "hal/sim/simulated_board.h"
#include "hal/sim/simulated_gripper.h"
#include "hal/sim/simulated_link.h"
#include "types/table.h"
#include "vision/camera_model.h"

namespace freefloat {

/// The whole simulated testbed behind the interfaces of the HAL. Its clock is virtual: sleeping advances
/// plant, boards, wire and camera in lockstep, so a run depends on nothing but configuration and seed.
class SimTestbed final : public Clock, public Camera, public MarkerSensor, public TruthSource {
 public:
  SimTestbed(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera);

  Time now() override { return now_; }
  void sleep_until(Time deadline) override;
  ReadStatus read(CameraFrame& frame) override;
  ReadStatus read(MarkerFrame& frame) override;
  Truth truth() const override { return plant_.truth(); }

  JointLink& link();

 private:
  static constexpr int kInstants = 3;  // of an exposure: shutter opens, middle, shutter closes

  /// A picture being taken or on its way.
  struct Exposure {
    std::uint64_t sequence = 0;
    Time capture_time{};
    SceneSamples scene;
    int instants_taken = 0;
    bool lost = false;
  };

  void step();
  BoardSensors read_sensors();
  GripperState step_gripper(bool close);
  void apply_faults();
  void expose();
  void open_shutter();
  void sample_scene(int instant, double ago, SceneSamples& scene) const;
  bool active(SimFault fault, int index = -1) const;
  std::optional<Exposure> take_ready();
  Time capture_time(std::uint64_t frame) const;
  Time instant_time(Time capture_time, int instant) const;
  void wait_for_wall(Time time) const;

  const SimConfig config_;
  const RobotParameters robot_;
  const CameraParameters camera_parameters_;
  const CameraModel camera_model_;
  Time now_{};
  std::chrono::steady_clock::time_point wall_start_;
  Plant plant_;
  SimulatedGripper gripper_;
  std::unique_ptr<SimulatedBoard> board_;
  std::unique_ptr<SimulatedLink> board_link_;
  KinematicLink kinematic_link_;
  std::unique_ptr<RenderedCamera> renderer_;
  Random sensor_random_;
  Random frame_random_;
  Random marker_random_;
  BoardSensors last_sensors_;
  std::vector<bool> board_was_reset_;
  std::uint64_t next_frame_ = 0;
  Time next_capture_{};  // of the picture whose shutter opens next
  std::deque<Exposure> exposures_;
};

}  // namespace freefloat
