#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "hal/monotonic_clock.h"
#include "hal/sim/sim_testbed.h"

namespace freefloat {

/// The simulated testbed in real time: a thread of its own advances it with CLOCK_MONOTONIC, and the program
/// meets it as it meets hardware, with its own real-time loop, a camera that makes it wait and a link that
/// does not. Runs do not repeat bit for bit here: what the threads do depends on the machine.
class RealTimeTestbed final : public Clock,
                              public Camera,
                              public MarkerSensor,
                              public JointLink,
                              public TruthSource {
 public:
  RealTimeTestbed(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
                  const CameraParameters& camera, std::unique_ptr<SimulatedDrives> drives = nullptr);
  ~RealTimeTestbed() override;
  RealTimeTestbed(const RealTimeTestbed&) = delete;
  RealTimeTestbed& operator=(const RealTimeTestbed&) = delete;

  Time now() override { return clock_.now(); }
  void sleep_until(Time deadline) override { clock_.sleep_until(deadline); }
  ReadStatus read(CameraPicture& picture) override;
  ReadStatus read(MarkerFrame& frame) override;
  ReadStatus read_targets(MarkerFrame& frame);
  MarkerSensor* target_sensor() { return world_.target_sensor() != nullptr ? &target_view_ : nullptr; }
  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  LinkHealth health() const override;
  Truth truth() const override;
  std::vector<ContactEvent> take_contacts() override;
  void arrange(const Arrangement& wanted);

 private:
  void advance_until_closed();
  template <class Read>
  ReadStatus wait_for(Read&& read);

  MonotonicClock clock_;
  mutable std::mutex mutex_;  // of world_
  mutable SimTestbed world_;
  TargetView<RealTimeTestbed> target_view_{*this};
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat
