#include "hal/sim/real_time_testbed.h"

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
    locked([next](SimTestbed& world) { world.sleep_until(next); });
  }
}

ReadStatus RealTimeTestbed::wait_for(const std::function<ReadStatus(SimTestbed&)>& read) {
  const Time deadline = clock_.now() + kLongestWait;
  for (;;) {
    if (const ReadStatus status = locked(read); status != ReadStatus::kNone) return status;
    if (clock_.now() >= deadline) return ReadStatus::kNone;
    clock_.sleep_until(clock_.now() + kCameraPoll);
  }
}

}  // namespace freefloat
