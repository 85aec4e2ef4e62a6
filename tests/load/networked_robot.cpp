#include "load/networked_robot.h"

#include <array>
#include <utility>

#include "hal/sim/servo_tuning.h"
#include "wire/frame.h"
#include "wire/messages.h"

namespace freefloat::load {

namespace {

constexpr Duration kTick = std::chrono::milliseconds(1);

}  // namespace

NetworkedRobot::NetworkedRobot(const RunConfig& config, const std::string& markers_to)
    : socket_(UdpSocket::listen(resolve_udp_address("0"))),
      tracker_(markers_to),
      board_(tune_servo(config.controller.robot, config.sim.drives)),
      world_(config.sim, config.controller.robot, config.controller.table),
      camera_(config.sim, config.controller.robot, config.camera,
              {config.controller.robot.markers, CameraModel(config.camera)}) {
  camera_.expose(world_);
  thread_ = std::thread([this] { live(); });
}

NetworkedRobot::~NetworkedRobot() {
  closing_ = true;
  thread_.join();
}

std::string NetworkedRobot::address() const {
  return to_string(socket_.local_address());
}

std::vector<std::chrono::steady_clock::time_point> NetworkedRobot::take_stops() {
  const std::lock_guard lock(mutex_);
  return std::exchange(stops_, {});
}

void NetworkedRobot::live() {
  for (Time next = clock_.now() + kTick; !closing_; next += kTick) {
    clock_.sleep_until(next);
    receive();
    const Time now = world_.now();
    const BoardDrives drives = board_.tick(world_.read_sensors(), now);
    answer(board_.take_status());
    answer(board_.take_identity());
    world_.step(drives);
    camera_.expose(world_);
    MarkerFrame frame;
    if (camera_.develop(camera_.take_ready(world_.now()), frame) == ReadStatus::kFrame)
      tracker_.send(frame, world_.now());
  }
}

void NetworkedRobot::receive() {
  std::array<std::uint8_t, 2 * FF_MAX_FRAME_SIZE> bytes{};
  UdpDatagram datagram;
  while (socket_.receive(bytes, datagram) == UdpResult::kDone) {
    const auto arrived = std::chrono::steady_clock::now() - datagram.age;
    controller_ = datagram.sender;
    heard_ = true;
    const std::span<const std::uint8_t> frame(bytes.data(), datagram.size);
    look_for_stop(frame, arrived);
    board_.receive(frame, world_.now());
  }
}

void NetworkedRobot::look_for_stop(std::span<const std::uint8_t> frame,
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

void NetworkedRobot::answer(std::span<const std::uint8_t> frame) {
  if (heard_ && !frame.empty()) socket_.send_to(controller_, frame);
}

}  // namespace freefloat::load
