#include "hal/sim/real_time_testbed.h"

#include <algorithm>
#include <utility>

namespace freefloat {

namespace {

constexpr Duration kStep = std::chrono::milliseconds(1);
constexpr Duration kLongestWait = std::chrono::milliseconds(100);
constexpr Duration kCameraPoll = std::chrono::microseconds(500);

}  // namespace

RealTimeTestbed::RealTimeTestbed(const SimConfig& config, const RobotParameters& robot,
                                 const TableParameters& table, const CameraParameters& camera,
                                 std::unique_ptr<SimulatedDrives> drives)
    : world_(config, robot, table, camera, std::move(drives)) {
  thread_ = std::thread([this] { advance_until_closed(); });
}

RealTimeTestbed::~RealTimeTestbed() {
  closing_ = true;
  thread_.join();
}

void RealTimeTestbed::advance_until_closed() {
  for (Time next = clock_.now() + kStep; !closing_; next += kStep) {
    clock_.sleep_until(next);
    const std::lock_guard lock(mutex_);
    world_.sleep_until(next);
  }
}

template <class Read>
ReadStatus RealTimeTestbed::wait_for(Read&& read) {
  const Time deadline = clock_.now() + kLongestWait;
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (const ReadStatus status = read(); status != ReadStatus::kNone) return status;
    }
    if (clock_.now() >= deadline) return ReadStatus::kNone;
    clock_.sleep_until(clock_.now() + kCameraPoll);
  }
}

ReadStatus RealTimeTestbed::read(CameraPicture& picture) {
  return wait_for([&] { return world_.read(picture); });
}

ReadStatus RealTimeTestbed::read(MarkerFrame& frame) {
  return wait_for([&] { return world_.read(frame); });
}

ReadStatus RealTimeTestbed::read_targets(MarkerFrame& frame) {
  return wait_for([&] { return world_.read_targets(frame); });
}

void RealTimeTestbed::send(const JointCommand& command, Time now) {
  const std::lock_guard lock(mutex_);
  // The world may be a step ahead or behind; the wire's time is the world's.
  world_.link().send(command, std::max(now, world_.now()));
}

std::optional<JointFeedback> RealTimeTestbed::poll(Time now) {
  const std::lock_guard lock(mutex_);
  return world_.link().poll(std::min(now, world_.now()));
}

void RealTimeTestbed::arrange(const Arrangement& wanted) {
  const std::lock_guard lock(mutex_);
  world_.arrange(wanted);
}

LinkHealth RealTimeTestbed::health() const {
  const std::lock_guard lock(mutex_);
  return world_.link().health();
}

std::vector<ContactEvent> RealTimeTestbed::take_contacts() {
  const std::lock_guard lock(mutex_);
  return world_.take_contacts();
}

Truth RealTimeTestbed::truth() const {
  const std::lock_guard lock(mutex_);
  return world_.truth();
}

}  // namespace freefloat
