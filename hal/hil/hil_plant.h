#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "hal/clock.h"
#include "hal/hil/board_timeline.h"
#include "hal/hil/instrument_port.h"
#include "hal/sim/sim_camera.h"
#include "hal/sim/true_world.h"
#include "hal/truth.h"
#include "model/robot_parameters.h"
#include "types/table.h"

namespace freefloat {

/// Called after each tick of the board with what it did and the world at the tick's end.
using TickListener = std::function<void(const ff_drive_frame&, const SimWorld&)>;

/// The simulated robot behind a real board's instrument port. One thread serves the port; others may look at
/// the robot and take pictures of it.
class HilPlant {
 public:
  /// @param clock The run's; must outlive the plant.
  /// @throws HalError when the port cannot be opened.
  HilPlant(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
           const CameraParameters& camera, const SerialPortConfig& port, Clock& clock);

  /// Answers the board once: waits for its frames, at most 1 ms, moves the robot, and sends what the sensors
  /// read.
  void serve_once(const TickListener& on_tick = {});

  /// Lets go of the robot, which is held at its start until then.
  void release();

  /// Puts the robot back to its start, where it floats off again.
  void put_back();

  /// Waits for the next picture, at most `limit`. Its capture time is of the run's clock; its pixels stay
  /// valid until the next call. For one thread.
  /// @param frame A CameraPicture, or without pixels a MarkerFrame.
  template <class Frame>
  ReadStatus read(Frame& frame, Duration limit) {
    const std::optional<Exposure> exposure = take_exposure(limit);
    return exposure ? pictured_->camera.develop(exposure, frame) : ReadStatus::kNone;
  }

  Truth truth() const;

  /// @return Whether the board drives the motors, by its newest frame; false when it is silent.
  bool is_energised() const;

  /// @return Drive frames received since the start.
  std::uint64_t frames() const;

  /// @return What disturbed the loop through the board, in plain words; empty: nothing.
  std::string describe_disturbances() const;

 private:
  // What is on the table, with the camera above it; exchanged as a whole when the robot is put back.
  struct Stage {
    SimWorld world;
    SimCamera camera;
  };

  std::shared_ptr<Stage> make_stage() const;
  std::optional<Exposure> take_exposure(Duration limit);
  ff_sensor_frame answer(const ff_drive_frame& drive, Time arrival, const TickListener& on_tick);
  void follow_silently(Time now);
  void advance_to(Time world_time);

  const TrueWorld true_;
  const CameraBelief belief_;
  Clock& clock_;
  InstrumentPort port_;
  std::shared_ptr<Stage> pictured_;  // stage of the newest picture
  mutable std::mutex mutex_;         // of all below
  std::condition_variable world_moved_;
  std::shared_ptr<Stage> stage_;
  BoardTimeline timeline_;
  BoardDrives drives_;
  bool held_ = true;
  std::uint64_t frames_ = 0;
};

}  // namespace freefloat
