#pragma once

#include <atomic>
#include <thread>

#include "hal/hil/hil_plant.h"
#include "hal/marker_sensor.h"
#include "hal/monotonic_clock.h"

namespace freefloat {

/// Hardware in the loop: a real board drives a simulated robot, which a thread of ours moves in real time.
/// The camera sees that robot; the way to the board is a real link, which is not part of this.
///
/// The robot is held at its start until somebody sleeps on the clock for the first time: the run begins.
class HilTestbed final : public Clock, public Camera, public MarkerSensor, public TruthSource {
 public:
  /// @throws HalError when the port cannot be opened, or the board does not speak there.
  HilTestbed(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera, const SerialPortConfig& port);
  ~HilTestbed() override;
  HilTestbed(const HilTestbed&) = delete;
  HilTestbed& operator=(const HilTestbed&) = delete;

  Time now() override { return clock_.now(); }
  void sleep_until(Time deadline) override;
  ReadStatus read(CameraPicture& picture) override { return plant_.read(picture, kLongestWait); }
  ReadStatus read(MarkerFrame& frame) override { return plant_.read(frame, kLongestWait); }
  Truth truth() const override { return plant_.truth(); }

  std::string describe_disturbances() const { return plant_.describe_disturbances(); }

 private:
  static constexpr Duration kLongestWait = std::chrono::milliseconds(100);

  void await_board(const std::string& port);

  MonotonicClock clock_;
  HilPlant plant_;
  bool released_ = false;
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat
