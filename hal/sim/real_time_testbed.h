#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
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
  ReadStatus read(CameraPicture& picture) override {
    return wait_for([&](SimTestbed& world) { return world.read(picture); });
  }
  ReadStatus read(MarkerFrame& frame) override {
    return wait_for([&](SimTestbed& world) { return world.read(frame); });
  }
  ReadStatus read_targets(MarkerFrame& frame) {
    return wait_for([&](SimTestbed& world) { return world.read_targets(frame); });
  }
  MarkerSensor* target_sensor() { return world_.target_sensor() != nullptr ? &target_view_ : nullptr; }
  JointLink& link() { return *this; }
  // The world may be a step ahead or behind; the wire's time is the world's.
  void send(const JointCommand& command, Time now) override {
    locked([&](SimTestbed& world) { world.link().send(command, std::max(now, world.now())); });
  }
  std::optional<JointFeedback> poll(Time now) override {
    return locked([&](SimTestbed& world) { return world.link().poll(std::min(now, world.now())); });
  }
  LinkHealth health() const override {
    return locked([](SimTestbed& world) { return world.link().health(); });
  }
  Truth truth() const override {
    return locked([](SimTestbed& world) { return world.truth(); });
  }
  std::vector<ContactEvent> take_contacts() override {
    return locked([](SimTestbed& world) { return world.take_contacts(); });
  }
  void arrange(const Arrangement& wanted) {
    locked([&](SimTestbed& world) { world.arrange(wanted); });
  }

 private:
  void advance_until_closed();
  ReadStatus wait_for(const std::function<ReadStatus(SimTestbed&)>& read);

  template <class Ask>
  std::invoke_result_t<Ask, SimTestbed&> locked(Ask&& ask) const {
    const std::lock_guard lock(mutex_);
    return ask(world_);
  }

  MonotonicClock clock_;
  mutable std::mutex mutex_;  // of world_
  mutable SimTestbed world_;
  TargetView<RealTimeTestbed> target_view_{*this};
  std::atomic<bool> closing_{false};
  std::thread thread_;
};

}  // namespace freefloat
