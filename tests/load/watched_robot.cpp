#include "load/watched_robot.h"

#include <utility>

#include "wire/frame.h"
#include "wire/messages.h"

namespace freefloat::load {

WatchedRobot::WatchedRobot(const RunConfig& config, const std::string& markers_to)
    : robot_(config.sim, config.controller.robot, config.controller.table, config.camera, "0", std::nullopt,
             [this](std::span<const std::uint8_t> frame, Duration age) {
               look_for_stop(frame, std::chrono::steady_clock::now() - age);
             }),
      tracker_(markers_to) {
  thread_ = std::thread([this] { send_markers(); });
}

WatchedRobot::~WatchedRobot() {
  closing_ = true;
  thread_.join();
}

std::vector<std::chrono::steady_clock::time_point> WatchedRobot::take_stops() {
  const std::lock_guard lock(mutex_);
  return std::exchange(stops_, {});
}

void WatchedRobot::send_markers() {
  MarkerFrame frame;
  while (!closing_) {
    if (robot_.read(frame) == ReadStatus::kFrame) tracker_.send(frame, robot_.now());
  }
}

void WatchedRobot::look_for_stop(std::span<const std::uint8_t> frame,
                                 std::chrono::steady_clock::time_point arrived) {
  ff_command command{};
  if (frame.size() != FF_COMMAND_FRAME_SIZE || !ff_decode_command(frame.data(), &command)) return;
  const bool stops = (command.flags & FF_COMMAND_STOP) != 0;
  if (stops && !stopping_) {
    const std::lock_guard lock(mutex_);
    stops_.push_back(arrived);
  }
  stopping_ = stops;
}

}  // namespace freefloat::load
